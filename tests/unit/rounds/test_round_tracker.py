"""The round tracker: what the documents say of burning, cutting, exposing, lacking and telling."""

from __future__ import annotations

import random

import pytest

from firmware.cards import codes as c
from firmware.rounds import phases, telling
from firmware.rounds.deal_order import DRAWS, REFUSES, STANDS
from firmware.rounds.findings import DEALER, NO_PLACE
from firmware.rounds.games import catalogue
from firmware.rounds.round_cells import pack_cards, pack_round, unpack
from firmware.rounds.round_record import ALL_BACK, BURN_PILE, KEPT
from firmware.rounds.round_tracker import RoundTracker
from firmware.rounds.settled_hands import NOT_KNOWN, SettledHands
from firmware.rounds.steps import (
    NO_BAD_VALUE,
    NO_CARDS_SHORT,
    NO_OUT_OF_TURN,
    NO_WRONG_TIME,
    OK,
    SEATS_LEARNED,
)
from firmware.rounds.table_state import ORDERS_SHUFFLE
from hw_sim.world.croupier import DECKS, MISTAKES, POKER, Croupier, Mistake
from tests.helpers.mp_run import run_in_micropython
from tests.helpers.round_desk import TELLS, TrackerDesk, cards, mask

rule = pytest.mark.rule


def open_table(game: str, equipment: str = "shoe", seats: tuple[int, ...] = (1, 2)) -> TrackerDesk:
    """A table with a new pack; nothing burned yet."""
    desk = TrackerDesk(game, equipment, DECKS[game])
    desk.new_pack()
    desk.set_seats(seats)
    desk.forget()
    return desk


def feed(desk: TrackerDesk, text: str) -> None:
    """Readings by name; '*' is the cutting card, '^' a card face up, '?' an unreadable one."""
    marks = {"*": c.CUT_CARD, "^": c.FACE_UP, "?": c.UNREADABLE, "??": c.TWO_CARDS, "J": c.JOKER}
    for word in text.split():
        desk.reading(marks[word] if word in marks else c.card_named(word))


def near_the_back(desk: TrackerDesk) -> None:
    """The cards before the place of the cutting card are dealt (TCB 4.6, LDB 4.9)."""
    desk.tracker.pack.restore(52 * (desk.tracker.pack.decks - 1), False, False)


def tell(desk: TrackerDesk, what: str, place: int = 0, number: int = 0, value: int = 0) -> int:
    return telling.tell(desk.tracker, TELLS[what], place, number, value)


def snapshot(tracker: RoundTracker) -> bytes:
    """The whole state as it is kept over a power cut."""
    cell, more = bytearray(244), bytearray(244)
    pack_round(tracker, cell)
    pack_cards(tracker, more)
    return bytes(cell + more + tracker.record.places + bytes([tracker.record.placed]))


# -- burning (C11) -----------------------------------------------------------------------------


@rule("TCB 4.11", "TCB 4.12")
@pytest.mark.parametrize(
    ("first", "count"), [("2S", 2), ("9S", 9), ("TS", 10), ("KS", 10), ("JD", 10), ("AS", 1)]
)
def test_tcb__burn__first_card_and_as_many_as_its_value(first: str, count: int):
    desk = open_table("tcb")
    feed(desk, first)
    for i in range(count):
        assert desk.steps == []
        desk.reading(i)
    assert desk.steps == [("BURNED", count + 1)]
    desk.reading(40)
    assert desk.steps[1] == ("OPENED", 1)
    assert desk.hands() == {1: [40]}


@rule("LDB 4.10")
def test_ldb__burn__one_card_and_no_round_yet():
    desk = open_table("ldb")
    feed(desk, "KS")
    assert desk.steps == [("BURNED", 1)]
    assert desk.tracker.phase == phases.ST_READY
    feed(desk, "2S")
    assert desk.hands() == {1: cards("2S")}


@rule("C11", "TCB 12.11")
def test_tcb__burn_forgotten__cards_are_in_play_as_dealt():
    desk = open_table("tcb", seats=(1,))
    feed(desk, "2S 3S 4S 5S 6S 7S")  # taken for a burn of three and the begin of a round
    assert desk.hands() == {1: cards("5S 7S"), 0: cards("6S")}
    assert desk.tracker.end_round(desk.now_ms) == NO_CARDS_SHORT
    assert tell(desk, "not_burned", value=0) == OK
    assert desk.hands() == {1: cards("2S 4S 6S"), 0: cards("3S 5S 7S")}
    assert desk.named("NOT_BURNED") == [(NO_PLACE, 0, 3)]
    assert desk.end_round()


@rule("C11", "TCB 12.11")
def test_tcb__only_the_first_card_burned__the_others_are_in_play():
    desk = open_table("tcb", seats=(1,))
    feed(desk, "TS 3S 4S 5S 6S 7S 8S")
    assert desk.hands() == {}  # all of them taken for the burn
    assert tell(desk, "not_burned", value=1) == OK
    assert desk.hands() == {1: cards("3S 5S 7S"), 0: cards("4S 6S 8S")}
    assert ("OPENED", 1) in desk.steps
    assert desk.burned() == cards("TS")


