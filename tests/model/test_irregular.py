"""Rounds with irregularities on whole boards, short form; and what `expected` itself says."""

from __future__ import annotations

from pathlib import Path

import pytest

from faro.table.core import TableCore
from hw_sim.world.croupier import DECKS
from tests.helpers.documents.case import Case
from tests.model import every_situation
from tests.model.board_desk import CODED_CARDS, coded_rig
from tests.model.effect_mutants import effect_mutants, is_seen, write_program
from tests.model.expected import Told, expect
from tests.model.irregular_campaign import Difference, play, run, seated
from tests.model.troubles import Trouble

HANDS = {0: ["2C", "4D", "6H"], 1: ["AH", "KH", "QH"], 2: ["2S", "2D", "9C"]}
NOTHING = {"ante": "void", "play": "void", "pair_plus": "void", "ante_bonus": "void"}


@pytest.mark.campaign
@pytest.mark.rule("A3", "I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8", "I9", "I10", "I11", "I12")
@pytest.mark.rule("C5", "C6", "C7", "C10", "C12", "S2", "S3", "S5", "S6", "J12", "J13")
@pytest.mark.parametrize("equipment", ["shoe", "device"])
@pytest.mark.parametrize("game", DECKS)
def test_board__rounds_with_irregularities__record_and_next_round_as_the_rules_say(
    game: str, equipment: str
) -> None:
    tally = run(game, equipment, 6, 1, seed=21)
    assert sum(tally.values()) == 6


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("equipment", ["shoe", "device"])
@pytest.mark.parametrize("game", DECKS)
def test_board__hundreds_of_rounds_one_in_ten_irregular__record_equals_truth(
    game: str, equipment: str
) -> None:
    assert sum(run(game, equipment, 500, 10, seed=1).values()) == 500


# the short form plays each so-many-th situation
_EVERY = {"csp": 60, "ldb": 30}


@pytest.mark.campaign
@pytest.mark.rule("C5", "C6", "C7", "C8", "C9", "C10", "C11", "C12", "A3", "A4", "J12", "J13")
@pytest.mark.rule("I1", "I2", "I3", "I4", "I5", "I7", "I8", "I9", "I10", "I11", "I12", "I13", "I15")
@pytest.mark.rule("S1", "S2", "S3", "S4", "S5", "S6", "S7", "S9")
@pytest.mark.parametrize("equipment", ["shoe", "device"])
@pytest.mark.parametrize("game", DECKS)
def test_board__situations_of_the_second_reading__carried_out_as_it_says(
    game: str, equipment: str
) -> None:
    assert every_situation.run(game, equipment, _EVERY.get(game, 25)) > 10


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("equipment", ["shoe", "device"])
@pytest.mark.parametrize("game", DECKS)
def test_board__every_situation__carried_out_as_the_second_reading_says(
    game: str, equipment: str
) -> None:
    assert every_situation.run(game, equipment) > 600


MUTANT_EFFECTS = effect_mutants()


def _try_mutants(folder: Path, numbers: range) -> list[str]:
    """Those of the mutants that nobody sees."""
    main = write_program(folder, MUTANT_EFFECTS)
    unseen: list[str] = []
    for number in numbers:
        mutant = MUTANT_EFFECTS[number - 1]
        with coded_rig(main=main) as rig:
            people = seated(rig, mutant.game, mutant.equipment, 1)
            if not is_seen(rig, people, number, mutant):
                unseen.append(f"{number} {mutant.name}: {mutant.trouble}")
    return unseen


def test_effect_mutants__rulings_that_do_something__each_has_one() -> None:
    named = {mutant.name.split()[0] for mutant in MUTANT_EFFECTS}
    assert len(MUTANT_EFFECTS) > 50 and len(named) > 30
    columns = {mutant.name.split()[1] for mutant in MUTANT_EFFECTS}
    assert columns == {"round", "hand", "wagers", "side", "jackpot", "notified", "steps"}


@pytest.mark.campaign
def test_effect_mutants__some_on_whole_boards__each_is_seen(tmp_path: Path) -> None:
    assert _try_mutants(tmp_path, range(1, len(MUTANT_EFFECTS) + 1, 7)) == []


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_effect_mutants__all_on_whole_boards__each_is_seen(tmp_path: Path) -> None:
    assert _try_mutants(tmp_path, range(1, len(MUTANT_EFFECTS) + 1)) == []


@pytest.mark.campaign
@pytest.mark.rule("J13", "CSP 14.14")
@pytest.mark.parametrize("is_deaf", [False, True])
def test_meter__program_that_passes_no_void_on__the_comparison_sees_it(
    monkeypatch: pytest.MonkeyPatch, is_deaf: bool
) -> None:
    if is_deaf:
        monkeypatch.setattr(TableCore, "_void", lambda *_args: None)
    with coded_rig(has_meter=True) as rig:
        people = seated(rig, "csp", "shoe", 1)
        people.rng.seed(3)
        if is_deaf:
            with pytest.raises(Difference, match="meter: wagers taken back"):
                play(people, (1, 2, 5), Trouble("DEALT_WRONG", "decide"))
        else:
            play(people, (1, 2, 5), Trouble("DEALT_WRONG", "decide"))


