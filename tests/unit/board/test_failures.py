"""Bad code at run time: rolled back, told once per place and not without end, outputs safe."""

from __future__ import annotations

import importlib
from binascii import crc32
from typing import Any

import pytest

from firmware.board.rows import EV_PROGRAM_ERROR, FAULT_PROGRAM_ERROR
from tests.unit.board.conftest import Journal


class Store:
    discarded = 0

    def discard(self) -> None:
        self.discarded += 1


@pytest.fixture
def module() -> Any:
    return importlib.import_module("firmware.board.failures")


def caught(error: Exception) -> Exception:
    try:
        raise error
    except Exception as raised:  # noqa: BLE001 (the traceback is what is wanted)
        return raised


def test_note__same_place_again__rolled_back_each_time_and_told_once(
    module: Any, journal: Journal
) -> None:
    store = Store()
    failures = module.Failures(store, journal.record, journal.raise_fault, None)
    for _ in range(3):
        failures.note(94, caught(AttributeError("x")))
    assert store.discarded == 3
    ((event, message, kind, line, file_crc),) = journal.events
    assert (event, message, kind) == (EV_PROGRAM_ERROR, 94, 2)
    assert line > 20 and file_crc == crc32(__file__.encode())
    assert journal.faults[0] == (FAULT_PROGRAM_ERROR, 94 << 24 | 2 << 16 | line)


def test_note__many_places__the_journal_is_not_flooded(module: Any, journal: Journal) -> None:
    failures = module.Failures(Store(), journal.record, journal.raise_fault, None)
    for message in range(1, 128):
        failures.note(message, caught(OSError()))  # for a MemoryError the heap is collected
    assert len(journal.events) == 8


def test_note__no_traceback__told_without_a_place(module: Any, journal: Journal) -> None:
    module.Failures(Store(), journal.record, journal.raise_fault, None).note(5, StopIteration())
    assert journal.events == [(EV_PROGRAM_ERROR, 5, 0, 0, 0)]


def test_stop__a_task_raised__outputs_are_safe_before_it_is_told(
    module: Any, journal: Journal
) -> None:
    order: list[str] = []
    failures = module.Failures(
        Store(), lambda *_: order.append("told"), journal.raise_fault, lambda: order.append("safe")
    )
    failures.stop(caught(ValueError()))
    assert order == ["safe", "told"]