@rule("C11", "LDB 10.13")
def test_ldb__burn_forgotten__the_card_stays_in_play():
    desk = open_table("ldb", seats=(2,))
    feed(desk, "2S 3S 4S")
    assert desk.tracker.decide(2, STANDS) == NO_OUT_OF_TURN  # one card lacks for the board
    assert tell(desk, "not_burned", value=0) == OK
    assert desk.hands() == {2: cards("2S 4S"), 0: cards("3S")}
    assert desk.tracker.decide(2, STANDS) == OK


def test_burn__not_burned_told_too_late_or_wrongly__refused_and_nothing_changes():
    desk = open_table("tcb", seats=(1,))
    feed(desk, "AS KS")
    before = snapshot(desk.tracker)
    assert tell(desk, "not_burned", value=2) == NO_BAD_VALUE
    assert snapshot(desk.tracker) == before
    feed(desk, "2S 3S 4S 5S 6S 7S")
    assert desk.end_round()
    before = snapshot(desk.tracker)
    assert tell(desk, "not_burned", value=0) == NO_WRONG_TIME
    assert snapshot(desk.tracker) == before


@rule("C7", "TCB 4.11")
def test_tcb__first_burned_card_not_to_be_read__its_name_ends_the_burn():
    desk = open_table("tcb", seats=(1,))
    feed(desk, "^ 3S 4S 5S 6S")
    assert desk.named("FACE_UP_BURNED") == [(BURN_PILE, 0, 0)]
    assert tell(desk, "name", number=0, value=c.card_named("2D")) == OK
    assert desk.burned() == cards("2D 3S 4S")
    assert desk.hands() == {1: cards("5S"), 0: cards("6S")}


# -- cutting card and shuffle (C8, C11) --------------------------------------------------------


@rule("C8", "TCB 4.8")
def test_tcb__cut_card_first__last_coup_is_announced_and_finished():
    desk = open_table("tcb", seats=(1,))
    feed(desk, "AS KS")
    near_the_back(desk)
    feed(desk, "*")
    assert desk.findings == [("CUT_CARD_FIRST", NO_PLACE, 0, 0)]
    assert desk.steps[-1] == ("LAST_ROUND", 0)
    feed(desk, "2S 3S 4S 5S 6S 7S")
    assert desk.end_round()
    assert desk.steps[-1] == ("SHUFFLE_DUE", 0)
    assert len(desk.findings) == 1


@rule("C11", "TCB 12.12", "LDB 10.14")
@pytest.mark.parametrize("game", ["tcb", "ldb"])
def test_baccarat__round_after_the_last_one_without_a_shuffle__found(game: str):
    desk = open_table(game, seats=(1,))
    feed(desk, "AS KS * 2S" if game == "tcb" else "AS 2S *")
    desk.tracker.void_round(desk.now_ms)
    assert desk.tracker.is_shuffle_due
    desk.forget()
    feed(desk, "9S")
    assert desk.findings == [("NOT_SHUFFLED", NO_PLACE, 0, 0)]
    assert desk.steps[0] == ("OPENED", 2)  # the dealer completes the coup


@rule("C8", "LDB 4.1.2")
def test_ldb__cut_card_first__shuffle_comes_before_the_round():
    desk = open_table("ldb")
    feed(desk, "AS")
    near_the_back(desk)
    feed(desk, "*")
    assert desk.findings == [("CUT_CARD_FIRST", NO_PLACE, 0, 0)]
    assert desk.steps[-1] == ("SHUFFLE_DUE", 0)
    assert desk.tracker.phase == phases.ST_READY
    desk.new_pack()
    desk.forget()
    feed(desk, "AS 2S")
    assert desk.findings == []


@rule("C8")
def test_cut_card__a_second_one__is_foreign():
    desk = open_table("tcb", seats=(1,))
    feed(desk, "AS KS 2S * *")
    assert desk.named("FOREIGN_CARD") == [(0, 3, c.CUT_CARD)]


@rule("C11", "TCP 4.1", "FCP 4.1", "CSP 4.1")
@pytest.mark.parametrize("game", POKER)
def test_poker__second_round_from_the_same_pack__not_shuffled(game: str):
    desk = open_table(game, seats=(1,))
    for code in range(12):
        desk.reading(code)
        if desk.tracker.phase == phases.ST_DEALT:
            break
    assert desk.end_round()
    assert desk.findings == []
    desk.reading(40)
    assert desk.findings == [("NOT_SHUFFLED", NO_PLACE, 0, 0)]


@rule("C11", "TCP 4.1.1")
def test_table__first_round_without_any_shuffle__found():
    desk = TrackerDesk("tcp", "shoe", 1)
    desk.reading(0)
    assert desk.findings == [("NOT_SHUFFLED", NO_PLACE, 0, 0)]


