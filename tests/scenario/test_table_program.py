"""`faro table run` on both boards: shoe and meter agree, whatever is pulled out in between."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from faro.table.commands import do
from firmware.jackpot.rows import FAULT_DISPLAY_LOST
from firmware.rounds.deal_order import FOLDS, PLAYS
from firmware.rounds.findings import NO_PLACE
from firmware.rounds.rows import FLAG_STOPPED, NO_HAND
from firmware.ruling.findings_told import FND_JACKPOT_FAILED, FND_OUTCOME_INVALID
from tests.scenario.run_table import WAGER_UC, PlayedTable

# dealer first, then seats 1 and 2, one card at a time (CSP 7.3)
NOTHING = "2S 3H 4D  6S 7H 8D  TS JH QD  AS 2D 3S  5H 6C 8H"
FLUSH_AT_2 = "2S 3H 4D  6S 7H 8D  TS JH QD  AS 2D 3D  5H 6C 9D"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PlayedTable]:
    table = PlayedTable(tmp_path)
    yield table
    table.close()


def play(table: PlayedTable, cards: str = NOTHING) -> None:
    table.chips(1, 2)
    table.wait(300)
    table.deal(cards)


@pytest.mark.rule("J2", "J14", "CSP 5.6")
def test_program__clean_rounds__wagers_hands_and_the_next_antes(table: PlayedTable) -> None:
    before_uc = table.pool_uc()
    for number in (1, 2):
        play(table)
        assert table.people.jackpot()["accepted"] == 0b11
        table.end()
        table.wait(500)
        assert table.pool_uc() == before_uc + 2 * number * WAGER_UC
        table.shoe("PACK_LOADED")
    read = [f for _, f in table.told("HANDS_READ")]
    assert [(f["round"], f["seats"]) for f in read] == [(1, 0b11), (2, 0b11)]
    opened, closed = table.program.shoe.events(0), table.shoe_events("ROUND_CLOSED")
    numbers = [e.number for e in opened if e.name in ("ROUND_OPENED", "ROUND_CLOSED")]
    assert [f[k] for f in read for k in ("shoe_first", "shoe_last")] == numbers
    assert len(closed) == 2 and table.told("FAULT_RAISED")[1:] == []
    table.check()


@pytest.mark.rule("J10", "J14", "CSP 9.5")
def test_program__a_win__claimed_and_paid_by_two_roles_before_wagers_open(
    table: PlayedTable,
) -> None:
    play(table, FLUSH_AT_2)
    table.end()
    table.wait(1_000)
    assert table.people.jackpot()["claimed"] == 0b10
    table.people.settle(round=1)
    table.wait(1_000)
    assert [f["seat"] for _, f in table.told("PAID")] == [2]
    table.check()


def misdeal(table: PlayedTable) -> None:
    """Dealt incorrectly, seen before anybody handled a card (CSP 14.1)."""
    table.report("DEALT_WRONG")
    for _ in range(5):
        table.wait(200)
        if table.program.asked is None:
            return
        table.program.answer(False)
    raise AssertionError("the questions never end")


@pytest.mark.rule("J13", "CSP 14.1", "CSP 14.4")
@pytest.mark.parametrize(
    "cut", ["nothing", "meter", "shoe", "meter power", "shoe power", "program"]
)
def test_program__void_by_the_shoes_ruling__reaches_the_meter_by_itself(
    table: PlayedTable, cut: str
) -> None:
    before_uc = table.pool_uc()
    play(table)
    misdeal(table)
    if cut in ("meter", "shoe"):
        table.pull(cut)
        table.wait(1_000)
    if cut.endswith("power"):
        table.restart(cut.split()[0])
    if cut == "shoe":
        table.plug("shoe")
    table.end()
    if cut == "program":
        table.start()
    table.wait(2_000)
    if cut == "meter":
        assert table.people.jackpot()["state"] == 1  # nothing told, nothing lost
        table.plug("meter")
    table.wait(2_000)
    assert [f["seats"] for _, f in table.told("ROUND_VOIDED")] == [0b11]
    assert table.pool_uc() == before_uc
    table.check()


@pytest.mark.rule("J13", "I5", "CSP 14.14")
@pytest.mark.parametrize("cut", ["nothing", "meter", "shoe"])
def test_program__no_decision__one_wager_goes_back_the_other_hand_is_settled(
    table: PlayedTable, cut: str
) -> None:
    before_uc = table.pool_uc()
    play(table, FLUSH_AT_2)
    table.report("NO_DECISION", 1)
    if cut != "nothing":
        table.pull(cut)
        table.wait(1_000)
    if cut == "shoe":
        table.plug("shoe")
    table.end()
    table.wait(1_000)
    table.plug("meter")
    table.wait(1_000)
    assert [f["seat"] for _, f in table.told("HAND_VOIDED")] == [1]
    assert table.pool_uc() == before_uc + WAGER_UC
    table.people.settle(round=1)
    table.wait(1_000)
    assert [f["seat"] for _, f in table.told("PAID")] == [2]
    table.check()


@pytest.mark.rule("J13", "I12", "CSP 16.4")
def test_program__void_ruled_after_the_round__taken_back_before_the_next_card(
    table: PlayedTable,
) -> None:
    before_uc = table.pool_uc()
    play(table)
    table.end()
    table.wait(1_000)
    assert table.people.jackpot()["state"] == 0
    fields = {"irregularity": FND_OUTCOME_INVALID, "place": NO_PLACE, "detail": 0}
    table.program.shoe.as_supervisor(table.keys["shoe"], "REPORT_FINDING", **fields)
    table.wait(1_000)
    assert [f["seat"] for _, f in table.told("HAND_VOIDED")] == [1, 2]
    assert table.pool_uc() == before_uc
    assert table.people.jackpot()["antes"] == 0b11  # the next round's are told already
    table.check()


@pytest.mark.rule("J13", "I12", "CSP 16.5")
def test_program__one_seat_forfeits__its_jackpot_wager_stays_and_its_hand_wins_nothing(
    table: PlayedTable,
) -> None:
    before_uc = table.pool_uc()
    play(table, FLUSH_AT_2)
    fields = {"irregularity": FND_OUTCOME_INVALID, "place": 2, "detail": 0}
    table.program.shoe.as_supervisor(table.keys["shoe"], "REPORT_FINDING", **fields)
    table.end()
    table.wait(2_000)
    assert [f["seat"] for _, f in table.told("HAND_VOIDED")] == [1]
    assert table.pool_uc() == before_uc + WAGER_UC
    assert table.told("PAID", "CLAIMED") == []
    table.check()


@pytest.mark.rule("I6", "CSP 8.4")
def test_program__folded_hand__wins_no_jackpot(table: PlayedTable) -> None:
    play(table, FLUSH_AT_2)
    table.shoe("DECIDE", seat=2, decision=FOLDS)
    table.shoe("DECIDE", seat=1, decision=PLAYS)
    table.end()
    table.wait(1_000)
    assert [f["seats"] for _, f in table.told("HANDS_READ")] == [0b01]
    table.check()


def test_program__answers_lost_and_restarted__nothing_is_told_twice(table: PlayedTable) -> None:
    """After every so many answers of the meter the cable is out, and the program starts anew."""
    before_uc = table.pool_uc()
    table.chips(1, 2)
    table.wait(300)
    table.deal("2S")
    for lost in range(12):
        table.cables["meter"].answers_left = lost
        table.wait(400)
        table.plug("meter")
        table.start()
        if lost == 3:
            table.deal("3H 4D  6S 7H 8D  TS JH QD  AS 2D 3S  5H 6C 8H")
        if lost == 5:
            table.end()
    table.wait(1_000)
    names = [n for n, _ in table.told("ROUND_FROZEN", "HANDS_READ", "WAGERS_REOPENED")]
    assert names == ["ROUND_FROZEN", "HANDS_READ", "WAGERS_REOPENED"]
    assert table.pool_uc() == before_uc + 2 * WAGER_UC
    table.check()


@pytest.mark.rule("CSP 5.6", "J2")
def test_program__meter_restarted_in_the_middle__the_round_is_settled(table: PlayedTable) -> None:
    before_uc = table.pool_uc()
    play(table)
    table.restart("meter")
    table.end()
    table.wait(2_000)
    assert table.pool_uc() == before_uc + 2 * WAGER_UC
    assert [f["round"] for _, f in table.told("HANDS_READ")] == [1]
    assert table.people.jackpot()["antes"] == 0b11
    table.check()


@pytest.mark.rule("J14", "CSP 9.5")
@pytest.mark.parametrize("is_meter_off", [False, True])
def test_program__away_for_two_rounds__the_meters_round_gets_its_own_hands(
    table: PlayedTable, is_meter_off: bool
) -> None:
    """By their times; a meter that was without power has none, then a person says which one."""
    hands = [FLUSH_AT_2, NOTHING] if not is_meter_off else [NOTHING, FLUSH_AT_2]
    table.pull("shoe")
    table.pull("meter")
    person = table.rig.client("shoe")
    person.open_session(table.keys["shoe"], "supervisor")
    for number, cards in enumerate(hands):
        meter = table.rig.boards["meter"].board
        if is_meter_off and number == 0:
            meter.power_off()
        elif is_meter_off or number == 0:
            table.people.take_all()
            table.chips(1, 2)
            table.people.antes(1, 2)
        table.deal(cards)
        table.wait(5_000)
        person.request("END_ROUND", is_void=0)
        person.request("PACK_LOADED")
        if is_meter_off and number == 0:
            meter.power_on()
            table.rig.wait_ready()
        table.wait(15_000)
    table.plug("shoe")
    table.plug("meter")
    table.wait(2_000)
    if is_meter_off:  # without power it forgot the time
        assert table.program.core.question == (1, [1, 2])
        do(table.program, "round 2")
        table.wait(1_000)
    read = [f for _, f in table.told("HANDS_READ")]
    opened = [e.number for e in table.program.shoe.events(0) if e.name == "ROUND_OPENED"]
    assert [f["shoe_first"] for f in read] == [opened[is_meter_off]]
    assert table.people.jackpot()["claimed"] == 0b10
    table.people.settle(round=table.people.jackpot()["round"])
    table.wait(1_000)
    table.check()


@pytest.mark.rule("CSP 5.6", "J13")
def test_program__shoe_restarted_between_rounds__what_its_line_froze_goes_back(
    table: PlayedTable,
) -> None:
    before_uc = table.pool_uc()
    table.chips(1, 2)
    table.wait(300)
    table.restart("shoe")  # without power its line says "no more bets"
    table.wait(8_000)
    assert [f["seats"] for _, f in table.told("ROUND_VOIDED")] == [0b11]
    assert table.pool_uc() == before_uc
    table.check()
    table.people.take_all()
    table.wait(300)
    play(table)
    assert table.people.jackpot()["accepted"] == 0b11
    table.end()
    table.wait(1_000)
    table.check()


@pytest.mark.rule("J12", "CSP 14.15")
@pytest.mark.parametrize("is_link_down", [False, True])
def test_program__display_of_the_meter_dies__a_case_on_the_shoe_once(
    table: PlayedTable, is_link_down: bool
) -> None:
    play(table)
    if is_link_down:
        table.pull("shoe")
    display = table.rig.boards["meter"].display
    assert display is not None
    display.is_dead = True
    table.wait(2_000)
    table.plug("shoe")
    table.start()
    table.wait(1_000)
    found = table.shoe_events("FINDING_MADE")
    assert [(f["irregularity"], f["detail"]) for f in found] == [
        (FND_JACKPOT_FAILED, FAULT_DISPLAY_LOST)
    ]
    assert len(table.shoe_events("RULING_MADE")) == 1
    table.end()
    flags = table.shoe("GET_TABLE", place=NO_HAND)["table_flags"]
    assert flags & FLAG_STOPPED  # no round until an inspector approves
    table.deal("4S")
    assert len(table.shoe_events("ROUND_OPENED")) == 1
