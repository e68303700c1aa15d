"""Every ruling, in every game and at every moment, does what a second reading of the rules says."""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from firmware.rounds.findings import FINDINGS
from firmware.ruling import effects as e
from firmware.ruling import engine, rulings
from firmware.ruling.told_table import TOLD
from firmware.ruling.vocabulary import ASKED, FACTS, GAME_NAMES, STATE_NAMES, UNASKED, rule_text
from tests.helpers.documents import rule_on
from tests.helpers.documents.case import Case
from tests.helpers.documents.ruled import ON_BANKER, SIDE, WAGERS, Ruled

CODES = {row[0]: row[1] for row in (*FINDINGS, *TOLD)}
BITS = {name: bit for bit, name in FACTS}
SEAT = 3

# the firmware's words for a pack, in the reading's
PACKS = {
    "stays": {"stays"},
    "card_burned": {"card burned", "burned as ruled"},
    "reshuffled": {"shuffled before"},
    "shuffled_after": {"shuffled after", "shuffled before"},  # between rounds it is the same
    "checked": {"checked"},
    "void_and_checked": {"void and checked"},
    "moved": {"moved"},
    "mended_and_moved": {"mended and moved"},
    "mended_to_shoe": {"mended to shoe"},
    "new": {"new", "new after"},
    "discards_shuffled": {"discards shuffled"},
    "refused": {"refused"},
    "card_put_back": {"put back"},
    "cut": {"cut"},
}
# the reading's words for a hand, in the firmware's; a hand without a wager is no one's
HANDS = {
    "": {"none", "out", "forfeited"},
    "void": {"void"},
    "stands": {"stands", "as_set"},
    "discarded": {"none"},
    "corrected": {"none"},
}
STEPS = {
    e.DO_CHECK_PACK: "check pack",
    e.DO_CHECK_NEW_CARDS: "check pack",
    e.DO_OTHER_DEVICE: "other device",
    e.DO_OTHER_DEVICE_OR_SHOE: "other device or shoe",
    e.DO_NEW_CARDS: "new cards",
    e.DO_REPLACE_CARDS: "new cards",
    e.DO_REPLACE_DAMAGED: "replace damaged",
    e.DO_WAIT_FOR_INSPECTOR: "approve",
    e.DO_SHUFFLE: "shuffle",
    e.DO_SHUFFLE_AND_CUT: "shuffle",
    e.DO_CUT: "cut",
    e.DO_BURN_AS_RULED: "burn",
    e.DO_TRANSFER: "transfer",
    e.DO_OFFER_WAGERS_BACK: "offer wagers back",
    e.DO_FINISH_FROM_SHOE: "finish from shoe",
    e.DO_WARN_PLAYER: "warn",
    e.DO_PUT_UNDER_SHOE: "put under shoe",
    e.DO_OFFER_FULL_CHECK: "full check",
}
# one step of the firmware's is all of a shuffle: with the cut (4.2), with the burning (TCB 4.11)
WITHIN_A_SHUFFLE = {"cut", "burn"}


def table(game: str) -> Any:
    return importlib.import_module(f"firmware.ruling.games.{game}").ROWS


def situations(
    game: str, rows: tuple[Any, ...], codes: Iterable[int] = tuple(CODES)
) -> Iterator[tuple[Case, tuple[Any, ...] | None]]:
    """Every situation with every answer, and the firmware's row for it."""
    for code, state, box in itertools.product(codes, range(5), (1, 2)):
        fitting = [row for row in rows if engine.fits(row, code, 1 << state, box)]
        used = 0
        for row in fitting:
            used |= row[3] | row[4]
        names = [name for bit, name in FACTS if bit & used]
        for picks in itertools.product((False, True), repeat=len(names)):
            facts = {name for name, is_so in zip(names, picks, strict=True) if is_so}
            if {"seat_named", "dealers"} <= facts:
                continue
            yes = sum(BITS[fact] for fact in facts)
            row, question = engine.look_up(rows, code, 1 << state, box, ASKED | UNASKED, yes)
            assert question == 0
            place = SEAT if "seat_named" in facts else None
            answers = frozenset(facts - {"seat_named"})
            yield Case(game, CODES[code], STATE_NAMES[state], box == 2, answers, place), row


def fates(game: str, ruling: int, is_of_hand: bool) -> dict[str, str]:
    """What the columns of a ruling's row do to each wager."""
    round_, hand, wagers, side, jackpot = rulings.ruling_row(ruling)[2]
    if round_ in (e.ROUND_VOID, e.ROUND_ENDED):
        is_lost = hand == e.HAND_FORFEITED and is_of_hand
        return dict.fromkeys(WAGERS[game], "lost" if is_lost else "returned")
    found = dict.fromkeys(WAGERS[game], "stands")
    if wagers == e.WAGERS_PLAYERS_CHOICE:
        return dict.fromkeys(WAGERS[game], "choice")
    if not is_of_hand or hand == e.HAND_NONE:
        return found
    main = {e.WAGERS_RETURNED: "returned", e.WAGERS_LOST: "lost"}.get(wagers, "stands")
    for wager in found:
        if wager == "jackpot":
            found[wager] = "returned" if jackpot == e.JACKPOT_BACK else "stands"
        elif wager in SIDE and side == e.SIDE_SETTLED:
            found[wager] = "settled"
        elif wager not in ON_BANKER:
            # a Play wager too small goes back, and no bonus comes without an ante
            is_kept = main == "lost" and wager in ("play", "ante_bonus")
            found[wager] = "returned" if is_kept else main
    return found