@rule("C11", "TCB 12.10")
def test_tcb__pack_nearly_out_without_a_cut_card__not_cut():
    desk = open_table("tcb", seats=())
    rng = random.Random(2)
    pack = list(range(52)) * 6
    rng.shuffle(pack)
    for i, code in enumerate(pack):
        desk.reading(code)
        if desk.tracker.phase == phases.ST_DEALT:
            desk.end_round()
        assert bool(desk.named("NOT_CUT")) == (i >= 312 - 26)
    assert len(desk.named("NOT_CUT")) == 1


@rule("C11", "LDB 10.12")
def test_ldb__shoe_empty_without_a_cut_card__not_cut():
    desk = open_table("ldb")
    desk.tracker.empty()
    assert desk.findings == [("NOT_CUT", NO_PLACE, 0, 0)]


@rule("I15", "TCB 4.6", "TCB 12.10", "LDB 4.9", "LDB 10.12")
@pytest.mark.parametrize(
    ("game", "decks", "most"), [("tcb", 6, 78), ("tcb", 8, 78), ("ldb", 3, 78), ("ldb", 8, 208)]
)
@pytest.mark.parametrize(
    ("dealt", "right"), [("", "CUT_CARD_FIRST"), ("2S", "CUT_CARD_LATER")], ids=["first", "later"]
)
def test_cut_card__too_many_cards_behind_it__misplaced(
    game: str, decks: int, most: int, dealt: str, right: str
):
    for behind, is_misplaced in ((most, False), (most + 1, True)):
        desk = TrackerDesk(game, "shoe", decks)
        desk.new_pack()
        feed(desk, f"AS KS {dealt}" if game == "tcb" else f"AS {dealt}")
        desk.forget()
        desk.tracker.pack.restore(decks * 52 - behind, False, False)
        feed(desk, "*")
        (found,) = desk.findings
        assert found[0] == ("CUT_MISPLACED" if is_misplaced else right)
        assert found[3] == (behind if is_misplaced else 0)
    device = open_table(game, "device")
    feed(device, "AS KS 2S *" if game == "tcb" else "AS 2S *")
    assert [finding[0] for finding in device.findings] == ["CUT_CARD_LATER"]


@rule("C11", "TCB 12.10")
def test_tcb__not_cut_told__round_is_finished_then_shuffled():
    desk = open_table("tcb", seats=(1,))
    feed(desk, "AS KS 2S")
    assert tell(desk, "not_cut") == OK
    assert desk.named("NOT_CUT") == [(NO_PLACE, 0, 0)]
    feed(desk, "3S 4S 5S 6S 7S")
    desk.tracker.rule(bytes(8), ORDERS_SHUFFLE, 0)  # as the ruling of 12.10 does
    assert desk.end_round()
    assert desk.tracker.is_shuffle_due and desk.steps[-1] == ("SHUFFLE_DUE", 0)
    assert tell(desk, "not_cut") == NO_WRONG_TIME
    device = open_table("tcb", "device", seats=(1,))
    assert tell(device, "not_cut") == NO_BAD_VALUE  # never cut (TCB 4.9)


# -- not enough cards (C9) ---------------------------------------------------------------------


@rule("C9", "TCB 12.7")
def test_tcb__shoe_empty_in_a_coup__found_and_no_refill():
    desk = open_table("tcb", seats=(1,))
    feed(desk, "AS KS 2S 3S")
    desk.tracker.empty()
    assert desk.named("NOT_ENOUGH_CARDS") == [(NO_PLACE, 0, 4)]
    assert desk.tracker.new_pack() == NO_WRONG_TIME
    assert desk.tracker.void_round(desk.now_ms) == OK
    assert desk.tracker.new_pack() == OK


@rule("C9", "LDB 10.10")
def test_ldb__shoe_empty_in_a_round__discards_finish_it():
    desk = open_table("ldb", seats=(1,))
    feed(desk, "AS 2S 3S")
    desk.tracker.empty()
    assert desk.named("NOT_ENOUGH_CARDS") == [(NO_PLACE, 0, 2)]
    assert desk.tracker.new_pack() == OK
    feed(desk, "4S")
    assert desk.tracker.decide(1, STANDS) == OK
    feed(desk, "KS")
    assert desk.tracker.phase == phases.ST_DEALING  # 3: the dealer draws
    feed(desk, "5S")
    assert desk.hands() == {1: cards("2S 4S"), 0: cards("3S KS 5S")}
    assert desk.tracker.pack.times(c.card_named("2S")) == 1
    assert desk.end_round()


@rule("C9", "TCB 12.7", "LDB 10.10")
@pytest.mark.parametrize("game", ["tcb", "ldb"])
def test_pack__dealt_to_its_last_card__counted_out_without_being_told(game: str):
    """The board knows the pack: no sensor need say that the shoe is empty."""
    desk = open_table(game, seats=(1, 2, 3, 4))
    pack = list(range(52)) * DECKS[game]
    random.Random(1).shuffle(pack)
    for i, code in enumerate(pack):
        desk.reading(code)
        seat = desk.tracker.placing.order.awaited_seat() if desk.tracker.placing.is_open else 0
        while seat and desk.tracker.phase == phases.ST_DEALING:
            desk.decide(seat, "stands")
            seat = desk.tracker.placing.order.awaited_seat()
        is_last = i == len(pack) - 1
        if desk.tracker.phase == phases.ST_DEALT:
            assert not is_last
            desk.end_round()
        assert bool(desk.named("NOT_ENOUGH_CARDS")) == is_last
    assert desk.tracker.is_refill_allowed == (game == "ldb")


