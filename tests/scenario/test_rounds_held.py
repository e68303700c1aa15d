"""Rounds on whole boards where two things meet: a late word, a census, a plug, a pack outside."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

import pytest

from faro.rounds.story import stories
from faro.sim.rig import Rig
from faro.wire.errors import FaroError
from firmware.cards.codes import UNREADABLE
from firmware.rounds.deal_order import DRAWS, WIN_PENDING, WIN_SETTLED
from firmware.rounds.holds import OPEN_UNNAMED, OPEN_WIN
from firmware.rounds.rows import FLAG_STOPPED, VOID_REASON_NAMES
from hw_sim.power import CUT_MODES, Cut
from tests.conftest import usb_client
from tests.model.board_desk import BoardDesk, coded_rig
from tests.scenario.test_rounds import deal, names, opened, phase_of, refused, restart, table_of


@pytest.fixture
def rig() -> Iterator[Rig]:
    """A shoe whose cameras see numbers, booted."""
    with coded_rig() as rig:
        yield rig


def findings(desk: BoardDesk) -> list[int]:
    return [e.fields["irregularity"] for e in desk.news() if e.name == "ROUND_FINDING"]


@pytest.mark.rule("LDB 8.1", "C10")
def test_ldb__player_thinks_for_half_a_minute__the_right_round_stays_right(rig: Rig) -> None:
    desk = opened(rig, "ldb", (1,))
    deal(desk, "AS 2S 3S 4S")
    rig.kernel.run_for_ms(30_000)
    desk.client.request("DECIDE", seat=1, decision=DRAWS)
    rig.kernel.run_for_ms(5_000)
    deal(desk, "5S KS 6S")
    assert findings(desk) == []
    desk.end_round()
    assert desk.story().state == "complete"


@pytest.mark.rule("C3", "CSP 5.6")
def test_census__at_an_open_table__opens_no_round_and_the_line_is_low(rig: Rig) -> None:
    desk = opened(rig, "csp", (1,))
    people = usb_client(rig, "shoe")
    people.protocol.own = 0x84
    people.open_session(desk.keys, "supervisor")
    people.request("AUDIT_BEGIN", decks=1, back=0)
    deal(desk, "2S 3S")
    rig.kernel.run_for_ms(1_500)
    assert phase_of(desk.client) == "ready"
    assert table_of(desk.client)["cards_out"] == 0
    assert not rig.boards["shoe"].wiring["PIN_NO_MORE_BETS"].is_active
    restart(desk)
    assert phase_of(desk.client) == "ready" and table_of(desk.client)["cards_out"] == 0


@pytest.mark.rule("TCB 3.1", "C1")
def test_unread_card__held_over_a_power_cut_until_it_is_named_or_void(rig: Rig) -> None:
    desk = opened(rig, "tcb", (1,))
    deal(desk, "AS KS 2S")
    desk.reading(UNREADABLE)
    deal(desk, "4S 5S 6S 7S")
    desk.end_round()
    restart(desk)
    table = table_of(desk.client)
    assert table["open_matters"] == OPEN_UNNAMED and table["table_flags"] & FLAG_STOPPED
    people = usb_client(rig, "shoe")
    people.protocol.own = 0x84
    people.open_session(desk.keys, "supervisor")
    assert refused(people, "END_ROUND", is_void=1, void_reason=0) == "out_of_range"
    assert refused(people, "END_ROUND", is_void=0, void_reason=2) == "out_of_range"
    people.request("END_ROUND", is_void=1, void_reason=VOID_REASON_NAMES.index("cards"))
    assert not table_of(desk.client)["open_matters"] & OPEN_WIN
    story = stories(desk.client.events(0))[1]
    assert story.state == "void"
    ended = [e.fields for e in desk.client.events(0) if e.name == "ROUND_ENDED"][-1]
    assert (ended["is_void"], ended["void_reason"], ended["role"]) == (1, 2, 2)


@pytest.mark.rule("CSP 9.5")
def test_winning_hand__unpaid_over_a_power_cut__no_round_begins(rig: Rig) -> None:
    desk = opened(rig, "csp", (1,))
    deal(desk, "2S 3S 4S 5S 6S 7S 8S 9S TS JS")
    desk.end_round()
    desk.client.request("DECIDE", seat=1, decision=WIN_PENDING)
    desk.new_pack()
    restart(desk)
    assert table_of(desk.client)["open_matters"] == OPEN_WIN
    deal(desk, "2S")
    assert phase_of(desk.client) == "ready"
    desk.client.request("DECIDE", seat=1, decision=WIN_SETTLED)
    assert not table_of(desk.client)["open_matters"] & OPEN_WIN


def cut_while(act: Callable[[BoardDesk], object], make: Callable[[Rig], BoardDesk], at: int):
    """The plug is pulled at one write of `act`; then it is said once more if nobody knows of it."""
    with coded_rig() as rig:
        desk = make(rig)
        supply = rig.boards["shoe"].board.supply
        before = supply.operations
        supply.cut = Cut(before + at, CUT_MODES[at % 3])
        with contextlib.suppress(FaroError):
            act(desk)
        was_cut = not desk.board.board.vm.is_running
        supply.cut = None
        restart(desk)
        yield desk, was_cut


def a_round_that_is_over(rig: Rig) -> BoardDesk:
    desk = opened(rig, "csp", (1,))
    deal(desk, "2S 3S 4S 5S 6S 7S 8S 9S TS JS")
    rig.kernel.run_for_ms(5_000)
    return desk


@pytest.mark.campaign
@pytest.mark.rule("STANDARDS 13", "TCP 4.1.2")
def test_power__cut_at_a_write_of_pack_loaded__both_the_end_and_the_pack_or_neither() -> None:
    at, was_cut = 0, True
    while was_cut:
        for desk, was_cut in cut_while(  # noqa: B007
            lambda desk: desk.client.request("PACK_LOADED"), a_round_that_is_over, at
        ):
            told = names(desk)
            is_in_play = "PACK_IN_PLAY" in told  # the first was looked at before
            assert phase_of(desk.client) == ("ready" if is_in_play else "dealt"), at
            assert told.count("ROUND_CLOSED") == told.count("SHUFFLE_DUE") == int(is_in_play), at
            assert (table_of(desk.client)["cards_out"] == 0) == is_in_play, at
        at += 9
    assert at > 9


