"""Rulings: what is told was recorded, whatever power cut comes in between."""

from __future__ import annotations

from typing import Any

import pytest

from firmware import shoe_rows
from firmware.rounds import findings as f
from firmware.rounds.games.vocabulary import DEVICE, SHOE
from firmware.rounds.phases import ST_DEALING
from firmware.rounds.round_record import ALL_BACK, ROUND_VOID
from firmware.rounds.table_state import ORDERS_SHUFFLE, STOPS_PACK, STOPS_ROUND
from firmware.ruling import findings_told as t
from firmware.ruling.cases import Cases
from firmware.ruling.desk import Desk
from firmware.ruling.machine_findings import FAULT_FINDINGS
from firmware.ruling.room import Rulings
from firmware.ruling.situation import Situation
from firmware.ruling.vocabulary import DAMAGED, DISADVANTAGED, HANDLED, PRACTICABLE, SPARE

CSP, TCB, LDB = 3, 4, 5
NAMES = {row[0]: row[1] for row in shoe_rows.EVENTS}


class PowerCut(Exception):
    """The board has lost its supply here."""


class Memory:
    """What outlives a power cut: two cells and the journal; cut at a chosen write."""

    def __init__(self) -> None:
        self.cells: dict[int, bytes] = {}
        self.events: list[tuple[str, tuple[int, ...]]] = []
        self.writes = 0
        self.cut_at = -1
        self.is_cut_before = False

    def write(self, staged: dict[int, bytearray], event: int, fields: tuple[int, ...]) -> None:
        is_cut = self.writes == self.cut_at
        self.writes += 1
        if is_cut and self.is_cut_before:
            raise PowerCut
        self.cells.update((cell, bytes(buf)) for cell, buf in staged.items())
        self.events.append((NAMES[event], fields))
        if is_cut:
            raise PowerCut

    def names(self) -> list[str]:
        return [name for name, _fields in self.events]


class Tracker:
    """A round in play: its first deal is not done."""

    is_first_round = False
    phase = ST_DEALING
    round_number = 1

    def __init__(self, game: int, is_device: bool) -> None:
        self.game_number = game
        self.equipment = DEVICE if is_device else SHOE
        self.placing = self.order = self
        self.ruled = bytes(8), 0

    def awaited_seat(self) -> int:
        return 0

    warned = 0

    def rule(self, ruled: bytearray, stops: int, _warned: int) -> bool:
        state = bytes(ruled), stops
        is_new, self.ruled = state != self.ruled, state
        return is_new


class Board:
    """One boot: a store, a recorder, and the table."""

    def __init__(self, memory: Memory, game: int = LDB, is_device: bool = True) -> None:
        self.memory = memory
        self.is_open = True
        self.store: Any = self
        self._staged: dict[int, bytearray] = {}
        self.tracker: Any = Tracker(game, is_device)
        self.kept = 0
        self.rulings: Any = Rulings(self, self)
        self.rulings.resume()

    def on(self, *_request: Any) -> None:
        pass

    def is_low_limit(self) -> bool:
        return False

    def keep(self) -> None:
        self.kept += 1

    def show_bets(self) -> None:
        pass

    def view(self, cell: int) -> bytes:
        return self.memory.cells.get(cell, bytes(244))

    def edit(self, cell: int) -> bytearray:
        return self._staged.setdefault(cell, bytearray(self.view(cell)))

    def commit(self, event: int, *fields: int) -> None:
        staged, self._staged = self._staged, {}
        self.memory.write(staged, event, fields)

    def record(self, event: int, *fields: int) -> None:
        self.memory.write({}, event, fields)


@pytest.mark.rule("A4", "S7")
@pytest.mark.parametrize("is_cut_before", [False, True])
def test_rulings__power_cut_at_every_write__each_step_is_told_once(is_cut_before: bool) -> None:
    """A card is missing at Caribbean Stud: finding, notice, ruling, with a cut at each write."""
    for cut_at in range(3):
        memory = Memory()
        memory.cut_at, memory.is_cut_before = cut_at, is_cut_before
        try:
            Board(memory, CSP).rulings.finding(f.FND_MISSING_CARD, 12)
        except PowerCut:
            memory.cut_at = -1
            Board(memory, CSP)
        names = memory.names()
        if cut_at == 0 and is_cut_before:
            assert names == []  # nobody has heard of it: the audit finds it again
            continue
        assert names.count("FINDING_MADE") == 1 == names.count("RULING_MADE")
        assert names.count("NOTICE_GIVEN") >= 1, "rather twice than never"
        assert names.index("NOTICE_GIVEN") < names.index("RULING_MADE")


@pytest.mark.rule("S7", "LDB 11.3")
@pytest.mark.parametrize("is_cut_before", [False, True])
def test_rulings__power_cut_in_a_dialogue__no_answer_is_lost_or_asked_twice(
    is_cut_before: bool,
) -> None:
    script = ((DISADVANTAGED, 0), (SPARE, 1), (PRACTICABLE, 1), (DAMAGED, 0))
    for cut_at in range(10):
        memory = Memory()
        memory.cut_at, memory.is_cut_before = cut_at, is_cut_before
        board = Board(memory)
        for attempt in range(3):
            try:
                if memory.names().count("FINDING_MADE") == 0:
                    board.rulings.finding(t.FND_JAM, 0)
                while (case := board.rulings.desk.find(0)) is not None and case.is_open:
                    is_so = dict(script)[case.question]
                    assert board.rulings.answer(case, case.question, is_so, 2)
                break
            except PowerCut:
                memory.cut_at = -1
                board = Board(memory)
                assert attempt < 2
        names = memory.names()
        assert names.count("QUESTION_ASKED") == 4 == names.count("QUESTION_ANSWERED")
        assert names.count("RULING_MADE") == 1
        assert memory.events[-1][1][4] == 11_02_0


