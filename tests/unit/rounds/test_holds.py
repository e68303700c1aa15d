"""Every open matter against everything that can be held, by the rules; and every way out."""

from __future__ import annotations

import pytest

from faro.wire.hold_words import refusal_text
from faro.words import holds as words
from firmware.core.rows import INSPECTOR, SUPERVISOR, TABLE
from firmware.rounds import holds as h
from firmware.rounds import phases as p
from firmware.rounds import table_state
from firmware.rounds.other_board import OtherBoard
from firmware.rounds.steps import NO_STOPPED, OK
from firmware.ruling import findings_told as t
from tests.helpers.ruling_room import RoomTable

rule = pytest.mark.rule
CSP = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2H 3H"
# next card, end, pack, next round, claim, confirm, void, close; and the rule of the row
COLUMNS = (
    h.HOLDS_CARD, h.HOLDS_END, h.HOLDS_PACK, h.HOLDS_ROUND,
    h.HOLDS_CLAIM, h.HOLDS_CONFIRM, h.HOLDS_VOID, h.HOLDS_CLOSE,
)  # fmt: skip
CELLS = {
    h.OPEN_STOP: "x x - x x x x x  CSP 14.15: nothing goes on until an inspector approves",
    h.OPEN_QUESTION: "- x - x x x x x  CSP 14.9.2: the answer may void this very round",
    h.OPEN_OLD_QUESTION: "- - - x - - - -  TCB 12.6: a later round is settled on its own",
    h.OPEN_STEP: "- - - x - - - -  TCP 12.9.3: done before the next round",
    h.OPEN_CHECK: "- - x - - - - -  TCP 3.7: no card that nobody has checked",
    h.OPEN_UNREAD: "- - - - x x - -  CSP 9.5: the hand is not known; dealing goes on",
    h.OPEN_UNNAMED: "- - - x x x - x  CSP 14.9: named or void, and a void is not held",
    h.OPEN_WIN: "- - - x - - - x  CSP 9.5: the hand stays until it is paid; paying ends it",
    h.OPEN_MACHINE: "- - - x - - - -  TCP 13.1: what lies on the table plays on",
    h.OPEN_METER: "- x - x x x - x  CSP 14.15: not settled; a void gives money back",
    h.OPEN_SHOE: "- - - - x x - -  CSP 9.5: no hand is proved",
}


def test_table__every_open_matter_and_every_column__as_the_rules_say() -> None:
    assert [row[0] for row in h.ROWS] and {row[0] for row in h.ROWS} == set(CELLS)
    for opened, cells in CELLS.items():
        marks = cells.split()[: len(COLUMNS)]
        for action, mark in zip(COLUMNS, marks, strict=True):
            assert (h.held_by(opened, action) == opened) == (mark == "x"), (cells, action)
            assert h.held_by(opened, action) in (0, opened)


def test_table__every_bit__has_one_meaning() -> None:
    orders = [
        getattr(table_state, name)
        for name in ("ORDERS_SHUFFLE", "ALLOWS_REFILL", "ALLOWS_BACK", "ORDERS_LAST", "BURNS_NEXT")
    ]
    bits = [row[0] for row in h.ROWS] + orders
    assert sum(bits) == 0xFFFF and all(bit & (bit - 1) == 0 for bit in bits)
    assert sum(row[0] for row in h.ROWS) == h.OPEN_ALL
    assert h.held_by(sum(orders), 0xFF) == 0


def test_table__every_hold__has_a_way_out_and_words() -> None:
    for opened, holds, roles in h.ROWS:
        assert holds and roles, "held by something that nobody can end"
        assert h.ended_by(opened) == roles
        assert words.OPEN[opened] and words.open_notes(opened, "csp")
        detail = h.refusal(opened, holds)
        assert detail & h.OPEN_ALL == opened and detail >> 16 == roles
        assert "(" in refusal_text(detail)
    assert set(words.OPEN) == set(CELLS) and set(words.HELD) == set(COLUMNS)
    assert refusal_text(0) == ""


def test_table__more_than_one_open__the_refusal_names_all_that_hold_it() -> None:
    opened = h.OPEN_QUESTION | h.OPEN_CHECK | h.OPEN_STOP
    detail = h.refusal(opened, h.HOLDS_END)
    assert detail & 0xFFFF == h.OPEN_QUESTION | h.OPEN_STOP
    assert detail >> 16 == SUPERVISOR | INSPECTOR
    assert h.refusal(opened, h.HOLDS_PACK) & 0xFFFF == h.OPEN_CHECK


@rule("TCB 12.8")
def test_first_card_disclosed__the_coup_after_it__is_settled() -> None:
    """It is burned, and nothing of the coup waits for an inspector."""
    table = RoomTable("tcb", seats=(1,))
    table.deal("AS 5S 2S 9S 4S 5S 6S 7S")
    table.now_ms += 20_000
    assert table.tracker.end_round(table.now_ms) == OK
    table.report(t.FND_FIRST_DISCLOSED)
    assert table.tracker.opened() == 0
    table.deal("AS 5D 2D 9D 4D 5D 6D 7D")
    assert table.named("DEALT_WHILE_STOPPED") == []
    assert table.tracker.end_round(table.now_ms) == OK


