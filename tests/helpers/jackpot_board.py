"""A board for the jackpot's stages: settings as a dict, what is recorded and raised as lists."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from firmware import meter_rows


class FakeSettings:
    def __init__(self) -> None:
        self.values = {row[0]: row[2] for row in meter_rows.SETTINGS}

    def get(self, setting: int) -> int:
        return self.values[setting]

    def is_in_range(self, setting: int, value: int) -> bool:
        row = next(row for row in meter_rows.SETTINGS if row[0] == setting)
        return row[3] <= value <= row[4]

    def set(self, setting: int, value: int) -> int:
        before = self.values[setting]
        self.values[setting] = value
        return before


class FakeBoard:
    """What a room of the meter may use of its board, as far as its stages do."""

    address = 0xB0
    boot_count = 7
    unique_id = b"member-1"

    def __init__(self) -> None:
        self.settings = FakeSettings()
        self.events: list[tuple[int, ...]] = []
        self.raised: list[tuple[int, int]] = []
        self.counts: list[int] = []
        self.handlers: dict[int, Callable[[Any], int]] = {}
        self.presence: dict[int, Callable[[], bool]] = {}
        self.is_stop = False
        self.keys = SimpleNamespace(link_key=lambda: bytes(32))
        self.store = SimpleNamespace(is_open=True)
        self.storage = SimpleNamespace(edit_settings=lambda _settings: None)
        self.line: Any = None

    def record(self, event: int, *fields: Any) -> int:
        self.events.append((event, *fields))
        return len(self.events)

    commit = record

    def raise_fault(self, code: int, detail: int = 0) -> None:
        self.raised.append((code, detail))

    def is_fault_active(self, code: int) -> bool:
        return code in [raised for raised, _ in self.raised]

    def clear_fault(self, code: int) -> None:
        self.raised = [fault for fault in self.raised if fault[0] != code]

    def on_present(self, code: int, is_present: Callable[[], bool]) -> None:
        self.presence[code] = is_present

    def on(self, message: int, handler: Callable[[Any], int]) -> None:
        self.handlers[message] = handler

    def count(self, counter: int, by: int = 1) -> None:
        self.counts.append(counter)

    def is_stopped(self) -> bool:
        return self.is_stop

    def set_setting(self, setting: int, value: int) -> None:
        self.settings.set(setting, value)
