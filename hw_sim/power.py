"""The supply as non-volatile parts see it: counts their writes and cuts power at a chosen one.

A part asks `begin()` how much of an operation still happens, applies that much, and calls
`end()`, which raises `PowerCut` when the plug was pulled there.  So a cut can fall before,
inside (torn) or after any single write or erase.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Literal

CutMode = Literal["before", "torn", "after"]
CUT_MODES: tuple[CutMode, ...] = ("before", "torn", "after")


class PowerCut(Exception):
    """The supply went away; whatever the firmware was doing has ended."""


@dataclass(frozen=True)
class Cut:
    """Where to pull the plug: at which non-volatile operation, and in which moment of it."""

    operation: int
    mode: CutMode


@dataclass
class Supply:
    """Power of one board.  `operations` counts every non-volatile write and erase so far."""

    cut: Cut | None = None
    rng: random.Random = field(default_factory=lambda: random.Random(0))
    operations: int = 0
    is_counting: bool = True
    log: list[tuple[str, int]] | None = None
    _is_cutting: bool = False

    def begin(self, part: str, size_bytes: int) -> int:
        """How many of `size_bytes` are really written by the operation that starts now."""
        if not self.is_counting:
            return size_bytes
        index = self.operations
        self.operations += 1
        if self.log is not None:
            self.log.append((part, size_bytes))
        if self.cut is None or self.cut.operation != index:
            return size_bytes
        self._is_cutting = True
        if self.cut.mode == "before":
            return 0
        if self.cut.mode == "after":
            return size_bytes
        return self.rng.randrange(1, size_bytes) if size_bytes > 1 else 0

    def end(self) -> None:
        """Finish the operation begun last; the plug is pulled here if it was chosen."""
        if self._is_cutting:
            self._is_cutting = False
            self.cut = None
            raise PowerCut
