"""The emulator as a child process: one JSON request a line, one answer a line."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from hw_sim.chip.tools import node

_MAIN = Path(__file__).parent / "js/main.mjs"


class EmulatorError(RuntimeError):
    """The emulator itself failed; the firmware is not to blame."""


class Emulator:
    """Asks and waits; the child does nothing between two requests, so time stands still there."""

    def __init__(self) -> None:
        self._child = subprocess.Popen(
            [node(), str(_MAIN)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def ask(self, name: str, **arguments: Any) -> dict[str, Any]:
        assert self._child.stdin and self._child.stdout
        self._child.stdin.write(json.dumps({"name": name, **arguments}).encode() + b"\n")
        self._child.stdin.flush()
        line = self._child.stdout.readline()
        if not line:
            raise EmulatorError(f"the emulator ended while asked to '{name}'")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise EmulatorError(f"{name}: {answer['error']}")
        return answer

    def close(self) -> None:
        if self._child.stdin:
            self._child.stdin.close()
        self._child.wait(10)