def test_rulings__round_void__questions_about_it_are_taken_away() -> None:
    memory = Memory()
    board = Board(memory, TCB, is_device=False)
    board.rulings.finding(f.FND_HAND_COUNT, 1, place=3)
    board.rulings.finding(f.FND_FOREIGN_CARD, 0x45, place=1)
    assert memory.names()[-1] == "FINDING_WITHDRAWN" and memory.events[-1][1] == (1, 14, 0)
    assert board.rulings.desk.open_count == 0


def test_cases__ruled__carried_out_after_it_is_recorded() -> None:
    memory = Memory()
    board = Board(memory, TCB, is_device=False)
    heard: list[str] = []
    situation = Situation(board.tracker, board.is_low_limit)
    cases: Any = Cases(board, Desk(), situation, lambda: heard.append(memory.names()[-1]))
    cases.finding(f.FND_CUT_CARD_LATER, 0)
    case = cases.finding(f.FND_HAND_COUNT, 1, place=2)
    assert heard == ["RULING_MADE"]
    cases.answer(case, HANDLED, 1, 2)
    assert heard == ["RULING_MADE", "RULING_MADE"]


def test_rulings__round_or_hand_void__in_the_record_and_kept() -> None:
    board = Board(Memory(), TCB, is_device=False)
    board.rulings.finding(f.FND_CUT_CARD_LATER, 0)
    assert board.tracker.ruled == (bytes(8), ORDERS_SHUFFLE)
    board.rulings.finding(f.FND_FOREIGN_CARD, 0x45, place=1)
    hands, stops = board.tracker.ruled
    assert hands == bytes([ROUND_VOID] + [ALL_BACK] * 7)
    assert stops == ORDERS_SHUFFLE | STOPS_ROUND | STOPS_PACK


@pytest.mark.rule("S8", "TCB 13.3", "LDB 11.3")
def test_rulings__damaged_cards__answer_the_question_and_are_replaced_one_by_one() -> None:
    memory = Memory()
    board = Board(memory)
    rulings = board.rulings
    case = rulings.finding(t.FND_JAM, 0)
    for fact, is_so in ((DISADVANTAGED, 0), (SPARE, 1), (PRACTICABLE, 1)):
        assert rulings.answer(case, fact, is_so, 2)
    assert case.question == DAMAGED and rulings.mark_damaged(20, 2)
    assert memory.events[-1][0] == "RULING_MADE" and memory.events[-1][1][4] == 11_03_0
    assert rulings.mark_damaged(33, 2) and not rulings.mark_damaged(0x41, 2)
    assert rulings.unmark_damaged(33) and not rulings.unmark_damaged(33)
    rulings = Board(memory).rulings
    assert not rulings.replacement(21) and rulings.replacement(20)
    assert memory.names()[-3:] == ["REPLACEMENT_REFUSED", "CARD_REPLACED", "RULING_STEP_DONE"]
    assert rulings.desk.damaged.count == 0, "the list is done"


def test_rulings__store_lost__still_rules_and_says_so() -> None:
    memory = Memory()
    board = Board(memory, TCB, is_device=False)
    board.is_open = False
    board.rulings.finding(f.FND_CUT_CARD_LATER, 0)
    assert memory.names() == ["FINDING_MADE", "RULING_MADE"] and memory.cells == {}


def test_rulings__detail_of_any_size__fits_the_event() -> None:
    board = Board(Memory(), TCB)
    for detail in (-0x20000, -1, 0, 0x7FFF, 0x20000):
        case = board.rulings.finding(f.FND_CUT_CARD_LATER, detail)
        assert case.detail == max(-0x8000, min(detail, 0x7FFF))


@pytest.mark.rule("S1", "S2", "TCP 13.1", "CSP 15.2")
@pytest.mark.parametrize(("fault", "finding"), FAULT_FINDINGS)
def test_rulings__fault_of_the_machine__is_a_finding_while_a_game_is_open(
    fault: int, finding: int
) -> None:
    memory = Memory()
    board = Board(memory, CSP)
    board.rulings.fault_raised(fault, 7)
    assert memory.events[0][0] == "FINDING_MADE" and memory.events[0][1][1] == finding
    board.tracker.game_number = 0
    count = len(memory.events)
    board.rulings.fault_raised(fault, 7)
    board.rulings.pack_failed(1, 0)
    assert len(memory.events) == count


def test_rulings__fault_that_no_rule_speaks_of__is_no_finding() -> None:
    memory = Memory()
    Board(memory, CSP).rulings.fault_raised(10, 0)
    assert memory.events == []


@pytest.mark.rule("C4", "C5", "CSP 14.9")
def test_rulings__census_found_the_pack_wrong__missing_before_foreign() -> None:
    memory = Memory()
    board = Board(memory, CSP, is_device=False)
    board.rulings.pack_failed(2, 1)
    board.rulings.pack_failed(0, 3)
    made = [fields for name, fields in memory.events if name == "FINDING_MADE"]
    assert [(fields[1], fields[5]) for fields in made] == [(3, 2), (1, 3)]
