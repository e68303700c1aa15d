"""Rounds dealt by simulated people with mistakes; the record against the world's truth.

`python -m tests.model.round_campaign` deals 1,000 rounds of each game, one in 50 with a mistake,
to the tracker and to the whole firmware inside MicroPython; a failure prints the seed.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

import click

from firmware.cards.codes import NOT_CARDS, card_named, name_of
from hw_sim.world.croupier import DECKS, MISTAKES, POKER, Croupier, Mistake, Truth
from tests.helpers.round_desk import TrackerDesk
from tests.model.board_desk import coded_rig
from tests.model.ruling_desk import RulingDesk

HAND = {"tcp": 3, "fcp": 5, "csp": 5, "tcb": 3, "ldb": 2}
ROUND_MOST = {"tcp": 24, "fcp": 42, "csp": 41, "tcb": 25, "ldb": 27}
NAMED = {name: code for code, name in NOT_CARDS}

# the finding that a mistake must lead to, by its name; "" for one that leaves no trace
EXPECTED = {
    "extra": ("DEALER_COUNT", "HAND_COUNT"),
    "skipped": ("DEALER_COUNT", "HAND_COUNT"),
    "doubled": ("DOUBLED_CARD",),
    "foreign": ("FOREIGN_CARD",),
    "face up": ("FACE_UP_FIRST", "FACE_UP_LATER"),
    "unreadable": ("UNREADABLE_CARD",),
    "exposed": ("EXPOSED_ONE", "EXPOSED_DEALER"),
    "no wager": ("HAND_WITHOUT_WAGER",),
    "kept": ("DEALER_EXTRA_CARD",),
    "burned extra": ("DEALER_EXTRA_CARD",),
    "uncalled": ("CARD_UNCALLED",),
}


class Difference(AssertionError):
    """The record is not what happened; the text says which round of which seed."""


@dataclass
class Tally:
    """How a campaign went."""

    rounds: int = 0
    cards: int = 0
    mistakes: int = 0


def plan(game: str, rng: random.Random, one_in: int) -> tuple[tuple[int, ...], Mistake | None]:
    """The next round: who plays, and whether something goes wrong."""
    least = 0 if game == "tcb" else 1
    seats = tuple(sorted(rng.sample(range(1, 8), rng.randint(least, 7))))
    if rng.randrange(one_in):
        return seats, None
    kind = rng.choice(MISTAKES["poker" if game in POKER else game])
    if kind == "no wager" and len(seats) == 7:
        kind = "foreign"
    return seats, Mistake(kind, rng.randrange(kind == "doubled", HAND[game] * len(seats) + 1))


def play(
    croupier: Croupier,
    rounds: int,
    one_in: int,
    check: Callable[[Truth], None],
    tally: Tally | None = None,
) -> Tally:
    """Deal so many rounds; `check` holds the record against each one's truth."""
    tally = tally or Tally()
    croupier.shuffle()
    for number in range(rounds):
        seats, mistake = plan(croupier.game, croupier.rng, one_in)
        is_forgetful = mistake is not None and mistake.kind == "not shuffled"
        is_enough = len(croupier.shoe) >= ROUND_MOST[croupier.game]
        is_due = number > 0 and croupier.must_shuffle
        if is_due and not (is_forgetful and is_enough):
            croupier.shuffle()
            is_due = False
        # a croupier also shuffles when few cards are left; the board asks for it by the rules
        is_due = is_due and (croupier.game in POKER or croupier.is_cut_card_out)
        truth = croupier.deal_round(seats, mistake)
        truth.is_unshuffled = is_due
        check(truth)
        tally.rounds += 1
        tally.cards += truth.dealt()
        tally.mistakes += mistake is not None
    return tally


def happened(truth: Truth) -> set[str]:
    """Findings of which at least one must have been made."""
    mistake = truth.mistake
    if mistake is None or mistake.kind not in EXPECTED:
        return set()
    is_late = mistake.at >= truth.dealt() and mistake.kind in (
        *("extra", "skipped", "face up", "unreadable", "exposed"),
    )
    is_dealt = any(code > 51 for hand in truth.hands.values() for code in hand)
    if is_late or (mistake.kind == "foreign" and not is_dealt):
        return set()  # the round was over before it came to that
    return set(EXPECTED[mistake.kind])


