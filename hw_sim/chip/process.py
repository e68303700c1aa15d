"""The emulator as a child process: one JSON request a line, one answer a line."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from hw_sim.chip.tools import node

_MAIN = Path(__file__).parent / "js/main.mjs"
# A child whose board is no longer needed makes the next one: its code is compiled and warm.
_idle: list[subprocess.Popen[bytes]] = []


class EmulatorError(RuntimeError):
    """The emulator itself failed; the firmware is not to blame."""


class Emulator:
    """Asks and waits; the child does nothing between two requests, so time stands still there."""

    def __init__(self) -> None:
        self._child = _idle.pop() if _idle else _start()

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
        """The child stays for the next board; it ends with this program, when its input does."""
        _idle.append(self._child)


def _start() -> subprocess.Popen[bytes]:
    command = [node(), str(_MAIN)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
