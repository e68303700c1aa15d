"""Parts of the board on CPython: drivers are plain fakes, everything else is the firmware's own."""

from __future__ import annotations

import asyncio
import importlib
import sys
import time
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest


class Pins:
    """What the drivers see; a test sets levels and reads what was written."""

    def __init__(self) -> None:
        self.levels: dict[int, int] = {}
        self.supply_mv = 12_000
        self.is_latched = False
        self.restarts = 0
        self.fed = 0
        self.colour = -1


def _drivers(pins: Pins) -> dict[str, dict[str, Any]]:
    class EdgeInput:
        def __init__(self, pin: int, *_more: Any) -> None:
            self._pin = pin

        def level(self) -> int:
            return pins.levels.get(self._pin, 0)

    class LidLatch:
        def __init__(self, *_pins: int) -> None: ...

        def is_set(self) -> bool:
            return pins.is_latched

        def clear(self) -> None:
            pins.is_latched = False

    class SupplyMonitor:
        def __init__(self, *_how: int) -> None: ...

        def read_mv(self) -> int:
            return pins.supply_mv

    class Lamp:
        def __init__(self, *_pins: int) -> None: ...

        def show(self, colour: int) -> None:
            pins.colour = colour

    class Watchdog:
        def feed(self) -> None:
            pins.fed += 1

    def restart() -> None:
        pins.restarts += 1

    return {
        "edge_input": {"EdgeInput": EdgeInput},
        "lid_latch": {"LidLatch": LidLatch},
        "supply_monitor": {"SupplyMonitor": SupplyMonitor},
        "lamp": {"Lamp": Lamp, "OFF": 0, "BLUE": 1, "GREEN": 2, "RED": 4, "YELLOW": 6},
        "watchdog": {"Watchdog": Watchdog, "restart": restart},
    }


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pins]:
    """Fake drivers, for as long as the test runs; import the part after asking for it."""
    made = Pins()
    drivers = importlib.import_module("firmware.drivers")
    before = set(sys.modules)
    for name in [name for name in before if name.startswith("firmware.board.")]:
        monkeypatch.delitem(sys.modules, name)
    for name, content in _drivers(made).items():
        module = ModuleType(name)
        vars(module).update(content)
        monkeypatch.setitem(sys.modules, f"firmware.drivers.{name}", module)
        monkeypatch.setattr(drivers, name, module, raising=False)
    monkeypatch.setattr(time, "ticks_ms", lambda: 1_000, raising=False)
    monkeypatch.setattr(asyncio, "sleep_ms", None, raising=False)
    yield made
    for name in set(sys.modules) - before:
        if name.startswith("firmware.board"):
            del sys.modules[name]


class Journal:
    """Keeps what is recorded, committed and raised, in order."""

    def __init__(self) -> None:
        self.events: list[tuple[int, ...]] = []
        self.faults: list[tuple[int, ...]] = []

    def record(self, *event: int) -> int:
        self.events.append(event)
        return len(self.events)

    commit = record

    def raise_fault(self, *fault: int) -> None:
        self.faults.append(fault)


@pytest.fixture
def journal() -> Journal:
    return Journal()
