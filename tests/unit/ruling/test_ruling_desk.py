"""Dialogues about irregularities: one question at a time, through power cuts, several at once."""

from __future__ import annotations

import itertools
import random

import pytest

from firmware.rounds import findings as f
from firmware.rounds.findings import NO_PLACE
from firmware.ruling import desk as desk_file
from firmware.ruling import effects
from firmware.ruling import findings_told as t
from firmware.ruling.damaged import LIST_BYTES, MOST_CARDS, DamagedList
from firmware.ruling.desk import DESK_BYTES, MOST_OPEN, MOST_RULED, RULED_BYTES, Desk
from firmware.ruling.dialogue import CASE_BYTES, DEVICE_BIT, WITHDRAWN, Case
from firmware.ruling.rulings import RULINGS
from firmware.ruling.told_table import TOLD
from firmware.ruling.vocabulary import (
    CAPABLE,
    DAMAGED,
    DEAL,
    DECIDE,
    DISADVANTAGED,
    FACTS,
    HANDLED,
    LOW_LIMIT,
    PRACTICABLE,
    SPARE,
    WORKS_AGAIN,
    rule_text,
)

NAMES = {row[0]: row[1] for row in RULINGS}
TCP, TCB, LDB = 1, 4, 5
IN_DEVICE = DEAL | DEVICE_BIT


def packed(desk: Desk) -> tuple[bytes, bytes]:
    """Both cells, as a power cut leaves them."""
    dialogues, ruled = bytearray(DESK_BYTES), bytearray(RULED_BYTES)
    desk.pack_into(dialogues)
    desk.pack_ruled_into(ruled)
    return bytes(dialogues), bytes(ruled)


def booted(cells: tuple[bytes, bytes]) -> Desk:
    desk = Desk()
    desk.unpack_from(*cells)
    return desk


def jam(desk: Desk, game: int, known: int = 0, yes: int = 0) -> Case:
    return desk.finding(t.FND_JAM, game, IN_DEVICE, NO_PLACE, 0, known, yes)


# every path of TCB 13 and LDB 11: answers given, questions asked, what follows
PATHS = [
    ({DISADVANTAGED: 1}, "ROUND_ENDED", ".4"),
    ({DISADVANTAGED: 0, SPARE: 0}, "FINISH_FROM_SHOE", ".5"),
    ({DISADVANTAGED: 0, SPARE: 1, PRACTICABLE: 0}, "FINISH_FROM_SHOE", ".5"),
    ({DISADVANTAGED: 0, SPARE: 1, PRACTICABLE: 1, DAMAGED: 1}, "TRANSFER_MENDED", ".3"),
    ({DISADVANTAGED: 0, SPARE: 1, PRACTICABLE: 1, DAMAGED: 0}, "TRANSFER", ".2"),
]


@pytest.mark.rule("S3", "S4", "S5", "S6", "S7", "TCB 13.1", "LDB 11.1")
@pytest.mark.parametrize("finding", range(t.FND_JAM, t.FND_DEVICE_FAILED + 1))
@pytest.mark.parametrize(("game", "section"), [(TCB, "13"), (LDB, "11")])
@pytest.mark.parametrize(("answers", "ruling", "clause"), PATHS)
def test_dialogue__malfunction_with_cards_out__every_path_of_the_rules(
    answers: dict[int, int], ruling: str, clause: str, game: int, section: str, finding: int
) -> None:
    desk = Desk()
    case = desk.finding(finding, game, IN_DEVICE, NO_PLACE, 0, 0, 0)
    for fact, is_so in answers.items():
        assert case.question == fact and case.verdict.ruling == 0
        assert desk.answer(case, fact, is_so)
    assert not case.is_open and NAMES[case.verdict.ruling] == ruling
    assert rule_text(case.verdict.rule) == section + clause


