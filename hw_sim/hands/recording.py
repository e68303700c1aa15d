"""A session at a running simulator as a scenario file: what hands did and hosts sent, and when.

Boards draw from their seed, so the same bytes at the same moments have the same answers, sessions
included: the file plays the session again byte for byte.
"""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from hw_sim.hands.heard_end import HeardEnd
from hw_sim.kernel import Kernel
from hw_sim.vm_process import SimError


class Recording:
    """Writes each step as it happens: whatever ends the simulator, the file is whole so far."""

    def __init__(self, path: Path, kernel: Kernel, head: dict[str, str]) -> None:
        self._kernel = kernel
        try:
            self._file: TextIO = path.open("x", encoding="utf-8")
        except FileExistsError:
            raise SimError(f"{path} exists already; choose another name") from None
        except OSError as error:
            raise SimError(f"cannot write {path}: {error.strerror}") from None
        for name, value in head.items():
            self._file.write(f"{name}: {value}\n")
        self._file.write("steps:\n")
        self._count = 0

    def note(self, words: list[str]) -> None:
        """A verb, at this moment."""
        now_us = self._kernel.now_us
        line = " ".join(words).replace("'", "''")
        self._file.write(
            f"  - do: '{line}'\n    at: {now_us // 1_000_000}.{now_us % 1_000_000:06} s\n"
        )
        self._file.flush()
        self._count += 1

    def listen(self, name: str, end: HeardEnd) -> None:
        """To what a host sends on this line."""
        end.on_bytes = lambda data: self.note(["send", name, data.hex()])

    def close(self) -> None:
        if not self._count:
            self._file.write("  - pass: 1 ms\n")  # nothing happened, and that is a scenario too
        self._file.close()
