"""What must be settled before money moves, sans-IO: open questions, and payments that were made.

Nothing moves past an open matter: while the shoe asks about a round, its hands are neither told
nor claimed (CSP 14.9.2 may void it); a payment that a later ruling voids is a notice to people.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from faro.wire.dictionary import Fields
from faro.wire.events import Event

_KEPT = 4  # rounds of the meter whose payments may still be voided


@dataclass
class OpenMatters:
    """`cases` has open questions of the shoe by number, each with its round."""

    cases: dict[int, int] = field(default_factory=dict[int, int])
    paid: dict[int, dict[int, int]] = field(default_factory=dict[int, dict[int, int]])

    # -- the shoe's questions ----------------------------------------------------------------

    def shoe(self, event: Event, round_number: int) -> None:
        """An event of the shoe, while that round is its newest."""
        number = event.fields.get("case_number", 0)
        if event.name in ("FINDING_MADE", "QUESTION_ASKED"):
            self.cases.setdefault(number, round_number)
        elif event.name in ("RULING_MADE", "FINDING_WITHDRAWN"):
            self.cases.pop(number, None)

    def note_case(self, told: Fields | None) -> None:
        """What GET_RULING says of the oldest open case; None: the shoe knows of no case."""
        if told is None or not told["open_count"]:
            self.cases.clear()
        else:
            self.cases[told["case_number"]] = told["round"]

    def open_of(self, round_number: int) -> list[int]:
        """Numbers of the open cases of that round."""
        return sorted(case for case, number in self.cases.items() if number == round_number)

    # -- payments ----------------------------------------------------------------------------

    def payment(self, fields: Fields) -> None:
        """PAID of the meter."""
        cents = fields["pool_cents"] + fields["bonus_cents"] + fields["house_cents"]
        self.paid.setdefault(fields["round"], {})[fields["seat"]] = cents
        for number in sorted(self.paid)[:-_KEPT]:
            del self.paid[number]

    # -- keeping -----------------------------------------------------------------------------

    def as_json(self) -> dict[str, Any]:
        return {"cases": self.cases, "paid": self.paid}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> OpenMatters:
        paid = {
            int(number): {int(seat): int(cents) for seat, cents in seats.items()}
            for number, seats in data["paid"].items()
        }
        cases = {int(case): int(number) for case, number in data["cases"].items()}
        return cls(cases, paid)