@pytest.mark.rule("S1", "S2", "TCP 13.1", "TCP 13.2")
@pytest.mark.parametrize("game", [1, 2, 3])
def test_dialogue__poker_device_stops_in_a_round__capable_or_void(game: int) -> None:
    section = {1: "13", 2: "13", 3: "15"}[game]
    for finding in (t.FND_JAM, t.FND_INTERMIXING_STOPPED, t.FND_CYCLE_INCOMPLETE):
        for is_so, ruling, clause in ((1, "RESHUFFLE", ".1"), (0, "DEVICE_GONE", ".2")):
            desk = Desk()
            case = desk.finding(finding, game, IN_DEVICE, NO_PLACE, 0, 0, 0)
            assert case.question == CAPABLE and desk.answer(case, CAPABLE, is_so)
            assert NAMES[case.verdict.ruling] == ruling
            assert rule_text(case.verdict.rule) == section + clause


def test_dialogue__wrong_fact_or_closed_case__refused_and_nothing_changes() -> None:
    desk = Desk()
    case = jam(desk, LDB)
    before = packed(desk)
    for fact in (SPARE, HANDLED, DISADVANTAGED | SPARE, LOW_LIMIT, WORKS_AGAIN | SPARE):
        assert not desk.answer(case, fact, 1)
    assert packed(desk) == before
    assert desk.answer(case, DISADVANTAGED, 1) and not desk.answer(case, DISADVANTAGED, 1)


def test_dialogue__said_unasked__a_device_that_works_again_ends_it() -> None:
    desk = Desk()
    case = jam(desk, TCB)
    assert desk.answer(case, WORKS_AGAIN, 1)
    assert NAMES[case.verdict.ruling] == "DEVICE_WORKS" and case.verdict.rule == 13_01_2


def test_dialogue__place_known__whose_hand_is_not_asked() -> None:
    for place, rule in ((0, "12.2"), (3, "12.7")):
        desk = Desk()
        case = desk.finding(f.FND_COUNT_WRONG, TCP, DECIDE, place, 1, HANDLED, HANDLED)
        assert not case.is_open and rule_text(case.verdict.rule) == rule


@pytest.mark.rule("S7")
def test_dialogue__power_cut_after_every_answer__goes_on_where_it_stood() -> None:
    """Each step once through bytes and a new desk; the end is the same as without cuts."""
    for game, path in itertools.product((TCB, LDB), PATHS):
        desk = Desk()
        case = jam(desk, game)
        for fact, is_so in path[0].items():
            desk = booted(packed(desk))
            found = desk.find(case.number)
            assert found is not None and found.question == fact and desk.open_count == 1
            assert found.known == case.known and found.yes == case.yes
            case = found
            assert desk.answer(case, fact, is_so)
        assert NAMES[case.verdict.ruling] == path[1]
        again = booted(packed(desk))
        newest = again.find(0)
        assert newest is not None and newest.verdict.ruling == case.verdict.ruling
        assert newest.verdict.rule == case.verdict.rule and again.untold == case.number
        newest.judge_again()
        assert newest.verdict.steps == case.verdict.steps


def test_desk__several_cases__oldest_is_asked_first_and_none_is_lost() -> None:
    desk = Desk()
    cases = [jam(desk, LDB) for _ in range(MOST_OPEN)]
    assert [case.number for case in cases] == [1, 2, 3, 4, 5] and desk.open_count == MOST_OPEN
    extra = jam(desk, LDB)
    assert not extra.is_open and NAMES[extra.verdict.ruling] == "REFERRED"
    extra.judge_again()  # as after a boot
    assert not extra.is_open and NAMES[extra.verdict.ruling] == "REFERRED"
    at_once = desk.finding(f.FND_CUT_CARD_LATER, TCB, DEAL, NO_PLACE, 0, 0, 0)
    assert NAMES[at_once.verdict.ruling] == "FINISH_THEN_SHUFFLE"
    for number in (1, 2, 3, 4, 5):
        oldest = desk.find(0)
        assert oldest is not None and oldest.number == number
        assert desk.answer(oldest, DISADVANTAGED, 1)
    newest = desk.find(0)
    assert newest is not None and newest.number == 5
    ruled = desk.find(2)
    assert ruled is not None and not ruled.is_open, "rulings can be looked at until room is needed"


