"""A fault is durable first, then outputs are safe, then everybody hears of it."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.board import board_state as bs
from firmware.board.faults import FaultRegister
from firmware.board.rows import EV_FAULT_CLEARED, EV_FAULT_RAISED
from firmware.board.safety import Safety
from firmware.core.rows import FAULT_ILLEGAL_TRANSITION, LOCK, STOP, TECHNICIAN, WARNING

WARNS, STOPS, LOCKS = 1, 2, 3
ROWS = (
    (WARNS, "WARNS", WARNING, TECHNICIAN),
    (STOPS, "STOPS", STOP, TECHNICIAN),
    (LOCKS, "LOCKS", LOCK, TECHNICIAN),
    (FAULT_ILLEGAL_TRANSITION, "ILLEGAL", STOP, TECHNICIAN),
)


class Bench:
    """Everything that follows from a fault, in the order in which it came."""

    def __init__(self) -> None:
        self.done: list[tuple[Any, ...]] = []
        self.safety: Any = Safety(
            ROWS, self._keep, lambda: self.done.append(("halt",)), self._raised
        )

    def _keep(self, _faults: FaultRegister, *event: int) -> int:
        self.done.append(("keep", *event))
        return 40 + len(self.done)

    def _raised(self, code: int, detail: int) -> None:
        self.done.append(("told", code, detail))

    @property
    def state(self) -> int:
        return self.safety.state.state


@pytest.fixture
def bench() -> Bench:
    made = Bench()
    made.safety.test_done()
    return made


def test_raise__stops__kept_then_safe_then_told(bench: Bench) -> None:
    bench.safety.raise_fault(STOPS, 7)
    assert bench.done == [("keep", EV_FAULT_RAISED, STOPS, 7, 0), ("halt",), ("told", STOPS, 7)]
    assert bench.state == bs.ST_STOPPED and bench.safety.is_stopped()


def test_raise__active_already__nothing_at_all(bench: Bench) -> None:
    bench.safety.raise_fault(STOPS, 7)
    bench.done.clear()
    bench.safety.raise_fault(STOPS, 8)
    assert bench.done == []
    assert bench.safety.faults.detail_at(1) == 7


@pytest.mark.parametrize(
    ("code", "state", "is_stopped", "is_locked"),
    [(WARNS, bs.ST_WARNING, False, False), (STOPS, bs.ST_STOPPED, True, False),
     (LOCKS, bs.ST_LOCKED, True, True)],
)  # fmt: skip
def test_state__follows_the_fault(
    bench: Bench, code: int, state: int, is_stopped: bool, is_locked: bool
) -> None:
    bench.safety.raise_fault(code)
    assert bench.state == state
    assert (bench.safety.is_stopped(), bench.safety.is_locked()) == (is_stopped, is_locked)


def test_self_test__fault_in_it__kept_and_told_but_nothing_halts_before_it_is_over() -> None:
    bench = Bench()
    assert bench.safety.is_stopped()
    bench.safety.raise_fault(STOPS)
    assert ("halt",) not in bench.done and bench.state == bs.ST_SELF_TEST
    bench.safety.test_done()
    assert bench.done[-1] == ("halt",) and bench.state == bs.ST_STOPPED


def test_restored__from_before_the_boot__no_event_but_the_board_stops() -> None:
    bench = Bench()
    bench.safety.faults.restore(STOPS, 3, 12)
    bench.safety.test_done()
    assert bench.done == [("halt",)]
    assert bench.safety.faults.event_at(1) == 12


def test_clear__cause_gone__event_and_the_next_worst_counts(bench: Bench) -> None:
    bench.safety.raise_fault(WARNS)
    bench.safety.raise_fault(STOPS)
    bench.done.clear()
    assert bench.safety.clear_fault(STOPS, TECHNICIAN, 17)
    assert bench.done == [("keep", EV_FAULT_CLEARED, STOPS, TECHNICIAN, 17)]
    assert bench.state == bs.ST_WARNING and not bench.safety.is_stopped()


def test_clear__cause_still_there__stays(bench: Bench) -> None:
    bench.safety.on_present(STOPS, lambda: True)
    bench.safety.raise_fault(STOPS)
    assert not bench.safety.clear_fault(STOPS, TECHNICIAN)
    assert bench.state == bs.ST_STOPPED


def test_clear__not_active__false(bench: Bench) -> None:
    assert not bench.safety.clear_fault(WARNS)
    assert bench.state == bs.ST_READY


@pytest.mark.parametrize(
    ("other", "state"),
    [(None, bs.ST_READY), (WARNS, bs.ST_WARNING), (STOPS, bs.ST_STOPPED)],
)
def test_locked__its_fault_is_cleared__the_next_worst_counts(
    bench: Bench, other: int | None, state: int
) -> None:
    bench.safety.raise_fault(LOCKS)
    if other is not None:
        bench.safety.raise_fault(other)
    assert bench.state == bs.ST_LOCKED
    assert bench.safety.clear_fault(LOCKS, TECHNICIAN)
    assert bench.state == state and not bench.safety.is_locked()


def test_self_test__over_twice__the_illegal_pair_is_a_fault(bench: Bench) -> None:
    bench.safety.test_done()
    assert bench.safety.faults.is_active(FAULT_ILLEGAL_TRANSITION)


def test_register__several__listed_in_table_order_with_the_worst() -> None:
    bench = Bench()
    faults = bench.safety.faults
    for code in (LOCKS, WARNS):
        bench.safety.raise_fault(code)
    rows = []
    row = faults.next_active(0)
    while row >= 0:
        rows.append(faults.code_at(row))
        row = faults.next_active(row + 1)
    assert rows == [WARNS, LOCKS]
    assert (faults.count, faults.severity(), faults.worst()) == (2, LOCK, LOCKS)


def test_register__role__only_those_of_the_row_may_clear() -> None:
    faults = Bench().safety.faults
    assert faults.may_clear(STOPS, TECHNICIAN) and not faults.may_clear(STOPS, 1)
    assert not faults.is_known(99)
    with pytest.raises(ValueError, match="unknown fault 99"):
        faults.is_active(99)


def test_register__journal_refuses_the_event__active_all_the_same() -> None:
    faults: Any = FaultRegister(ROWS, lambda *_: 0, lambda _code: None, lambda _code: False)
    faults.raise_fault(STOPS)
    assert faults.is_active(STOPS) and faults.event_at(1) == 0xFFFFFFFF