# what a line of the firmware does, and a round in which that shows
MUTANTS = {
    "side wager goes back with the ante": (
        "from firmware.ruling import ruled\n"
        "from firmware.rounds.round_record import SIDE_BACK\n"
        "right = ruled.Ruled._flags\n"
        "ruled.Ruled._flags = lambda self, verdict: right(self, verdict) | SIDE_BACK\n",
        ("tcp", Trouble("NO_DECISION", "decide", 2)),
    ),
    "rounds begin whatever must be done first": (
        "from firmware.rounds import table_state\n"
        "table_state.TableState.is_stopped = property(lambda self: False)\n",
        ("tcb", Trouble("MISSING_CARD", "between", detail=7)),
    ),
    "results of a round that is over stay": (
        "from firmware.rounds import reporter, steps\n"
        "right = reporter.Reporter._tell_step\n"
        "def deaf(self, step, detail):\n"
        "    if step != steps.STEP_RESULT_CHANGED:\n"
        "        right(self, step, detail)\n"
        "reporter.Reporter._tell_step = deaf\n",
        ("fcp", Trouble("RESULT_WRONG", "between", 2)),
    ),
    "jackpot wagers stay in the pool": (
        "from firmware.rounds import table_state\n"
        "table_state.TableState.back_seats = lambda self: 0\n",
        ("csp", Trouble("NO_DECISION", "decide", 2)),
    ),
    "a shuffle that a rule orders is forgotten": (
        "from firmware.rounds import table_state\n"
        "table_state.TableState.is_shuffle_due = property(lambda self: self.is_shuffle_noted)\n",
        ("tcb", Trouble("NOT_SHUFFLED", "between")),
    ),
}


@pytest.mark.campaign
@pytest.mark.parametrize("name", MUTANTS)
def test_mutant__an_effect_is_not_carried_out__the_campaign_sees_it(
    tmp_path: Path, name: str
) -> None:
    patch, (game, trouble) = MUTANTS[name]
    coded = (CODED_CARDS / "main.py").read_text("utf-8")
    for number, text in enumerate((coded, f"{coded}\n{patch}")):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "main.py").write_text(text, "utf-8")
    with coded_rig(main=tmp_path / "0") as rig:
        play(seated(rig, game, "shoe", 1), (1, 2, 5), trouble)
    with coded_rig(main=tmp_path / "1") as rig, pytest.raises(Difference):
        play(seated(rig, game, "shoe", 1), (1, 2, 5), trouble)


def told(*cases: Case, **words: str) -> Told:
    by_seat = {int(name[-1]): word for name, word in words.items()}
    return Told("tcp", HANDS, words=by_seat, cases=cases)


@pytest.mark.rule("I4", "I6")
def test_expect__fold_and_short_wager__each_hand_by_its_own_clause() -> None:
    short = Case("tcp", "WAGER_SHORT", "decide", place=1, facts=frozenset({"warned"}))
    found = expect(told(short, seat2="folds"))
    assert found.results[1] == {**NOTHING, "ante": "lose", "pair_plus": "win"}
    assert found.results[2] == {**NOTHING, "ante": "lose", "pair_plus": "lose"}
    assert not found.is_void and not found.is_stopped and found.is_shuffle_due


@pytest.mark.rule("C5", "TCP 12.9")
def test_expect__round_void_after_a_fold_and_a_forfeit__all_money_goes_back() -> None:
    short = Case("tcp", "WAGER_SHORT", "decide", place=1, facts=frozenset({"warned"}))
    found = expect(told(short, Case("tcp", "MISSING_CARD", "decide"), seat2="folds"))
    assert found.results == {1: NOTHING, 2: NOTHING}
    assert found.is_void and found.bars == {"check pack"}


@pytest.mark.rule("I12", "J13", "CSP 16.5")
def test_expect__cheat_at_caribbean_stud__jackpot_wagers_of_the_others_go_back() -> None:
    hands = {0: ["2C", "4D", "6H", "8S", "TC"], 3: ["AH", "KH", "QH", "2S", "2D"]}
    hands[5] = ["3C", "5C", "7C", "9D", "JH"]
    found = expect(Told("csp", hands, cases=[Case("csp", "OUTCOME_INVALID", "between", place=3)]))
    assert found.results == {3: {"ante": "lose", "bet": "lose"}, 5: {"ante": "void", "bet": "void"}}
    assert found.back_seats == {5}