def test_desk__round_voided__questions_about_it_are_moot_but_not_about_the_machine() -> None:
    desk = Desk()
    hand = desk.finding(f.FND_HAND_COUNT, TCB, DEAL, 2, 1, 0, 0)
    machine = jam(desk, TCB)
    void = desk.finding(f.FND_FOREIGN_CARD, TCB, DEAL, 1, 0x45, 0, 0)
    assert desk.next_moot(void) is hand
    desk.withdraw(hand)
    assert hand.verdict.ruling == WITHDRAWN and desk.next_moot(void) is None
    assert machine.is_open
    on = desk.finding(f.FND_CUT_CARD_LATER, TCB, DEAL, NO_PLACE, 0, 0, 0)
    assert desk.next_moot(on) is None


def test_desk__random_lives__packed_desk_and_living_desk_stay_the_same() -> None:
    """A desk that is cut off at random steps ends as one that never was."""
    rng = random.Random(6)
    codes = [row[0] for row in (*f.FINDINGS, *TOLD)]
    living, cut = Desk(), Desk()
    for _ in range(150):
        step = rng.random()
        open_case = living.find(0)
        if open_case is None or not open_case.is_open or step < 0.4:
            what = rng.choice(codes), rng.randint(1, 5), rng.choice((1, 2, 4, 8, 16, 132)), 255, 0
            living.finding(*what, 0, 0)
            cut.finding(*what, 0, 0)
        else:
            twin = cut.find(open_case.number)
            assert twin is not None
            fact, is_so = open_case.question, rng.randint(0, 1)
            seat = rng.randint(1, 7)
            assert living.answer(open_case, fact, is_so, seat)
            assert cut.answer(twin, fact, is_so, seat)
        if rng.random() < 0.3:
            cut = booted(packed(cut))
        assert packed(living) == packed(cut)


def test_desk__numbers_of_other_files__are_still_theirs() -> None:
    assert desk_file._ENDS_ROUND == (effects.ROUND_VOID, effects.ROUND_ENDED)
    assert 4 + MOST_OPEN * CASE_BYTES + LIST_BYTES == DESK_BYTES <= 244
    assert MOST_RULED * CASE_BYTES == RULED_BYTES <= 244
    assert {bit for bit, _ in FACTS if bit & (bit - 1)} == set()


@pytest.mark.rule("S8", "TCB 13.3.3", "LDB 11.3.3")
def test_damaged__cards_one_by_one__only_those_on_the_list_replace() -> None:
    damaged = DamagedList()
    assert damaged.add(5) and damaged.add(5) and damaged.add(40)
    assert not damaged.add(0x41) and not damaged.add(52), "the cutting card is no card"
    assert damaged.missing == 3
    assert damaged.replace(5) and not damaged.replace(6) and damaged.missing == 2
    assert damaged.replace(5) and not damaged.replace(5), "twice damaged, twice replaced"
    assert damaged.remove(40) and not damaged.remove(40) and damaged.missing == 0
    kept = bytearray(LIST_BYTES)
    damaged.pack_into(kept, 0)
    again = DamagedList()
    again.unpack_from(kept, 0)
    assert (again.count, again.missing, again.cards[:2]) == (2, 0, damaged.cards[:2])


def test_damaged__full_list__says_no() -> None:
    damaged = DamagedList()
    assert all(damaged.add(card % 52) for card in range(MOST_CARDS))
    assert not damaged.add(1) and damaged.count == MOST_CARDS


@pytest.mark.rule("S8")
def test_desk__cards_marked_before_the_question__answer_it() -> None:
    desk = Desk()
    assert desk.damaged.add(7)
    case = jam(desk, LDB)
    for fact, is_so in ((DISADVANTAGED, 0), (SPARE, 1), (PRACTICABLE, 1)):
        assert desk.answer(case, fact, is_so)
    assert NAMES[case.verdict.ruling] == "TRANSFER_MENDED"
