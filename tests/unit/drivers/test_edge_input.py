"""What an input asks of the chip's pin: its pull, or none."""

from __future__ import annotations

import importlib
import sys
import time
from types import ModuleType
from typing import Any

import pytest


class FakePin:
    """Keeps how it was made, as rp2's machine.Pin would read it."""

    IN, PULL_UP, PULL_DOWN, IRQ_FALLING, IRQ_RISING = 0, 1, 2, 4, 8
    made: list[tuple[Any, ...]] = []

    def __init__(self, *how: Any) -> None:
        self.made.append(how)

    def irq(self, handler: Any, trigger: int, hard: bool) -> None:
        self.trigger = trigger


@pytest.fixture
def edge_input(monkeypatch: pytest.MonkeyPatch) -> Any:
    machine: Any = ModuleType("machine")
    machine.Pin = FakePin
    monkeypatch.setitem(sys.modules, "machine", machine)
    monkeypatch.setattr(time, "ticks_ms", lambda: 0, raising=False)
    monkeypatch.delitem(sys.modules, "firmware.drivers.edge_input", raising=False)
    module = importlib.import_module("firmware.drivers.edge_input")
    FakePin.made.clear()
    yield module
    sys.modules.pop("firmware.drivers.edge_input", None)


def test_edge_input__nothing_said__pulls_up(edge_input: Any) -> None:
    edge_input.EdgeInput(7, 1, None, None)
    assert FakePin.made == [(7, FakePin.IN, FakePin.PULL_UP)]


def test_edge_input__no_pull__is_none_not_a_number(edge_input: Any) -> None:
    """D12: rp2 takes pull=-1 as bits and switches both resistors on."""
    edge_input.EdgeInput(7, 1, None, None, False)
    assert FakePin.made == [(7, FakePin.IN, None)]