def test_empty__no_round_or_no_table__no_finding_of_lacking_cards():
    desk = open_table("csp")
    desk.tracker.empty()
    assert desk.findings == []
    desk.tracker.close_table()
    desk.tracker.empty()
    assert desk.findings == []


# -- exposed cards (C12) -----------------------------------------------------------------------


@rule("C12", "TCP 12.3", "TCP 12.5", "FCP 12.3", "FCP 12.5", "CSP 14.3", "CSP 14.5")
@pytest.mark.parametrize("game", POKER)
def test_poker__exposed__one_is_none_two_are_a_misdeal(game: str):
    desk = open_table(game)
    feed(desk, "2S 3S")
    assert tell(desk, "exposed", place=1) == OK
    assert desk.findings == [("EXPOSED_ONE", 1, 0, 1)]
    assert tell(desk, "exposed", place=2) == OK
    assert desk.findings[1] == ("EXPOSED_MORE", 2, 0, 2)


@rule("C12", "TCP 12.6", "CSP 14.6", "CSP 14.7")
@pytest.mark.parametrize("game", ["tcp", "csp"])
def test_poker__dealers_card_exposed__told_apart(game: str):
    desk = open_table(game)
    feed(desk, "2S")
    assert tell(desk, "exposed", place=DEALER, number=1) == OK
    assert desk.findings == [("EXPOSED_DEALER", DEALER, 1, 1)]


@rule("C12")
def test_poker__two_cards_face_up_in_the_shoe__count_as_exposed():
    desk = open_table("tcp")
    feed(desk, "2S ^ 3S ^")
    assert [finding[0] for finding in desk.findings] == [
        "FACE_UP_LATER",
        "FACE_UP_LATER",
        "EXPOSED_MORE",
    ]


@rule("C12")
@pytest.mark.rule("C12", "FCP 7.3", "FCP 12.3", "CSP 7.3", "CSP 14.3")
@pytest.mark.parametrize(("game", "turned_at"), [("fcp", 10), ("csp", 8)])
def test_poker__card_that_is_turned_anyway__is_not_exposed_in_error(game: str, turned_at: int):
    """A card face up in the shoe goes to the player first; the dealer's turned one follows."""
    other_at = 0 if game == "fcp" else 1
    for second, is_misdeal in ((turned_at, False), (turned_at - 2, True)):
        desk = TrackerDesk(game, "shoe", 1)
        desk.new_pack()
        desk.set_seats((1,))
        for card in range(11 if game == "fcp" else 10):
            desk.reading(c.FACE_UP if card in (other_at, second) else card)
        names = [finding[0] for finding in desk.findings]
        assert names.count("FACE_UP_FIRST") + names.count("FACE_UP_LATER") == 2
        assert ("EXPOSED_MORE" in names) == is_misdeal


@rule("I2", "CSP 14.6", "CSP 14.3", "CSP 7.3.3")
@pytest.mark.parametrize("first", ["^", "2S"])
def test_csp__dealers_card_left_face_up__the_last_one_is_dealt_face_down(first: str):
    """14.6: "all other cards shall be dealt face downwards": a fifth one face up is the second."""
    desk = open_table("csp", seats=(1,))
    feed(desk, first)
    if first != "^":
        assert tell(desk, "exposed", place=DEALER, number=1) == OK
    feed(desk, "3S 4S 5S 6S 7S 8S 9S")
    cell, more = bytearray(244), bytearray(244)
    pack_round(desk.tracker, cell)
    pack_cards(desk.tracker, more)
    assert unpack(desk.tracker, cell, more) and desk.tracker.record.is_dealer_exposed
    desk.forget()
    feed(desk, "^")
    assert [finding[0] for finding in desk.findings] == ["FACE_UP_LATER", "EXPOSED_MORE"]


@rule("I2", "FCP 12.5", "FCP 7.3.4")
def test_fcp__dealers_card_shown_in_error__the_sixth_is_still_dealt_face_up():
    desk = open_table("fcp", seats=(1,))
    feed(desk, "2S 3S")
    assert tell(desk, "exposed", place=DEALER, number=2) == OK
    feed(desk, "4S 5S 6S 7S 8S 9S TS JS")
    desk.forget()
    feed(desk, "^")
    assert [finding[0] for finding in desk.findings] == ["FACE_UP_LATER"]


@rule("I2", "CSP 7.3.3", "FCP 7.3.4")
@pytest.mark.parametrize(("game", "cards_out", "turned"), [("csp", 9, 9), ("fcp", 11, 11)])
def test_exposed__told_of_the_card_that_is_dealt_face_up__refused(
    game: str, cards_out: int, turned: int
):
    desk = open_table(game, seats=(1,))
    for card in range(cards_out):
        desk.reading(card)
    assert tell(desk, "exposed", place=DEALER, number=turned) == NO_BAD_VALUE
    assert tell(desk, "exposed", place=DEALER, number=turned - 2) == OK