def on_tracker(game: str, equipment: str, rounds: int, one_in: int, seed: int) -> Tally:
    """Against the tracker alone."""
    desk = TrackerDesk(game, equipment, DECKS[game])

    def check(truth: Truth) -> None:
        want = {place: hand for place, hand in truth.hands.items() if hand}
        findings = {finding[0] for finding in desk.findings}
        _compare(seed, truth, want, desk.hands(), findings)
        desk.forget()

    return play(Croupier(game, equipment, desk, random.Random(seed)), rounds, one_in, check)


class StoppedDesk(RulingDesk):
    """What a ruling holds up (a foreign card, say) is done before the table goes on."""

    def new_pack(self) -> None:
        self.do_steps()
        super().new_pack()

    def set_seats(self, seats: tuple[int, ...]) -> None:
        self.do_steps()
        super().set_seats(seats)

    def void_round(self) -> None:
        self.ask("supervisor", "END_ROUND", is_void=1)


def on_board(game: str, equipment: str, rounds: int, one_in: int, seed: int) -> Tally:
    """Against the whole firmware inside MicroPython: the round as its journal tells it."""
    from firmware.rounds.findings import FINDINGS

    names = {row[0]: row[1] for row in FINDINGS}
    with coded_rig(seed) as rig:
        desk = StoppedDesk(rig, game, equipment, DECKS[game])

        def check(truth: Truth) -> None:
            story = desk.story()
            desk.events = desk.events[-1:]
            want = {place: hand for place, hand in truth.hands.items() if hand}
            got = {
                place: [_code(name) for name in hand["cards"]]
                for place, hand in story.hands.items()
                if hand["cards"]
            }
            findings = {names[finding["finding"]] for finding in story.findings}
            _compare(seed, truth, want, got, findings)

        return play(Croupier(game, equipment, desk, random.Random(seed)), rounds, one_in, check)


def _code(name: str) -> int:
    return NAMED[name] if name in NAMED else card_named(name)


def _compare(
    seed: int,
    truth: Truth,
    want: dict[int, list[int]],
    got: dict[int, list[int]],
    findings: set[str],
) -> None:
    if got != want:
        raise Difference(
            f"seed {seed}, {truth.game}, {truth.mistake}: {_words(got)} instead of {_words(want)}"
        )
    expected = {"NOT_SHUFFLED"} if truth.is_unshuffled else happened(truth)
    if expected and not expected & findings:
        raise Difference(f"seed {seed}, {truth.game}, {truth.mistake}: found only {findings}")
    if truth.mistake is None and findings - {"CUT_CARD_FIRST", "CUT_CARD_LATER", "NOT_SHUFFLED"}:
        raise Difference(f"seed {seed}, {truth.game}: nothing was wrong, but {findings}")


def _words(hands: dict[int, list[int]]) -> dict[int, str]:
    return {place: " ".join(map(name_of, hand)) for place, hand in sorted(hands.items())}


@click.command()
@click.option("--rounds", default=1_000, show_default=True, help="Of each game.")
@click.option("--one-in", default=50, show_default=True, help="Rounds to one with a mistake.")
@click.option("--seed", default=1, show_default=True)
@click.option("--game", "games", multiple=True, type=click.Choice(list(DECKS)))
@click.option("--equipment", "kinds", multiple=True, type=click.Choice(["shoe", "device"]))
@click.option("--only", type=click.Choice(["tracker", "board"]), help="One of the two.")
def main(
    rounds: int,
    one_in: int,
    seed: int,
    games: tuple[str, ...],
    kinds: tuple[str, ...],
    only: str | None,
) -> None:
    """Deal, compare, and say how it went."""
    for what, run in (("tracker", on_tracker), ("board", on_board)):
        if only not in (None, what):
            continue
        for game in games or DECKS:
            for equipment in kinds or ("shoe", "device"):
                start_s = time.monotonic()
                try:
                    tally = run(game, equipment, rounds // 2, one_in, seed)
                except Exception:
                    click.echo(
                        f"replay: --only {what} --game {game} --equipment {equipment}"
                        f" --rounds {rounds} --one-in {one_in} --seed {seed}"
                    )
                    raise
                click.echo(
                    f"{what:8} {game} {equipment:7} {tally.rounds:5} rounds, {tally.cards:6} cards,"
                    f" {tally.mistakes:3} mistakes: record = truth"
                    f"  ({time.monotonic() - start_s:.0f} s)"
                )


if __name__ == "__main__":
    main()
