"""What an attack is, what it noted while it ran, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Outcome:
    """The result: what was tried, what the board answered, and whether it withstood."""

    tried: str
    answers: dict[str, int]
    events: tuple[int, ...]
    findings: tuple[str, ...]
    note: str = ""

    @property
    def is_withstood(self) -> bool:
        return not self.findings

    @property
    def sentence(self) -> str:
        """One line for people."""
        if not self.is_withstood:
            first, *others = self.findings
            more = f" (and {len(others)} more)" if others else ""
            return f"SUCCEEDED: {first}{more}"
        said = ", ".join(
            name if count == 1 else f"{count}× {name}" for name, count in self.answers.items()
        )
        parts = [f"withstood: {said}" if said else "withstood"]
        if self.events:
            first, last = self.events[0], self.events[-1]
            parts.append(
                f"recorded as event {first}"
                if first == last
                else f"recorded in {len(self.events)} events, {first} to {last}"
            )
        if self.note:
            parts.append(self.note)
        return "; ".join(parts)

    def as_json(self) -> dict[str, Any]:
        return {
            "tried": self.tried,
            "withstood": self.is_withstood,
            "answers": self.answers,
            "events": list(self.events),
            "findings": list(self.findings),
            "note": self.note,
        }


@dataclass
class Notes:
    """What an attack writes down while it runs."""

    tried: str
    answers: Counter[str] = field(default_factory=Counter[str])
    events: list[int] = field(default_factory=list[int])
    findings: list[str] = field(default_factory=list[str])
    note: str = ""

    def expect(self, is_right: bool, finding: str) -> None:
        """What must hold if the board withstands; `finding` says how it did not."""
        if not is_right:
            self.findings.append(finding)

    def answered(self, name: str, *allowed: str, by: str = "") -> None:
        """Note an answer; anything but the allowed ones is a finding."""
        self.answers[name] += 1
        if name not in allowed:
            self.findings.append(f"the board answered {name}{' to ' + by if by else ''}")

    def outcome(self) -> Outcome:
        return Outcome(
            self.tried, dict(self.answers), tuple(self.events), tuple(self.findings), self.note
        )


@dataclass(frozen=True)
class Attack:
    """One row of the table."""

    id: str
    title: str
    history: str
    run: Callable[[Any], Outcome]  # on a Bench, or on linked tables
