"""When people, machine and time come between two cards, none counts twice or is lost."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.cards import codes as c
from firmware.rounds import phases as p
from firmware.rounds import steps as st
from firmware.rounds.deal_order import DRAWS, STANDS, TAKES_BACK
from firmware.rounds.findings import DEALER
from firmware.rounds.games import catalogue
from firmware.rounds.holds import OPEN_STEP
from firmware.rounds.round_cells import pack_cards, pack_round, unpack
from firmware.rounds.round_record import BURN_PILE, KEPT, ROUND_VOID
from firmware.rounds.round_tracker import RoundTracker
from firmware.rounds.settled_hands import SettledHands
from firmware.rounds.table_state import ALLOWS_BACK
from firmware.ruling.situation import Situation
from firmware.ruling.vocabulary import BETWEEN, FRESH
from hw_sim.world.croupier import DECKS
from tests.helpers.round_desk import TELLS, TrackerDesk, cards, mask
from tests.unit.rounds.test_round_tracker import feed, near_the_back, open_table, tell

rule = pytest.mark.rule
PAUSE_MS = 20_000


def booted(desk: TrackerDesk) -> RoundTracker:
    """The tracker of the next boot, from the cells of this one."""
    cell, more = bytearray(244), bytearray(244)
    pack_round(desk.tracker, cell)
    pack_cards(desk.tracker, more)
    fresh: Any = RoundTracker(desk.tracker._on_step, desk.tracker._on_finding)  # pyright: ignore[reportPrivateUsage]
    assert unpack(fresh, cell, more)
    fresh.card_ms = desk.tracker.card_ms
    return fresh


# -- the time for a card -----------------------------------------------------------------------


@rule("LDB 8.1", "C10")
def test_ldb__player_thinks_long__the_dealers_time_begins_with_the_decision():
    desk = open_table("ldb", seats=(1,))
    feed(desk, "2S 3S 4S 5S")
    tracker = desk.tracker
    for now_ms in range(desk.now_ms, desk.now_ms + 60_000, 1_000):
        tracker.tick(now_ms)
    assert tracker.decide(1, DRAWS) == st.OK
    decided_ms = desk.now_ms + 60_000
    tracker.tick(decided_ms)
    tracker.tick(decided_ms + PAUSE_MS - 2_000)
    assert desk.findings == []
    tracker.tick(decided_ms + PAUSE_MS)
    assert [name for name, *_ in desk.findings] == ["COUNT_WRONG"]


@rule("LDB 10.10", "C10")
def test_ldb__discards_are_shuffled_for_minutes__no_card_is_missed():
    desk = open_table("ldb", seats=(1,))
    feed(desk, "2S 3S")
    desk.tracker.empty()
    desk.forget()
    for now_ms in range(desk.now_ms, desk.now_ms + 180_000, 1_000):
        desk.tracker.tick(now_ms)
    assert desk.findings == []


@pytest.mark.parametrize("is_void", [True, False])
def test_deal__void_or_stopped__nobody_is_asked_for_its_cards(is_void: bool):
    desk = open_table("tcp")
    feed(desk, "2S 3S")
    ruled = bytes([ROUND_VOID if is_void else 0, *bytes(7)])
    desk.tracker.rule(ruled, 0 if is_void else OPEN_STEP, 0)
    for now_ms in range(desk.now_ms, desk.now_ms + 60_000, 1_000):
        desk.tracker.tick(now_ms)
    assert desk.findings == []


# -- a wager that is taken back ----------------------------------------------------------------


@rule("TCB 13.5.4", "TCB 13.5.1")
def test_tcb__wager_taken_back_in_the_deal__the_seat_gets_no_further_card():
    desk = open_table("tcb", seats=(1, 2))
    feed(desk, "AS KS 2S 3S 4S")  # burned: two; seat 1, seat 2, Banker
    desk.tracker.rule(bytes(8), ALLOWS_BACK, 0)
    assert desk.tracker.decide(1, TAKES_BACK) == st.OK
    assert desk.tracker.decide(1, TAKES_BACK) == st.NO_OUT_OF_TURN
    feed(desk, "5S 6S 7S 8S")
    for tracker in (desk.tracker, booted(desk)):
        desk.tracker = tracker
        assert desk.hands() == {1: cards("2S"), 2: cards("3S 5S 7S"), 0: cards("4S 6S 8S")}
        assert tracker.phase == p.ST_DEALT


@rule("LDB 11.5.4", "LDB 11.5.1")
@pytest.mark.parametrize("decision", [DRAWS, STANDS, 0])
def test_ldb__wager_taken_back_after_or_before_a_decision__cards_stay_where_they_are(
    decision: int,
):
    desk = open_table("ldb", seats=(1, 2))
    feed(desk, "2S 3S 4S 5S 6S 7S")  # one burned; all have two but the dealer, with one
    if decision:
        assert desk.tracker.decide(1, decision) == st.OK
    if decision == DRAWS:
        feed(desk, "8S")
    desk.tracker.rule(bytes(8), ALLOWS_BACK, 0)
    assert desk.tracker.decide(1, TAKES_BACK) == st.OK
    assert desk.tracker.placing.order.awaited_seat() == 2
    assert desk.tracker.decide(2, STANDS) == st.OK
    feed(desk, "KS")
    third = cards("8S") if decision == DRAWS else []
    for tracker in (desk.tracker, booted(desk)):
        desk.tracker = tracker
        assert desk.hands()[1] == cards("3S 6S") + third
        assert desk.hands()[0] == cards("5S KS")
    hands = SettledHands()
    hands.choose(desk.tracker.game, bytes(4))
    hands.look_at(desk.tracker, 1)
    assert set(hands.results[:2]) == {3}, "void: the wager went back"


# -- the last round and the next pack ----------------------------------------------------------


@rule("C5", "TCP 12.9")
def test_tcp__card_named_after_the_next_pack_is_in_play__counted_in_its_own():
    desk = open_table("tcp", seats=(1,))
    feed(desk, "2S ? 4S 5S 6S 7S")
    assert desk.end_round()
    assert desk.tracker.new_pack() == st.OK
    assert tell(desk, "name", number=2, value=c.card_named("3S")) == st.OK
    assert desk.tracker.pack.cards_out == 0
    desk.tracker = booted(desk)
    desk.forget()
    feed(desk, "3S")
    assert desk.findings == []


@rule("C5", "TCP 12.9")
def test_tcp__doubled_card_renamed_after_the_next_pack__the_new_count_is_untouched():
    desk = open_table("tcp", seats=(1,))
    feed(desk, "2S 3S 2S 5S 6S 7S")
    assert desk.end_round()
    assert desk.tracker.new_pack() == st.OK
    seen = bytes(desk.tracker.pack.seen)
    assert tell(desk, "name", number=3, value=c.card_named("4S")) == st.OK
    assert bytes(desk.tracker.pack.seen) == seen
    assert tell(desk, "name", number=4, value=c.card_named("9S")) == st.NO_BAD_VALUE


@rule("LDB 10.10")
def test_ldb__unread_card_on_the_table_at_a_refill__stays_out_of_the_pack():
    desk = open_table("ldb", seats=(1,))
    feed(desk, "AS 2S ?")
    desk.tracker.empty()
    assert desk.tracker.new_pack() == st.OK
    assert desk.tracker.pack.cards_out == 2
    assert tell(desk, "name", number=2, value=c.card_named("3S")) == st.OK
    assert desk.tracker.pack.cards_out == 2


def test_continuous__last_rounds_cards_are_back_inside__not_counted_out():
    desk = open_table("ldb", "device", seats=(1,))
    feed(desk, "AS 2S 3S 4S")
    desk.tracker.decide(1, STANDS)
    feed(desk, "KS 5S")
    assert desk.end_round()
    desk.tracker.discards_are_back()
    assert desk.tracker.pack.cards_out == 0 and not any(desk.tracker.pack.seen)


@rule("FCP 12.9", "TCB 12.6")
def test_situation__pack_in_play_before_anything_was_ruled__the_last_round_still_can_be():
    from firmware.ruling.findings_told import FND_FIRST_DISCLOSED, FND_RESULT_WRONG

    desk = open_table("tcb", seats=(1,))
    feed(desk, "AS KS 2S 3S 4S 5S 6S 7S")
    assert desk.end_round()
    desk.tracker.new_pack()
    situation = Situation(desk.tracker, lambda: False)
    situation.look(FND_RESULT_WRONG, 0)
    assert situation.moment == BETWEEN
    situation.look(FND_FIRST_DISCLOSED, 0)
    assert situation.moment == FRESH


def test_situation__table_closed__a_ruling_can_still_be_taken_back():
    from firmware.rounds.findings import FND_EXPOSED_DEALER

    desk = open_table("csp")
    desk.tracker.close_table()
    situation = Situation(desk.tracker, lambda: False)
    situation.look(FND_EXPOSED_DEALER, 0, DEALER)
    assert situation.game == 0


# -- jackpot wagers that go back ---------------------------------------------------------------


@rule("J13", "CSP 14.1")
@pytest.mark.parametrize("by", ["word", "ruling"])
@pytest.mark.parametrize("next_game", ["csp", "tcp"])
def test_csp__void_round_then_closed_and_opened__what_goes_back_stays(by: str, next_game: str):
    desk = open_table("csp")
    feed(desk, "2S 3S")
    if by == "ruling":
        ruled = bytes([ROUND_VOID, *([21] * 7)])
        desk.tracker.rule(ruled, 0, 0)
        assert desk.end_round()
    else:
        desk.void_round()
    desk.tracker.note_back(desk.tracker.back_seats())
    assert desk.tracker.back_told == 0x7F
    desk.tracker.close_table()
    assert desk.tracker.back_seats() == desk.tracker.back_told
    number = catalogue.number_of(next_game)
    desk.tracker.open_table(number, catalogue.table_of(number), 0, 1, mask((1,)))
    desk.tracker = booted(desk)
    assert desk.tracker.back_seats() == desk.tracker.back_told == 0x7F
    feed(desk, "2S")
    assert desk.tracker.back_seats() == desk.tracker.back_told == 0


# -- one card, one count -----------------------------------------------------------------------


@rule("C12", "TCP 12.5", "TCP 12.3")
def test_exposed__same_card_reported_twice_or_seen_and_reported__is_one():
    desk = open_table("tcp", seats=(1, 2))
    feed(desk, "2S ^ 4S")  # dealer, seat 1 face up, seat 2
    assert tell(desk, "exposed", place=1, number=2) == st.NO_BAD_VALUE
    assert tell(desk, "exposed", place=1) == st.NO_BAD_VALUE
    assert desk.tracker.record.exposed == 1 and not desk.named("EXPOSED_MORE")
    desk.tracker = booted(desk)
    assert tell(desk, "exposed", place=1, number=2) == st.NO_BAD_VALUE
    assert tell(desk, "exposed", place=2) == st.OK
    assert desk.named("EXPOSED_MORE") == [(2, 0, 2)]
    assert tell(desk, "exposed", place=2, number=3) == st.OK, "it says which one that was"
    assert desk.tracker.record.exposed == 2
    assert tell(desk, "exposed", place=2, number=9) == st.NO_BAD_VALUE


# -- cards that stop nothing and cards that count two ------------------------------------------


@rule("C8", "TCB 4.8")
def test_tcb__cutting_card_while_stopped__it_is_remembered():
    desk = open_table("tcb", seats=(1,))
    feed(desk, "AS KS")
    near_the_back(desk)
    out = desk.tracker.pack.cards_out
    desk.tracker.rule(bytes(8), OPEN_STEP, 0)
    feed(desk, "*")
    assert desk.tracker.pack.is_cut_card_out and desk.tracker.pack.cards_out == out
    assert desk.tracker.is_last_round
    assert [name for name, *_ in desk.findings] == ["CUT_CARD_FIRST"]


@rule("C11", "TCB 4.11", "TCB 4.12")
def test_tcb__two_cards_at_once_in_the_burn__both_are_burned():
    desk = open_table("tcb", seats=(1,))
    feed(desk, "3S ?? 5S")
    assert desk.tracker.record.burn_count == 4
    assert desk.steps == [("BURNED", 4)]


@rule("C9", "LDB 10.10")
def test_ldb__last_two_cards_come_at_once__the_shoe_is_empty():
    desk = open_table("ldb", seats=(1,))
    feed(desk, "AS 2S")
    desk.tracker.pack.restore(52 * DECKS["ldb"] - 1, True, True)
    feed(desk, "??")
    assert len(desk.named("NOT_ENOUGH_CARDS")) == 1
    feed(desk, "4S")
    assert len(desk.named("NOT_ENOUGH_CARDS")) == 1


# -- told after the end ------------------------------------------------------------------------


@rule("LDB 10.7")
def test_ldb__kept_told_after_the_end__it_is_the_next_rounds_first_card():
    desk = open_table("ldb", seats=(1,))
    feed(desk, "AS 2S 8S 5S")
    desk.tracker.decide(1, STANDS)
    feed(desk, "KS 9S")
    assert desk.end_round()
    assert tell(desk, "extra", place=KEPT, number=5) == st.OK
    desk.tracker = booted(desk)
    feed(desk, "3D")
    assert desk.hands() == {1: cards("9S"), 0: cards("3D")}


@rule("LDB 10.7")
def test_ldb__kept_told_after_the_next_pack__refused():
    desk = open_table("ldb", seats=(1,))
    feed(desk, "AS 2S 8S 5S")
    desk.tracker.decide(1, STANDS)
    feed(desk, "KS 9S")
    assert desk.end_round() and desk.tracker.new_pack() == st.OK
    assert tell(desk, "extra", place=KEPT, number=5) == st.NO_WRONG_TIME
    assert tell(desk, "extra", place=BURN_PILE, number=5) == st.OK


@rule("C1")
@pytest.mark.parametrize("is_void", [True, False])
def test_name__told_after_the_end__leaves_the_round_as_it_closed(is_void: bool):
    desk = open_table("tcp", seats=(1,))
    feed(desk, "2S ? 4S 5S 6S 7S")
    if is_void:
        desk.void_round()
    else:
        assert desk.end_round()
    closed_as = desk.tracker.closed_as
    assert tell(desk, "name", number=2, value=c.card_named("3S")) == st.OK
    assert desk.tracker.closed_as == closed_as
    assert tell(desk, "extra", place=1, number=3) == st.OK
    assert desk.tracker.closed_as == (st.CLOSED_VOID if is_void else st.CLOSED_IRREGULAR)


def test_skipped__refused_after_the_end__changes_nothing():
    desk = open_table("tcp", seats=(1,))
    feed(desk, "2S 3S 4S 5S 6S 7S")
    assert desk.end_round()
    desk.forget()
    assert tell(desk, "skipped", place=1, number=1) == st.NO_BAD_VALUE
    assert desk.steps == [] and desk.tracker.closed_as == st.CLOSED_COMPLETE
    assert TELLS["skipped"] == 2
