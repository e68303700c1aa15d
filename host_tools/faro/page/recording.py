"""What was done at the table, as a scenario file that `faro play` plays again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from faro.wire.dictionary import Fields
from faro.wire.errors import FaroError

_MOST_STEPS = 20_000
_TIME_ONLY = ("time", "look")  # a scenario has its own time
_ANYBODY = "anyone"
_OPENING = ("HELLO", "OPEN_SESSION")


class Recording:
    """Verbs and requests with the moments, in the table's own time, at which they happened.

    What only reads is left out, HELLO is not: each takes a nonce of the chance that shuffles too.
    `heard_us` tells when bytes of a host came to each port last.
    """

    def __init__(self, heard_us: Callable[[], Mapping[str, int]], seed: int) -> None:
        self._heard_us = heard_us
        self._seed = seed
        self._steps: list[tuple[int, str]] = []
        self._greeted: dict[tuple[str, str], int] = {}  # who said HELLO: which step it is
        self._lock = threading.Lock()

    def done(self, line: str, at_us: int) -> None:
        """A verb, which began then."""
        if line.split()[0] not in _TIME_ONLY:
            self._add(at_us, f"do: {_quoted(line)}")

    def sent_us(self, board: str) -> int:
        """When the bytes that went out last came to the board's port; 0: nobody knows."""
        try:
            return self._heard_us()[board]
        except FaroError:
            return 0  # the simulator has gone, and the table with it

    def made(
        self, board: str, role: str, name: str, fields: Fields, refused: str, at_us: int
    ) -> None:
        """A request to a board, by whatever role; "no session" is followed by a new one."""
        if refused == "no_session" or (refused and (name in _OPENING or not at_us)):
            return
        at_us = at_us or self._latest_us()  # better a little early than left out
        if name == "OPEN_SESSION":
            self._log_in(board, role, at_us)
            return
        who = _ANYBODY if name == "HELLO" else role
        words = " ".join(f"{key}={_value(value)}" for key, value in fields.items())
        step = f"ask: {_quoted(f'{board} {who} {name} {words}'.strip())}"
        number = self._add(at_us, step + (f"\n    refused: {refused}" if refused else ""))
        if name == "HELLO":
            self._greeted[board, role] = number

    def _log_in(self, board: str, role: str, proof_us: int) -> None:
        """It began with a HELLO; on a busy machine the proof takes its time."""
        number = self._greeted.pop((board, role))
        step = f"login: {board} {role}\n    proof: {_time(proof_us)}"
        with self._lock:
            self._steps[number] = self._steps[number][0], step

    def _latest_us(self) -> int:
        with self._lock:
            return max((at_us for at_us, _ in self._steps), default=0)

    def _add(self, at_us: int, step: str) -> int:
        """Which step it is."""
        with self._lock:
            if len(self._steps) < _MOST_STEPS:
                self._steps.append((at_us, step))
            return len(self._steps) - 1

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
        for at_us, step in steps:
            lines += [f"  - {step}", f"    at: {_time(at_us)}"]
        if not steps:
            lines.append("  - pass: 1 ms")
        return "\n".join(lines) + "\n"


def _time(at_us: int) -> str:
    return f"{at_us // 1_000_000}.{at_us % 1_000_000:06} s"


def _value(value: Any) -> str:
    return f"hex:{value.hex()}" if isinstance(value, bytes) else str(value)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