def test_exposed__wrong_place_game_or_time__refused():
    desk = open_table("tcp")
    assert tell(desk, "exposed", place=1) == NO_WRONG_TIME
    feed(desk, "2S")
    assert tell(desk, "exposed", place=7) == NO_BAD_VALUE
    baccarat = open_table("tcb")
    feed(baccarat, "AS KS 2S")
    assert tell(baccarat, "exposed", place=1) == NO_BAD_VALUE
    assert baccarat.findings == []


# -- telling (C10) -----------------------------------------------------------------------------


@rule("C10", "TCP 12.8", "FCP 12.7", "CSP 14.10", "TCB 12.4")
def test_no_wager__hand_at_an_empty_area__other_hands_come_right():
    desk = open_table("tcp", seats=(1, 3))
    feed(desk, "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")
    assert desk.named("COUNT_WRONG")
    assert tell(desk, "no_wager", place=2) == OK
    assert desk.hands() == {
        0: cards("2S 6S TS"),
        1: cards("3S 7S JS"),
        2: cards("4S 8S QS"),
        3: cards("5S 9S KS"),
    }
    assert desk.named("HAND_WITHOUT_WAGER") == [(2, 0, 0)]
    for bad in (0, 1, 2, 8):
        assert tell(desk, "no_wager", place=bad) == NO_BAD_VALUE


@rule("C10")
def test_extra_and_skipped__in_one_round__both_are_put_right():
    """The number of cards is right, two hands are wrong: only people can tell."""
    desk = open_table("tcp", seats=(1, 2))
    feed(desk, "2S 3S 4S 5S 6S 7S 8S 9S TS")  # seat 1 got 3S and 4S, seat 2 nothing at first
    assert desk.findings == []
    assert tell(desk, "extra", place=1, number=3) == OK
    assert tell(desk, "skipped", place=2, number=4) == OK
    assert desk.hands() == {0: cards("2S 5S 8S"), 1: cards("3S 4S 6S 9S"), 2: cards("7S TS")}
    assert desk.named("HAND_COUNT") == [(1, 3, 1), (2, 4, -1)]


@rule("C10")
@pytest.mark.parametrize(
    ("what", "place", "number"),
    [
        ("extra", 3, 2),
        ("extra", 1, 0),
        ("extra", 1, 9),
        ("extra", BURN_PILE, 1),
        ("extra", KEPT, 1),
        ("skipped", 2, 1),
        ("skipped", 1, 9),
        ("skipped", 3, 1),
        ("name", 0, 1),
        ("name", 0, 5),
        ("no_wager", 1, 0),
    ],
)
def test_telling__what_can_not_be__refused_and_nothing_changes(what: str, place: int, number: int):
    desk = open_table("tcp")
    feed(desk, "2S 3S 4S 5S")
    before = snapshot(desk.tracker)
    assert tell(desk, what, place=place, number=number) == NO_BAD_VALUE
    assert snapshot(desk.tracker) == before
    assert desk.findings == []


def test_telling__unknown_fact_or_no_table__refused():
    desk = open_table("tcp")
    assert telling.tell(desk.tracker, 99, 0, 0, 0) == NO_BAD_VALUE
    assert tell(desk, "missing", value=99) == NO_BAD_VALUE
    assert tell(desk, "missing", value=9) == OK
    assert desk.findings == [("MISSING_CARD", NO_PLACE, 0, 9)]
    desk.tracker.close_table()
    assert tell(desk, "missing", value=9) == NO_WRONG_TIME


@rule("C10")
def test_deal__stops_for_long__told_once():
    desk = open_table("tcp")
    feed(desk, "2S 3S 4S")
    desk.tracker.tick(desk.now_ms + 19_000)
    assert desk.findings == []
    desk.tracker.tick(desk.now_ms + 20_000)
    desk.tracker.tick(desk.now_ms + 30_000)
    assert desk.findings == [("COUNT_WRONG", NO_PLACE, 0, -6)]
    assert desk.end_round()


@rule("C1", "C10")
def test_two_cards_at_once__take_two_places_until_they_are_named():
    desk = open_table("tcp")
    feed(desk, "2S ?? 4S")
    assert desk.named("TWO_CARDS") == [(1, 2, 0)]
    assert tell(desk, "name", number=2, value=8) == OK
    assert tell(desk, "name", number=3, value=12) == OK
    assert desk.hands() == {0: cards("2S 4S"), 1: [8], 2: [12]}
    assert desk.tracker.pack.cards_out == 4


@rule("C5")
def test_name__of_a_card_that_is_out_already__doubled():
    desk = open_table("tcp")
    feed(desk, "2S ? 4S")
    assert tell(desk, "name", number=2, value=0) == OK
    assert desk.named("DOUBLED_CARD") == [(1, 2, 0)]


# -- Lucky Draw: decisions ---------------------------------------------------------------------


