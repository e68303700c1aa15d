"""What holds the next round beside rulings: a card without a name, a winning hand not paid."""

from __future__ import annotations

import pytest

from firmware.cards import codes as c
from firmware.rounds import phases as p
from firmware.rounds import steps as st
from firmware.rounds.deal_order import WIN_PENDING, WIN_SETTLED
from firmware.rounds.holds import HOLDS_ROUND, OPEN_UNNAMED
from firmware.rounds.round_record import ALL_BACK
from tests.helpers.round_desk import TrackerDesk
from tests.unit.rounds.test_round_tracker import feed, open_table, tell
from tests.unit.rounds.test_two_at_once import booted

rule = pytest.mark.rule


def over_with_unread_card(code: str = "?") -> TrackerDesk:
    desk = open_table("tcb", seats=(1,))
    feed(desk, f"AS KS 2S {code} 4S 5S 6S 7S")
    assert desk.end_round()
    desk.forget()
    return desk


@rule("TCB 3.1", "TCP 3.1")
@pytest.mark.parametrize("code", ["?", "J"])
def test_unread_card__round_is_over__the_next_begins_once_it_is_named(code: str):
    desk = over_with_unread_card(code)
    desk.tracker = booted(desk)
    assert desk.tracker.opened() == OPEN_UNNAMED and desk.tracker.is_held(HOLDS_ROUND)
    feed(desk, "9D TD")
    assert desk.tracker.phase == p.ST_READY
    assert [name for name, *_ in desk.findings] == ["DEALT_WHILE_STOPPED"]
    assert tell(desk, "name", number=2, value=c.card_named("3S")) == st.OK
    assert not desk.tracker.is_held(HOLDS_ROUND)
    feed(desk, "JD")
    assert desk.tracker.phase == p.ST_DEALING


@rule("TCB 12.6", "LDB 10.9")
def test_unread_card__nobody_can_name_it__a_void_round_lets_the_next_begin():
    desk = over_with_unread_card()
    assert desk.tracker.void_round(desk.now_ms) == st.OK
    assert desk.steps == [("RESULT", st.CLOSED_VOID)]
    assert desk.tracker.closed_as == st.CLOSED_VOID and not desk.tracker.is_held(HOLDS_ROUND)
    assert desk.tracker.void_round(desk.now_ms) == st.NO_WRONG_TIME


def test_unread_card__no_result_hangs_on_it__nothing_is_held():
    desk = open_table("tcb", seats=(1,))
    feed(desk, "AS KS ? 3S 4S 5S 6S 7S")
    assert desk.end_round() and desk.tracker.is_held(HOLDS_ROUND)
    desk.tracker.rule(bytes([0, ALL_BACK, *bytes(6)]), 0, 0)
    assert not desk.tracker.is_held(HOLDS_ROUND)
    burned = open_table("ldb", seats=(1,))
    feed(burned, "? 2S ^ 3S 4S")
    burned.tracker.void_round(burned.now_ms)
    assert not burned.tracker.is_held(HOLDS_ROUND)


@rule("CSP 9.5")
def test_winning_hand__waits_for_its_payment__no_round_begins():
    desk = open_table("csp", seats=(1, 2))
    feed(desk, "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2D 3D")
    assert desk.tracker.phase == p.ST_DEALT
    assert desk.end_round()
    tracker = desk.tracker
    assert tracker.decide(3, WIN_PENDING) == st.NO_BAD_VALUE
    assert tracker.decide(1, WIN_SETTLED) == st.NO_OUT_OF_TURN
    assert tracker.decide(1, WIN_PENDING) == tracker.decide(2, WIN_PENDING) == st.OK
    desk.new_pack()
    tracker = desk.tracker = booted(desk)
    desk.forget()
    feed(desk, "4D")
    assert tracker.phase == p.ST_READY and len(desk.named("DEALT_WHILE_STOPPED")) == 1
    assert tracker.decide(1, WIN_SETTLED) == st.OK and tracker.is_held(HOLDS_ROUND)
    assert tracker.decide(2, WIN_SETTLED) == st.OK and not tracker.is_held(HOLDS_ROUND)
    feed(desk, "5D")
    assert tracker.phase == p.ST_DEALING
    assert tracker.decide(1, WIN_PENDING) == st.NO_WRONG_TIME


def test_winning_hand__game_without_a_jackpot__refused():
    desk = open_table("tcp", seats=(1,))
    feed(desk, "2S 3S 4S 5S 6S 7S")
    assert desk.tracker.decide(1, WIN_PENDING) == st.NO_BAD_VALUE
