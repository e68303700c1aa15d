"""The steady path of the link allocates nothing: proved on MicroPython with a locked heap."""

from __future__ import annotations

import pytest

from tests.helpers.mp_run import REPO, MicroPythonError, run_in_micropython

CHECKS = REPO / "tests/wire/heap_lock_checks.py"


def test_steady_path__requests_and_events_on_a_locked_heap__no_allocation() -> None:
    told = dict(line.split() for line in run_in_micropython(CHECKS).splitlines())
    assert int(told["frames"]) >= 50 * 7  # six answers and a pushed frame in each round
    assert int(told["events"]) == 53  # one LINK_UP, 52 cards


def test_steady_path__handler_that_allocates__caught() -> None:
    with pytest.raises(MicroPythonError, match="MemoryError: memory allocation failed, heap is"):
        run_in_micropython(CHECKS, "greedy")