@rule("LDB 8.1", "LDB 8.3")
def test_ldb__decisions__in_order_from_the_left_only():
    desk = open_table("ldb", seats=(2, 5))
    feed(desk, "AS 2S 3S 4S")
    assert desk.tracker.decide(2, DRAWS) == NO_OUT_OF_TURN  # the first deal is not over
    feed(desk, "5S 6S")
    for seat in (5, 1, 0, 7):
        assert desk.tracker.decide(seat, DRAWS) == NO_OUT_OF_TURN
    assert desk.tracker.decide(2, 9) == NO_BAD_VALUE
    assert desk.tracker.decide(2, DRAWS) == OK
    assert desk.tracker.decide(2, DRAWS) == NO_OUT_OF_TURN
    feed(desk, "7S")
    assert desk.tracker.decide(5, STANDS) == OK
    feed(desk, "8S")
    assert desk.hands() == {2: cards("2S 5S 7S"), 5: cards("3S 6S"), 0: cards("4S 8S")}
    assert desk.tracker.phase == phases.ST_DEALING  # 2 points: a third card
    feed(desk, "9S")
    assert desk.tracker.phase == phases.ST_DEALT


@rule("LDB 8.5")
@pytest.mark.parametrize(("second", "is_drawing"), [("2S", True), ("3S", False), ("JS", True)])
def test_ldb__dealer__draws_a_third_card_on_four_or_lower(second: str, is_drawing: bool):
    desk = open_table("ldb", seats=(1,))
    feed(desk, "AS 7S 2D 8S")
    desk.tracker.decide(1, STANDS)
    feed(desk, second)
    assert (desk.tracker.phase == phases.ST_DEALING) == is_drawing


@rule("C10", "LDB 10.3")
def test_ldb__card_uncalled__goes_to_the_player_who_takes_it():
    desk = open_table("ldb", seats=(1, 2))
    feed(desk, "AS 2S 3S 4S 5S 6S 7S")
    assert desk.findings == [("CARD_UNCALLED", NO_PLACE, 6, 0)]
    assert desk.tracker.decide(1, DRAWS) == OK
    assert desk.hands()[1] == cards("2S 5S 7S")


@rule("C10", "LDB 10.4", "LDB 10.5")
def test_ldb__card_refused_by_all__becomes_the_dealers():
    desk = open_table("ldb", seats=(1, 2))
    feed(desk, "AS 2S 3S 4S 5S 6S 7S")
    assert desk.tracker.decide(1, REFUSES) == OK
    assert desk.tracker.decide(2, REFUSES) == OK
    assert desk.hands() == {1: cards("2S 5S"), 2: cards("3S 6S"), 0: cards("4S 7S")}
    assert desk.tracker.phase == phases.ST_DEALING  # 1 point: the dealer draws
    feed(desk, "8S")
    assert desk.end_round()


@rule("C10", "LDB 10.6", "LDB 10.7")
@pytest.mark.parametrize(("place", "detail"), [(BURN_PILE, 1), (KEPT, 0)])
def test_ldb__extra_card_to_the_dealer__burned_or_kept_for_the_next_round(place: int, detail: int):
    desk = open_table("ldb", seats=(1,))
    feed(desk, "AS 2S 8S 5S")
    desk.tracker.decide(1, STANDS)
    feed(desk, "KS 9S")
    assert desk.findings == [("DEALER_EXTRA_CARD", DEALER, 5, 255)]
    assert tell(desk, "extra", place=place, number=5) == OK
    assert desk.findings[1] == ("DEALER_EXTRA_CARD", DEALER, 5, detail)
    assert desk.hands() == {1: cards("2S 5S"), 0: cards("8S KS")}
    assert desk.end_round()
    feed(desk, "3D")
    first = {1: cards("9S"), 0: cards("3D")} if place == KEPT else {1: cards("3D")}
    assert desk.hands() == first


# -- seats -------------------------------------------------------------------------------------


@rule("TCB 8.2")
def test_tcb__only_side_wagers__only_banker_is_dealt():
    desk = open_table("tcb", seats=())
    feed(desk, "AS KS 2S 3S 4S")
    assert desk.hands() == {0: cards("2S 3S 4S")}
    assert desk.tracker.phase == phases.ST_DEALT


@pytest.mark.parametrize(("game", "count"), [("tcp", 3), ("fcp", 5), ("csp", 5), ("tcb", 3)])
def test_seats__learned__counted_from_the_cards(game: str, count: int):
    for seats in range(1, 8):
        for equipment in ("shoe", "device"):
            desk = open_table(game, equipment)
            assert desk.tracker.set_seats(SEATS_LEARNED) == OK
            if game == "tcb":
                feed(desk, "AS KS")
            spare = TrackerDesk(game, equipment, DECKS[game])
            croupier = Croupier(game, equipment, spare, random.Random(seats))
            croupier.shuffle()
            spare.tracker.is_burn_due = False
            croupier.is_first_round = False
            stream: list[int] = []
            reading = spare.reading
            spare.reading = lambda code, s=stream, r=reading: (s.append(code), r(code))  # type: ignore[method-assign]
            truth = croupier.deal_round(tuple(range(1, seats + 1)))
            for code in stream:
                desk.reading(code)
            assert desk.hands() == {}
            assert desk.end_round()
            assert desk.hands() == truth.hands
            assert len(desk.hands()[1]) == count
            assert not desk.named("COUNT_WRONG")


