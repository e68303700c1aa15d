"""The tracker's state in the words of the rulings, and rulings carried out in the tracker."""

from __future__ import annotations

import pytest

from firmware.rounds import findings as f
from firmware.rounds import phases
from firmware.rounds.deal_order import DECISION_NAMES, DRAWS, STANDS
from firmware.rounds.findings import NO_PLACE
from firmware.rounds.round_record import ALL_BACK
from firmware.rounds.steps import CLOSED_VOID, OK
from firmware.rounds.table_state import ALLOWS_REFILL
from firmware.ruling import findings_told as t
from firmware.ruling.desk import Desk
from firmware.ruling.dialogue import DEVICE_BIT, Case
from firmware.ruling.ruled import Ruled
from firmware.ruling.situation import Situation
from firmware.ruling.vocabulary import (
    BETWEEN,
    DEAL,
    DECIDE,
    DISADVANTAGED,
    FRESH,
    HANDLED,
    LOW_LIMIT,
    SEEN,
    SETTLE,
    SPARE,
)
from hw_sim.world.croupier import DECKS
from tests.helpers.round_desk import TrackerDesk, cards


def table(
    game: str, equipment: str = "shoe", is_low: bool = False
) -> tuple[TrackerDesk, Situation]:
    desk = TrackerDesk(game, equipment, DECKS[game])
    desk.new_pack()
    desk.set_seats((1, 2))
    return desk, Situation(desk.tracker, lambda: is_low)


def moment(situation: Situation, finding: int = f.FND_TWO_CARDS) -> int:
    situation.look(finding, 0)
    return situation.moment


def rule_on(situation: Situation, finding: int, place: int, cases: Desk | None = None) -> Case:
    situation.look(finding, 1)
    now = situation
    return (cases or Desk()).finding(
        finding, now.game, now.moment, place, 1, now.known, now.yes, now.round
    )


def test_situation__a_round_of_poker__fresh_deal_decide_between() -> None:
    desk, situation = table("tcp")
    assert moment(situation) == FRESH and situation.game == 1
    for i, reading in enumerate(cards("2S 3S 4S 5S 6S 7S 8S 9S TS")):
        desk.reading(reading)
        assert moment(situation) == (DECIDE if i == 8 else DEAL)
    assert moment(situation, t.FND_RESULT_WRONG) == SETTLE
    assert desk.end_round() and moment(situation) == BETWEEN
    desk.new_pack()
    assert moment(situation) == FRESH


def test_situation__lucky_draw__decisions_are_part_of_the_deal() -> None:
    desk, situation = table("ldb", "device")
    desk.reading(0)  # the burn (LDB 4.10)
    assert moment(situation) == FRESH | DEVICE_BIT
    for reading in cards("2S 3S 4S 5S 6S"):
        desk.reading(reading)
    assert moment(situation) == DECIDE | DEVICE_BIT
    desk.decide(1, DECISION_NAMES[DRAWS])
    desk.reading(30)
    assert moment(situation) == DECIDE | DEVICE_BIT
    desk.decide(2, DECISION_NAMES[STANDS])
    assert moment(situation) == DEAL | DEVICE_BIT
    while desk.tracker.phase == phases.ST_DEALING:
        desk.reading(34)
    assert moment(situation) == SETTLE | DEVICE_BIT


@pytest.mark.rule("S9", "TCP 6.7.2")
def test_situation__facts_the_board_knows__are_not_asked() -> None:
    desk, situation = table("tcp", "device", is_low=True)
    desk.reading(1)
    situation.look(t.FND_DEVICE_FAILED, 0)
    assert situation.known & situation.yes & LOW_LIMIT
    for detail, known, yes in ((255, 0, 0), (0, SEEN, 0), (1, SEEN, SEEN)):
        situation.look(f.FND_DEALER_EXTRA_CARD, detail)
        assert situation.known & SEEN == known and situation.yes & SEEN == yes


def test_situation__no_table_open__no_game_and_no_rule() -> None:
    desk = TrackerDesk("tcp", "shoe", 1)
    desk.tracker.close_table()
    situation = Situation(desk.tracker, lambda: False)
    case = rule_on(situation, f.FND_CARD_WITHOUT_TABLE, NO_PLACE)
    assert situation.game == 0 and case.verdict.ruling == 1 and not case.is_open


@pytest.mark.rule("C5", "C6", "CSP 14.9.2")
@pytest.mark.parametrize("game", ["tcp", "fcp", "csp", "tcb", "ldb"])
def test_carry_out__void_round__closes_as_void_when_the_table_ends_it(game: str) -> None:
    desk, situation = table(game)
    while desk.tracker.phase != phases.ST_DEALING:
        desk.reading(48)  # an ace: Three Card Baccarat burns one card more
    cases = Desk()
    rule_on(situation, f.FND_FOREIGN_CARD, 1, cases)
    assert Ruled().carry_out(cases.ruled, desk.tracker)
    desk.reading(7)  # one more card before anybody has read the ruling
    assert desk.tracker.phase == phases.ST_DEALING and desk.tracker.round_number == 1
    assert desk.tracker.end_round(desk.now_ms) == OK and desk.tracker.closed_as == CLOSED_VOID
    assert not Ruled().carry_out(cases.ruled, desk.tracker), "nothing new"


@pytest.mark.rule("C10", "TCP 12.7")
def test_carry_out__void_hand__only_that_hand() -> None:
    desk, situation = table("tcp")
    desk.reading(3)
    situation.look(f.FND_HAND_COUNT, 1)
    cases = Desk()
    cases.finding(f.FND_HAND_COUNT, 1, situation.moment, 2, 1, HANDLED, HANDLED, 1)
    assert Ruled().carry_out(cases.ruled, desk.tracker)
    assert list(desk.tracker.record.ruled) == [0, 0, ALL_BACK, 0, 0, 0, 0, 0]
    assert not desk.tracker.is_voided


@pytest.mark.rule("S6", "LDB 11.5.4")
def test_carry_out__finish_from_a_shoe__the_round_may_be_refilled() -> None:
    desk, situation = table("ldb", "device")
    desk.reading(3)
    desk.reading(4)
    situation.look(t.FND_JAM, 0)
    cases = Desk()
    case = cases.finding(t.FND_JAM, 5, situation.moment, NO_PLACE, 0, 0, 0, 1)
    assert cases.answer(case, DISADVANTAGED, 0) and cases.answer(case, SPARE, 0)
    assert not desk.tracker.stops & ALLOWS_REFILL
    assert Ruled().carry_out(cases.ruled, desk.tracker) and desk.tracker.stops & ALLOWS_REFILL


def test_desk__more_is_told__the_vague_case_gives_way() -> None:
    cases = Desk()
    vague = cases.finding(f.FND_COUNT_WRONG, 1, DECIDE, NO_PLACE, 1, 0, 0)
    assert cases.superseded_by(f.FND_HAND_COUNT) is vague
    assert cases.superseded_by(f.FND_FOREIGN_CARD) is None
    cases.withdraw(vague)
    assert cases.superseded_by(f.FND_HAND_COUNT) is None
