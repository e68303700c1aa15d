"""What was done at the table, as a scenario file that `faro play` plays again."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from faro.wire.dictionary import Fields

_MOST_STEPS = 20_000
_TIME_ONLY = ("time", "look")  # a scenario has its own time


class Recording:
    """Verbs and commands in the order in which they happened; `now_ms` is the table's time."""

    def __init__(self, now_ms: Callable[[], int], seed: int) -> None:
        self.now_ms = now_ms
        self._seed = seed
        self._steps: list[tuple[int, int, str]] = []  # begun, ended, what
        self._lock = threading.Lock()

    def done(self, line: str, begun_ms: int) -> None:
        """A verb, which began then and has done what it says."""
        if line.split()[0] not in _TIME_ONLY:
            self._add(begun_ms, self.now_ms(), f"do: {_quoted(line)}")

    def made(self, board: str, role: str, name: str, fields: Fields, refused: str) -> None:
        """A command to a board, by whatever role."""
        words = " ".join(f"{key}={_value(value)}" for key, value in fields.items())
        step = f"ask: {_quoted(f'{board} {role} {name} {words}'.strip())}"
        now_ms = self.now_ms()
        self._add(now_ms, now_ms, step + (f"\n    refused: {refused}" if refused else ""))

    def _add(self, begun_ms: int, ended_ms: int, step: str) -> None:
        with self._lock:
            if len(self._steps) < _MOST_STEPS:
                self._steps.append((begun_ms, ended_ms, step))

    def yaml(self) -> str:
        """The file."""
        with self._lock:
            steps = sorted(self._steps, key=lambda step: step[0])
        lines = [
            "title: Played at the page",
            f"seed: {self._seed}",
            "boards: [shoe, meter]",
            "ready: [provisioned, enrolled]",
            "steps:",
        ]
        before_ms = steps[0][0] if steps else 0
        for begun_ms, ended_ms, step in steps:
            if begun_ms > before_ms:
                lines.append(f"  - pass: {begun_ms - before_ms} ms")
            lines.append(f"  - {step}")
            before_ms = max(before_ms, ended_ms)
        if not steps:
            lines.append("  - pass: 1 ms")
        return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    return f"hex:{value.hex()}" if isinstance(value, bytes) else str(value)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