def test_seats__learned_but_uneven__count_wrong():
    desk = open_table("tcp")
    assert desk.tracker.set_seats(SEATS_LEARNED) == OK
    feed(desk, "2S 3S 4S 5S 6S")
    assert desk.tracker.end_round(desk.now_ms) == NO_CARDS_SHORT
    assert open_table("ldb").tracker.set_seats(SEATS_LEARNED) == NO_BAD_VALUE


# -- illegal situations ------------------------------------------------------------------------


def test_illegal__card_without_a_table__finding_and_state_as_it_was():
    desk = open_table("tcp")
    desk.tracker.close_table()
    before = snapshot(desk.tracker)
    feed(desk, "2S 3S 4S")
    assert desk.findings == [("CARD_WITHOUT_TABLE", NO_PLACE, 0, 0)]  # told once, not for each
    assert snapshot(desk.tracker) == before


@rule("TCP 5.4", "FCP 5.4", "CSP 5.6", "TCB 5.5", "LDB 5.8")
def test_illegal__in_the_middle_of_a_round__refused_and_state_as_it_was():
    desk = open_table("tcp")
    feed(desk, "2S 3S")
    for cards_more in ("", "4S 5S 6S 7S 8S 9S TS"):
        feed(desk, cards_more)
        before = snapshot(desk.tracker)
        tracker = desk.tracker
        assert tracker.set_seats(1) == NO_WRONG_TIME
        assert tracker.open_table(2, catalogue.table_of(2), 0, 1, 1) == NO_WRONG_TIME
        assert tracker.close_table() == NO_WRONG_TIME
        assert tracker.new_pack() == NO_WRONG_TIME
        assert tracker.decide(1, DRAWS) in (NO_OUT_OF_TURN, NO_WRONG_TIME)
        assert snapshot(tracker) == before


def test_illegal__no_round__nothing_to_end_or_void():
    desk = open_table("tcp")
    before = snapshot(desk.tracker)
    assert desk.tracker.end_round(0) == NO_WRONG_TIME
    assert desk.tracker.void_round(0) == NO_WRONG_TIME
    assert snapshot(desk.tracker) == before
    desk.tracker.close_table()
    assert desk.tracker.set_seats(1) == NO_WRONG_TIME
    assert desk.tracker.new_pack() == NO_WRONG_TIME
    assert desk.tracker.close_table() == NO_WRONG_TIME


def test_illegal__table_that_the_rules_do_not_know__refused():
    tracker = TrackerDesk("tcp", "shoe", 1).tracker
    for number, decks, seats in ((1, 2, 1), (4, 1, 1), (5, 5, 1), (1, 1, 0), (1, 1, 0xFF)):
        before = snapshot(tracker)
        game = catalogue.table_of(number)
        assert tracker.open_table(number, game, 0, decks, seats) == NO_BAD_VALUE
        assert snapshot(tracker) == before


@rule("C5")
def test_illegal__53rd_card__is_found():
    desk = open_table("tcp")
    for code in range(52):
        desk.reading(code)
        if desk.tracker.phase == phases.ST_DEALT:
            desk.end_round()
    assert not desk.named("DOUBLED_CARD")
    desk.reading(7)
    assert [finding[2] for finding in desk.named("DOUBLED_CARD")] == [7]


def test_illegal__more_cards_than_any_deal__counted_and_not_kept():
    desk = open_table("tcp")
    for i in range(80):
        desk.tracker.take(i % 52, 1_000 + i)
    assert desk.tracker.record.count == 64
    assert len(desk.named("COUNT_WRONG")) == 71


# -- rounds follow each other ------------------------------------------------------------------


def test_next_round__first_card_long_after_the_last__ends_the_round_by_itself():
    desk = open_table("tcb", seats=(1,))
    feed(desk, "AS KS 2S 3S 4S 5S 6S 7S")
    desk.tracker.take(3, desk.now_ms + 3_999)
    assert desk.named("COUNT_WRONG") == [(NO_PLACE, 7, 1)]
    desk.tracker.take(4, desk.now_ms + 3_999 + 4_000)
    assert desk.steps[-2:] == [("CLOSED", 1), ("OPENED", 2)]
    assert desk.hands() == {1: [4]}


# -- what the hands come to --------------------------------------------------------------------


def settled(desk: TrackerDesk, place: int) -> tuple[list[int], list[int]]:
    hands = SettledHands()
    hands.choose(desk.tracker.game, b"\x00\x00\x00\x00")
    hands.look_at(desk.tracker, place)
    return list(hands.cards[: hands.count]), list(hands.results)