def differences(case: Case, row: tuple[Any, ...] | None, made: Ruled) -> list[str]:
    """Where a row of the firmware and the reading part."""
    ruling, rule, also = row[5:8] if row else (rulings.NO_RULE, 0, 0)
    effect = rulings.ruling_row(ruling)
    found: list[str] = []

    def compare(what: str, theirs: Any, ours: Any) -> None:
        if theirs != ours:
            found.append(f"{what}: {theirs} instead of {ours}")

    compare("round", e.ROUND_NAMES[effect[2][0]], _round(made))
    if e.HAND_NAMES[effect[2][1]] not in HANDS[made.hand]:
        found.append(f"hand: {e.HAND_NAMES[effect[2][1]]} instead of {made.hand}")
    compare("rule", rule_text(rule), made.rule)
    if also and rule_text(also) not in made.also:
        found.append(f"also: {rule_text(also)} instead of {made.also}")
    for is_of_hand in (True, False):
        ours = {wager: _plain(made.fate(wager, is_of_hand)) for wager in WAGERS[case.game]}
        compare("wagers", fates(case.game, ruling, is_of_hand), ours)
    if made.pack not in PACKS[e.PACK_NAMES[effect[3]]]:
        found.append(f"pack: {e.PACK_NAMES[effect[3]]} instead of {made.pack}")
    told = {e.NOTIFIED_NAMES[i] for i in range(3) if effect[4] >> i & 1} - {"supervisor"}
    compare("notified", told, set(made.notified))
    steps = {STEPS[step] for step in effect[5] if step in STEPS}
    ours = set(made.steps)
    if "shuffle" in ours:
        ours -= WITHIN_A_SHUFFLE
    compare("steps", steps, ours)
    return found


def _round(made: Ruled) -> str:
    if made.hand == "corrected":
        return "rebuilt"
    return "goes_on" if made.round == "none" else made.round


def _plain(fate: str) -> str:
    return "stands" if fate == "corrected" else fate


@pytest.mark.rule("C5", "C6", "C7", "C8", "C9", "C10", "C11", "C12", "S1", "S2", "S3", "S4", "S5")
@pytest.mark.rule("I1", "I2", "I3", "I4", "I5", "I7", "I8", "I9", "I10", "I11", "I12", "I13", "I15")
@pytest.mark.parametrize("game", GAME_NAMES)
def test_rows__second_reading_of_the_rules__the_same_effects_everywhere(game: str) -> None:
    wrong: list[str] = []
    compared = 0
    for case, row in situations(game, table(game)):
        wrong += [f"{case}: {text}" for text in differences(case, row, rule_on(case))]
        compared += 1
    assert not wrong, "\n".join(wrong[:40])
    assert compared > 500


@pytest.mark.parametrize("game", GAME_NAMES)
def test_rows__one_row_changed__the_reading_disagrees(game: str) -> None:
    """Another ruling or another rule in any one row is seen."""
    rows = table(game)
    for i, row in enumerate(rows):
        named = row[0] if isinstance(row[0], tuple) else (row[0],)
        waits = rulings.ruling_row(row[5])[2][0] == e.ROUND_WAITS
        other = rulings.CARD_BURNED if waits else rulings.NO_RULE
        for mutant in ((*row[:6], row[6] + 10, row[7]), (*row[:5], other, *row[6:])):
            changed = (*rows[:i], mutant, *rows[i + 1 :])
            seen = situations(game, changed, named)
            assert any(differences(case, now, rule_on(case)) for case, now in seen), row


def mutants(row: tuple[Any, ...]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """A ruling's row with one effect dropped or another put in, and which one it is."""
    number, name, does, pack, notified, steps = row
    others = (e.ROUND_WAITS, e.HAND_VOID, e.WAGERS_LOST, e.SIDE_SETTLED, e.JACKPOT_STANDS)
    for i, column in enumerate(("round", "hand", "wagers", "side", "jackpot")):
        for value in {0, others[i]} - {does[i]} if i != 1 else {0} - {does[1]}:
            changed = (*does[:i], value, *does[i + 1 :])
            yield column, (number, name, changed, pack, notified, steps)
    other = e.PACK_NEW if pack == e.PACK_STAYS else e.PACK_STAYS
    yield "pack", (number, name, does, other, notified, steps)
    yield "notified", (number, name, does, pack, notified ^ e.INSPECTOR, steps)
    for step in steps:
        if step in STEPS:
            left = tuple(other for other in steps if other != step)
            yield "steps", (number, name, does, pack, notified, left)


def is_seen(column: str, does: tuple[int, ...], games: set[str]) -> bool:
    """Whether a column says anything in these games beside what the others say."""
    round_, hand, wagers, _side, _jackpot = does
    is_for_all = round_ in (e.ROUND_VOID, e.ROUND_ENDED)
    if column == "side":
        return not is_for_all and wagers in (1, 2) and bool(games & {"tcp", "fcp"})
    if column == "jackpot":
        return not is_for_all and hand == e.HAND_VOID and "csp" in games
    if column == "wagers":
        return not is_for_all and hand in (e.HAND_VOID, e.HAND_OUT)
    return True


def test_effects__any_one_dropped_or_changed__the_reading_disagrees(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    by_ruling: dict[int, list[tuple[Case, Any, Ruled]]] = {}
    for game in GAME_NAMES:
        for case, row in situations(game, table(game)):
            if row is not None:
                by_ruling.setdefault(row[5], []).append((case, row, rule_on(case)))
    tried = 0
    for ruling, cases in by_ruling.items():
        real = rulings.ruling_row(ruling)
        games = {case.game for case, _row, _made in cases}
        for column, mutant in mutants(real):
            if is_seen(column, real[2], games):
                monkeypatch.setattr(rulings, "ruling_row", lambda _number, row=mutant: row)
                assert any(differences(*one) for one in cases), (real[1], column, mutant)
                tried += 1
        monkeypatch.undo()
    assert tried > 250
