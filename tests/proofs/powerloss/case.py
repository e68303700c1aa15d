"""The name of one cut, scenario:operation:mode:seed[@the cut before it], and how it can end."""

from __future__ import annotations

from dataclasses import dataclass

from hw_sim.power import CUT_MODES, Cut, CutMode

IDLE = 1_000_000  # an operation that never comes: the plug is pulled when all is done


class Unpowered(Exception):
    """The plug is out: what the scenario wanted to do next does not happen."""


class Broken(Exception):
    """An invariant does not hold; the text says which and how."""


@dataclass(frozen=True)
class Case:
    """One cut of one scenario; `first` is the cut that a double cut recovers from."""

    scenario: str
    operation: int
    mode: CutMode
    seed: int = 0
    first: Case | None = None

    @property
    def id(self) -> str:
        """Give the text that replays it."""
        operation = "idle" if self.operation == IDLE else str(self.operation)
        own = f"{self.scenario}:{operation}:{self.mode}:{self.seed}"
        return f"{own}@{self.first.id}" if self.first else own

    @property
    def cut(self) -> Cut:
        return Cut(self.operation, self.mode)

    @classmethod
    def parse(cls, text: str) -> Case:
        """Read an id; ValueError with a sentence when it is none."""
        own, _, first = text.partition("@")
        parts = own.split(":")
        modes: dict[str, CutMode] = dict(zip(CUT_MODES, CUT_MODES, strict=True))
        if len(parts) != 4 or parts[2] not in modes:
            raise ValueError(f"{text!r} is no case; one looks like settings:17:torn:3")
        try:
            operation = IDLE if parts[1] == "idle" else int(parts[1])
            seed = int(parts[3])
        except ValueError:
            raise ValueError(f"{text!r} is no case: operation and seed are numbers") from None
        return cls(parts[0], operation, modes[parts[2]], seed, cls.parse(first) if first else None)