@rule("CSP 9.4", "C10")
def test_settled__round__results_by_place_and_void_where_a_hand_is():
    desk = open_table("tcp", seats=(1, 2))
    feed(desk, "QS AS 2D 3H AH 5D 2H AD 7C")  # dealer Q32, seat 1 three aces, seat 2 7-5-2
    assert settled(desk, 0) == (cards("QS 3H 2H"), [255, 255, 255, 255])
    assert settled(desk, 1) == (cards("AS AH AD"), [0, 0, 0, 0])
    assert settled(desk, 2) == (cards("2D 5D 7C"), [1, 1, 1, 2])
    desk.tracker.rule(bytes([0, 0, ALL_BACK, 0, 0, 0, 0, 0]), 0, 0)
    assert settled(desk, 2)[1] == [3, 3, 3, 3]
    assert settled(desk, 1)[1] == [0, 0, 0, 0]
    assert desk.tracker.void_round(desk.now_ms) == OK
    assert settled(desk, 1)[1] == [3, 3, 3, 3]


def test_settled__unknown_card_or_wrong_count__no_result_is_invented():
    desk = open_table("tcp", seats=(1,))
    feed(desk, "QS ? 3H 4S 2H 9D")
    assert settled(desk, 1)[1] == [NOT_KNOWN] * 4
    assert tell(desk, "name", number=2, value=c.card_named("AD")) == OK
    assert settled(desk, 1)[1] == [0, 0, 1, 2]
    feed(desk, "8D")
    assert tell(desk, "extra", place=1, number=7) == OK
    assert settled(desk, 1)[1] == [3, 3, 3, 3]  # TCP 12.7


# -- power cut ---------------------------------------------------------------------------------


def restored(desk: TrackerDesk) -> RoundTracker:
    """A tracker of a new boot, from the cells of the old one."""
    cell, more = bytearray(244), bytearray(244)
    pack_round(desk.tracker, cell)
    pack_cards(desk.tracker, more)
    fresh = RoundTracker(desk._step, desk._finding)  # pyright: ignore[reportPrivateUsage]
    assert unpack(fresh, cell, more)
    fresh.card_ms = desk.now_ms
    return fresh


class CutDesk(TrackerDesk):
    """Loses its power after every single thing that happens."""

    def reading(self, code: int) -> None:
        super().reading(code)
        before = snapshot(self.tracker)
        self.tracker = restored(self)
        assert snapshot(self.tracker) == before

    def decide(self, seat: int, decision: str) -> None:
        super().decide(seat, decision)
        self.tracker = restored(self)

    def tell(self, what: str, place: int, number: int, value: int) -> None:
        super().tell(what, place, number, value)
        self.tracker = restored(self)


@rule("STANDARDS 13")
@pytest.mark.parametrize("game", list(DECKS))
def test_power__cut_after_every_card__same_record_and_findings(game: str):
    kinds = MISTAKES["poker" if game in POKER else game]
    for i, kind in enumerate(("", *kinds) * 2):
        said = []
        for make in (TrackerDesk, CutDesk):
            desk = make(game, "shoe", DECKS[game])
            croupier = Croupier(game, "shoe", desk, random.Random(i))
            croupier.shuffle()
            croupier.deal_round((1, 2, 6), Mistake(kind, 3 + i % 4) if kind else None)
            croupier.deal_round((4,))
            said.append((desk.steps, desk.findings, desk.hands()))
        assert said[0] == said[1], kind


def test_power__new_or_strange_store__no_state_is_invented():
    fresh = RoundTracker(lambda *_: None, lambda *_: None)
    assert not unpack(fresh, bytearray(244), bytearray(244))
    assert fresh.phase == phases.ST_CLOSED
    cell, more = bytearray(244), bytearray(244)
    pack_round(fresh, cell)
    pack_cards(fresh, more)
    assert unpack(fresh, cell, more)
    cell[2] = 9  # a game that this firmware does not know
    assert not unpack(fresh, cell, more)
    assert fresh.phase == phases.ST_CLOSED


def test_seats__mask__helper():
    assert mask((7,)) == 64


# -- inside MicroPython ------------------------------------------------------------------------


def test_tracker__inside_micropython__same_steps_and_no_allocation():
    lines = run_in_micropython("tests/helpers/tracker_on_vm.py").splitlines()
    assert lines == ["tcp 63", "fcp 63", "csp 63", "tcb 63", "ldb 63"]


@pytest.mark.rule("I4", "TCP 12.10")
def test_warned__ruling_withdrawn__only_rulings_that_stand_have_warned():
    desk = open_table("tcp", seats=(1, 2))
    feed(desk, "QS AS")
    assert desk.tracker.rule(bytes(8), 0, 0b01) and desk.tracker.warned == 0b01
    assert restored(desk).warned == 0b01
    assert desk.tracker.rule(bytes(8), 0, 0) and desk.tracker.warned == 0, "withdrawn"
    desk.tracker.rule(bytes(8), 0, 0b10)
    feed(desk, "2D 3H AH 5D 2H AD 7C")
    assert desk.end_round() and desk.tracker.new_pack() == OK
    feed(desk, "QS")
    desk.tracker.rule(bytes(8), 0, 0)  # nothing was ruled in this round
    assert desk.tracker.warned == 0b10, "who was warned is remembered"
