"""Tables and rounds on the whole firmware inside MicroPython."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from faro.rounds.story import stories
from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.errors import FaroError, Refused
from firmware.cards.codes import CUT_CARD, FACE_UP, card_named
from firmware.rounds.games import catalogue
from firmware.rounds.phases import PHASE_NAMES
from hw_sim.power import CUT_MODES, Cut, CutMode
from hw_sim.world.croupier import DECKS, Croupier, Mistake
from tests.conftest import usb_client
from tests.model.board_desk import BoardDesk, coded_rig

NOBODY = 0xFF


@pytest.fixture
def rig() -> Iterator[Rig]:
    """A shoe whose cameras see numbers, booted."""
    with coded_rig() as rig:
        yield rig


def table_of(client: Client) -> dict[str, Any]:
    return client.request("GET_TABLE", place=NOBODY).fields


def phase_of(client: Client) -> str:
    return PHASE_NAMES[table_of(client)["phase"]]


def names(desk: BoardDesk) -> list[str]:
    return [event.name for event in desk.news()]


def refused(client: Client, name: str, **fields: int) -> str:
    with pytest.raises(Refused) as refusal:
        client.request(name, **fields)
    return refusal.value.name


def deal(desk: BoardDesk, text: str) -> None:
    for word in text.split():
        desk.reading(
            {"*": CUT_CARD, "^": FACE_UP}.get(word, -1) if word in "*^" else card_named(word)
        )


def opened(rig: Rig, game: str, seats: tuple[int, ...], equipment: str = "shoe") -> BoardDesk:
    """A table with a new pack, seats known."""
    desk = BoardDesk(rig, game, equipment, DECKS[game])
    desk.new_pack()
    desk.set_seats(seats)
    desk.news()
    return desk


# -- the course of a round ---------------------------------------------------------------------


@pytest.mark.rule("TCP 5.4", "FCP 5.4", "CSP 5.6", "TCB 5.5", "LDB 5.8")
def test_round__first_card__no_more_bets_until_it_is_over(rig: Rig) -> None:
    desk = opened(rig, "tcp", (1,))
    line = rig.boards["shoe"].wiring["PIN_NO_MORE_BETS"]
    assert not line.is_active
    deal(desk, "2S")
    assert line.is_active
    deal(desk, "3S 4S 5S 6S 7S")
    assert phase_of(desk.client) == "dealt"
    assert line.is_active
    assert desk.end_round()
    assert not line.is_active
    told = names(desk)
    assert told.index("ROUND_OPENED") < told.index("ROUND_DEALT") < told.index("ROUND_CLOSED")
    assert told.count("NO_MORE_BETS") == 2


@pytest.mark.rule("TCB 4.11", "C8", "TCB 4.8")
def test_round__burn_and_cut_card__open_no_round(rig: Rig) -> None:
    desk = opened(rig, "tcb", (1,))
    line = rig.boards["shoe"].wiring["PIN_NO_MORE_BETS"]
    deal(desk, "2S 3S 4S *")
    rig.kernel.run_for_ms(300)  # until the cut card is read, which takes longest
    assert not line.is_active
    assert phase_of(desk.client) == "ready"
    told = names(desk)
    assert "PACK_BURNED" in told and "LAST_ROUND" in told and "ROUND_OPENED" not in told
    deal(desk, "5S 6S 7S 8S 9S TS")
    assert desk.end_round()
    assert "SHUFFLE_DUE" in names(desk)


@pytest.mark.parametrize("game", list(DECKS))
def test_round__each_game__journal_tells_hands_and_outcome(rig: Rig, game: str) -> None:
    desk = BoardDesk(rig, game, "shoe", DECKS[game])
    croupier = Croupier(game, "shoe", desk, random.Random(4))
    croupier.shuffle()
    truth = croupier.deal_round((2, 6))
    story = desk.story()
    wagers = [row[0] for row in catalogue.table_of(catalogue.number_of(game)).WAGERS]
    assert story.state == "complete"
    assert sorted(story.hands) == sorted(truth.hands)
    for place, hand in story.hands.items():
        assert [card_named(name) for name in hand["cards"]] == truth.hands[place]
        on_banker = wagers[2:] if game == "tcb" else []  # they lie at no seat (TCB 8.2)
        assert list(hand["wagers"]) == (wagers if place else on_banker)
        assert hand["class"]
    assert story.as_json()["seats"] == [2, 6]


@pytest.mark.rule("A2", "A1")
def test_hand__face_down_on_the_table__only_for_those_with_a_session(rig: Rig) -> None:
    desk = opened(rig, "csp", (1,))
    deal(desk, "AS KS QS")
    stranger = usb_client(rig, "shoe")
    stranger.protocol.own = 0x85
    assert refused(stranger, "GET_TABLE", place=0) == "no_session"
    assert table_of(stranger)["cards"] == 3  # how many is no secret
    hand = desk.client.request("GET_TABLE", place=0).fields["hand"]
    assert hand[0] == 2
    assert list(hand[1:3]) == [card_named("AS"), card_named("QS")]
    other = desk.client.request("GET_TABLE", place=1).fields["hand"]
    assert other[:9] == bytes((1, card_named("KS"))) + b"\xff" * 7  # and none of the other hand


# -- illegal situations ------------------------------------------------------------------------


def test_illegal__card_without_a_table__an_event_and_nothing_else(rig: Rig) -> None:
    desk = opened(rig, "tcp", (1,))
    desk.client.request("OPEN_TABLE", game=0, equipment=0, decks=0, areas=0)
    before = table_of(desk.client)
    desk.news()
    deal(desk, "2S")
    told = desk.news()
    assert [e.fields["irregularity"] for e in told if e.name == "ROUND_FINDING"] == [24]
    assert table_of(desk.client) == before


def test_illegal__in_the_middle_of_a_round__refused(rig: Rig) -> None:
    desk = opened(rig, "tcp", (1, 2))
    deal(desk, "2S 3S")
    before = table_of(desk.client)
    assert refused(desk.client, "SET_AREAS", areas=1) == "wrong_phase"
    assert (
        refused(desk.client, "OPEN_TABLE", game=2, equipment=0, decks=0, areas=1) == "wrong_phase"
    )
    assert refused(desk.client, "PACK_LOADED") == "wrong_phase"
    assert refused(desk.client, "DECIDE", seat=1, decision=1) == "out_of_turn"
    assert refused(desk.client, "END_ROUND", is_void=1) == "not_allowed"
    assert refused(desk.client, "END_ROUND", is_void=2) == "out_of_range"
    assert table_of(desk.client) == before
    assert refused(desk.client, "END_ROUND", is_void=0) == "cards_short"
    assert "ROUND_FINDING" in names(desk)


def test_illegal__tables_that_do_not_exist__refused(rig: Rig) -> None:
    desk = opened(rig, "tcp", (1,))
    before = table_of(desk.client)
    for game, equipment, decks, areas in (
        (6, 0, 0, 1),
        (1, 2, 0, 1),
        (1, 0, 2, 1),
        (1, 0, 0, 0),
        (5, 0, 0, 0x80),
    ):
        error = refused(
            desk.client, "OPEN_TABLE", game=game, equipment=equipment, decks=decks, areas=areas
        )
        assert error == "out_of_range"
    assert table_of(desk.client) == before
    assert refused(desk.client, "TELL_ROUND", told=1, place=0, card_number=1, value=0)
    stranger = usb_client(rig, "shoe")
    stranger.protocol.own = 0x85
    assert refused(stranger, "SET_AREAS", areas=1) == "no_session"


@pytest.mark.rule("S9", "TCP 6.7.2", "FCP 6.6.2")
def test_low_limit__shoe__refused_and_device_taken(rig: Rig) -> None:
    desk = opened(rig, "csp", (1,))
    technician = usb_client(rig, "shoe")
    technician.protocol.own = 0x84
    technician.open_session(desk.keys, "technician")
    technician.request("SET_SETTING", setting=28, value=1)
    for game in (1, 2):
        shoe = {"game": game, "equipment": 0, "decks": 0, "areas": 1}
        assert refused(desk.client, "OPEN_TABLE", **shoe) == "device_only"
        desk.client.request("OPEN_TABLE", game=game, equipment=1, decks=0, areas=1)
    desk.client.request("OPEN_TABLE", game=3, equipment=0, decks=0, areas=1)  # CSP has no such rule


# -- telling -----------------------------------------------------------------------------------


@pytest.mark.rule("C10", "TCP 12.7")
def test_telling__after_the_round__hands_are_recorded_again(rig: Rig) -> None:
    desk = BoardDesk(rig, "tcp", "shoe", 1)
    croupier = Croupier("tcp", "shoe", desk, random.Random(3))
    croupier.shuffle()
    truth = croupier.deal_round((1, 4), Mistake("extra", 4))
    story = desk.story()
    assert story.state == "irregular"
    place = int(truth.told[0].split()[1])
    hand = story.hands[place]
    assert hand["count"] == 4
    if place:
        assert {wager["result"] for wager in hand["wagers"].values()} == {"void"}
    assert {f["finding"] for f in story.findings} >= {12}


@pytest.mark.rule("C7", "LDB 10.1")
def test_ldb__card_face_up_in_the_middle__burned_and_play_goes_on(rig: Rig) -> None:
    desk = opened(rig, "ldb", (3,))
    deal(desk, "2S 3S ^ 4S 5S")
    desk.decide(3, "stands")
    deal(desk, "9S 6S")
    desk.end_round()
    story = desk.story()
    assert story.hands[3]["cards"] == ["3S", "5S"]
    assert story.hands[0]["cards"][:2] == ["4S", "9S"]
    assert story.findings[0]["finding"] == 7


@pytest.mark.rule("C11")
def test_schedule__setting_of_the_table__decides_the_odds(rig: Rig) -> None:
    desk = opened(rig, "tcb", (1,))
    people = usb_client(rig, "shoe")
    people.protocol.own = 0x84
    people.open_session(desk.keys, "technician")
    assert refused(people, "SET_SETTING", setting=29, value=1) == "not_allowed"
    people.close_session()
    people.open_session(desk.keys, "supervisor")
    deal(desk, "AS KS 6S")
    by_consent = {"setting": 29, "value": 1, "ground": 3}
    assert refused(people, "CHANGE_ODDS", **by_consent) == "wrong_phase"  # (14.8)
    deal(desk, "TS KS TH QS TD")  # seat 1: two pictures and a 6
    desk.end_round()
    assert desk.story().hands[1]["wagers"]["player"] == {"result": "win", "odds": "19:20"}
    assert refused(people, "CHANGE_ODDS", setting=29, value=1, ground=2) == "not_announced"
    people.request("CHANGE_ODDS", setting=29, value=1, ground=1)
    assert refused(people, "CHANGE_ODDS", setting=29, value=1, ground=2) == "not_announced"
    rig.kernel.run_for_ms(20 * 60 * 1000)
    people.open_session(desk.keys, "supervisor")  # sessions were idle for too long
    desk.client.open_session(desk.keys, "table")
    people.request("CHANGE_ODDS", setting=29, value=1, ground=2)
    deal(desk, "6H TC KH TH QH TD")
    desk.end_round()
    assert desk.story().hands[1]["wagers"]["player"] == {"result": "win", "odds": "1:2"}


# -- the plug ----------------------------------------------------------------------------------


def restart(desk: BoardDesk) -> None:
    board = desk.board.board
    if board.vm.is_running:
        board.power_off()
    board.power_on()
    desk.rig.wait_ready()
    desk.client = usb_client(desk.rig, "shoe")
    desk.client.open_session(desk.keys, "table")


@pytest.mark.rule("STANDARDS 13")
def test_power__cut_between_cards__round_goes_on_as_if_nothing_happened(rig: Rig) -> None:
    desk = opened(rig, "ldb", (2, 5))
    line = rig.boards["shoe"].wiring["PIN_NO_MORE_BETS"]
    for card in ["AS", "2S", "3S", "4S", "5S", "6S"]:
        deal(desk, card)
        before = table_of(desk.client)
        restart(desk)
        assert table_of(desk.client) == before
        assert line.is_active == (card != "AS")
    desk.decide(2, "draws")
    restart(desk)
    deal(desk, "7S")
    desk.decide(5, "stands")
    deal(desk, "8S 9S")
    restart(desk)
    assert phase_of(desk.client) == "dealt"
    desk.end_round()
    story = desk.story()
    assert story.hands[2]["cards"] == ["2S", "5S", "7S"]
    assert story.hands[5]["cards"] == ["3S", "6S"]
    assert story.hands[0]["cards"] == ["4S", "8S", "9S"]
    assert story.state == "complete"


def before_the_end(rig: Rig, game: str = "tcp") -> BoardDesk:
    """A round that lacks its last card."""
    desk = opened(rig, game, (1,))
    if game == "tcb":
        deal(desk, "AS KS")  # the burn
    deal(desk, "2S 3S 4S 5S 6S")
    return desk


def writes_of(act: Callable[[BoardDesk], object], is_dealt: bool) -> int:
    """How many non-volatile writes something takes."""
    with coded_rig() as rig:
        desk = before_the_end(rig)
        if is_dealt:
            deal(desk, "7S")
        supply = rig.boards["shoe"].board.supply
        before = supply.operations
        act(desk)
        return supply.operations - before


def cut_cases(count: int, stride: int) -> list[tuple[int, CutMode]]:
    return [(operation, CUT_MODES[operation % 3]) for operation in range(0, count, stride)]


def check_card(operation: int, mode: CutMode) -> None:
    """Either the card was never recorded, or everything that follows from it is there, once."""
    with coded_rig() as rig:
        desk = before_the_end(rig)
        supply = rig.boards["shoe"].board.supply
        supply.cut = Cut(supply.operations + operation, mode)
        deal(desk, "7S")
        supply.cut = None
        restart(desk)
        told = [event.name for event in desk.client.events(0)]
        is_read = told.count("CARD_READ") == 6
        assert phase_of(desk.client) == ("dealt" if is_read else "dealing"), (operation, mode)
        assert told.count("ROUND_DEALT") == int(is_read), (operation, mode)
        assert told.count("ROUND_OPENED") == 1
        if not is_read:
            deal(desk, "7S")
        desk.end_round()
        story = stories(desk.client.events(0))[1]
        assert story.hands[1]["cards"] == ["3S", "5S", "7S"], (operation, mode)
        assert story.state == "complete"


def check_end(operation: int, mode: CutMode) -> None:
    """Either the round is still to be ended, or it is over with each hand recorded once."""
    with coded_rig() as rig:
        desk = before_the_end(rig)
        deal(desk, "7S")
        rig.kernel.run_for_ms(2_000)
        supply = rig.boards["shoe"].board.supply
        supply.cut = Cut(supply.operations + operation, mode)
        with contextlib.suppress(FaroError):
            desk.client.request("END_ROUND", is_void=0)
        supply.cut = None
        restart(desk)
        told = [event.name for event in desk.client.events(0)]
        if "ROUND_ENDED" not in told:
            assert phase_of(desk.client) == "dealt", (operation, mode)
            desk.end_round()
            told = [event.name for event in desk.client.events(0)]
        assert phase_of(desk.client) == "ready", (operation, mode)
        assert told.count("ROUND_ENDED") == told.count("ROUND_CLOSED") == 1, (operation, mode)
        assert told.count("HAND_SETTLED") == 2, (operation, mode)
        assert told.count("SHUFFLE_DUE") == 1, (operation, mode)
        line = rig.boards["shoe"].wiring["PIN_NO_MORE_BETS"]
        assert not line.is_active


def check_next_round(operation: int, mode: CutMode) -> None:
    """A card that ends a round and opens the next one: both, or neither."""
    with coded_rig() as rig:
        desk = before_the_end(rig, "tcb")
        deal(desk, "7S")
        desk.rig.kernel.run_for_ms(6_000)
        supply = rig.boards["shoe"].board.supply
        supply.cut = Cut(supply.operations + operation, mode)
        deal(desk, "8S")
        supply.cut = None
        restart(desk)
        told = [event.name for event in desk.client.events(0)]
        is_read = told.count("CARD_READ") == 9  # with the burn
        state = table_of(desk.client)
        assert (state["round"], state["cards"]) == ((2, 1) if is_read else (1, 6)), (
            operation,
            mode,
        )
        assert told.count("ROUND_CLOSED") == int(is_read), (operation, mode)
        assert told.count("HAND_SETTLED") == 2 * is_read, (operation, mode)
        found = stories(desk.client.events(0))
        assert len(found[1].readings) == 6, (operation, mode)


def end(desk: BoardDesk) -> object:
    return desk.client.request("END_ROUND", is_void=0)


@pytest.mark.rule("STANDARDS 13", "A3")
def test_power__cut_at_a_write_while_a_card_is_taken__exactly_one_of_two_states() -> None:
    for operation, mode in cut_cases(writes_of(lambda desk: deal(desk, "7S"), False), 5):
        check_card(operation, mode)


@pytest.mark.rule("STANDARDS 13", "A3")
def test_power__cut_at_a_write_while_a_round_ends__exactly_one_of_two_states() -> None:
    for operation, mode in cut_cases(writes_of(end, True), 5):
        check_end(operation, mode)


@pytest.mark.campaign
@pytest.mark.rule("STANDARDS 13", "A3")
def test_power__cut_at_a_write_while_a_card_opens_the_next_round__both_or_neither() -> None:
    with coded_rig() as rig:
        desk = before_the_end(rig, "tcb")
        deal(desk, "7S")
        desk.rig.kernel.run_for_ms(6_000)
        before = rig.boards["shoe"].board.supply.operations
        deal(desk, "8S")
        writes = rig.boards["shoe"].board.supply.operations - before
    for operation, mode in cut_cases(writes, 7):
        check_next_round(operation, mode)


@pytest.mark.slow
def test_power__cut_at_every_write_of_a_card_and_of_an_end__exactly_one_of_two_states() -> None:
    for operation in range(writes_of(lambda desk: deal(desk, "7S"), False)):
        for mode in CUT_MODES:
            check_card(operation, mode)
    for operation in range(writes_of(end, True)):
        for mode in CUT_MODES:
            check_end(operation, mode)