@rule("CSP 14.15")
def test_inspectors_stop__between_rounds__burns_no_card() -> None:
    table = RoomTable("csp")
    table.report(t.FND_JACKPOT_FAILED)
    assert table.tracker.opened() == h.OPEN_STOP
    assert not table.tracker.is_next_burned and not table.tracker.may_deliver()


@rule("CSP 14.9.2", "CSP 4.1.2")
def test_question__shuffled_cards_come__end_no_round_and_are_not_in_play() -> None:
    table = RoomTable("csp", seats=(1, 2))
    table.deal(CSP)
    case = table.found(t.FND_DEALT_WRONG)
    assert case.is_open and table.tracker.opened() == h.OPEN_QUESTION
    table.now_ms += 20_000
    assert table.tracker.may_take_pack(True) == NO_STOPPED
    assert table.tracker.phase == p.ST_DEALT


@rule("CSP 14.9.2", "TCB 12.6")
def test_question__table_closed_or_opened_again__refused_until_it_is_answered() -> None:
    table = RoomTable("csp", seats=(1, 2))
    table.deal(CSP)
    table.now_ms += 20_000
    assert table.tracker.end_round(table.now_ms) == OK
    case = table.found(t.FND_DEALT_WRONG)
    assert case.is_open
    tracker = table.tracker
    assert tracker.close_table() == NO_STOPPED
    again = (tracker.game_number, tracker.game, tracker.equipment, 1, 3)
    assert tracker.open_table(*again) == NO_STOPPED
    table.answer(case.number, 1)
    while case.is_open:
        table.answer(case.number, 0)
    assert tracker.close_table() == OK


@rule("CSP 9.5")
@pytest.mark.parametrize("role", [TABLE, SUPERVISOR, INSPECTOR])
def test_stop__only_an_inspector_ends_it(role: int) -> None:
    table = RoomTable("csp", seats=(1, 2))
    table.deal(CSP)
    case = table.report(t.FND_JACKPOT_FAILED)["case_number"]
    step = next(s for s in table.rulings.desk.find(case).verdict.steps if s == 37)
    table.done(case, step, role)
    assert table.tracker.is_held(h.HOLDS_END) == (role != INSPECTOR)


# -- what is open at the other board -----------------------------------------------------------


def test_other_board__followed__not_known_until_it_is_told_and_after_a_silence() -> None:
    other = OtherBoard(h.OPEN_SHOE)
    assert other.opened == 0 and not other.tick(60_000)
    other.follow(True)
    assert other.opened == h.OPEN_SHOE
    assert other.tell(h.OPEN_QUESTION, 60_000) and other.opened == h.OPEN_QUESTION
    assert not other.tell(h.OPEN_QUESTION, 69_000) and not other.tick(79_000)
    assert other.tick(79_001) and other.opened == h.OPEN_QUESTION | h.OPEN_SHOE
    assert not other.tick(79_002), "said once"
    assert other.tell(0, 80_000) and other.opened == 0
    other.follow(False)
    assert other.opened == 0 and not other.tick(200_000)


@rule("CSP 14.15")
def test_meter_not_known__nothing_is_settled_but_the_round_can_be_void() -> None:
    table = RoomTable("csp", seats=(1, 2))
    tracker = table.tracker
    again = (tracker.game_number, tracker.game, tracker.equipment, 1, 3)
    assert tracker.open_table(*again, True) == OK
    table.new_pack()
    assert tracker.opened() == h.OPEN_METER and not tracker.may_deliver()
    tracker.tell_meter(0, table.now_ms)
    table.deal(CSP)
    tracker.look_at_meter(table.now_ms + 20_000)
    assert tracker.opened() == h.OPEN_METER
    assert tracker.end_round(table.now_ms) == NO_STOPPED
    assert tracker.void_round(table.now_ms) == OK
    assert tracker.close_table() == NO_STOPPED
    tracker.meter.follow(False)
    assert tracker.close_table() == OK
    assert [name for name, _ in table.steps].count("OPEN_TOLD") == 2


def test_table_without_a_jackpot__silence_holds_nothing() -> None:
    table = RoomTable("csp", seats=(1, 2))
    table.tracker.look_at_meter(60_000)
    table.tracker.tell_meter(h.OPEN_METER, 60_000)
    assert table.tracker.opened() == 0


@rule("TCP 13.1")
@pytest.mark.parametrize("equipment", ["device", "shoe"])
def test_machine_calls__the_game_is_dealt_from_it__no_round_begins(equipment: str) -> None:
    table = RoomTable("tcp", equipment)
    tracker = table.tracker
    tracker.see_device(False, True)
    assert tracker.is_held(h.HOLDS_ROUND) == (equipment == "device")
    tracker.see_device(False, False)
    assert tracker.opened() == 0
