"""What a journal tells, told again: replaying its events must give the very state of the board."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from faro.journal.file import Record
from faro.wire.dictionary import board_dictionaries
from tests.proofs.powerloss.case import Broken
from tests.proofs.powerloss.evidence import name_and_fields


def default_settings() -> dict[int, int]:
    """Give the settings of a board that nobody has changed."""
    return {spec.number: spec.default for spec in board_dictionaries()["shoe"].settings.values()}


@dataclass
class Story:
    """State as the events tell it; an event that contradicts those before it is Broken."""

    settings: dict[int, int] = field(default_factory=default_settings)
    faults: set[int] = field(default_factory=set[int])
    boots: list[int] = field(default_factory=list[int])
    overwritten: set[int] = field(default_factory=set[int])
    events: list[tuple[str, dict[str, Any]]] = field(
        default_factory=list[tuple[str, dict[str, Any]]]
    )
    raised_by: dict[int, int] = field(default_factory=dict[int, int])  # fault → its event
    gap_count: int = 0
    _cards: int = 0
    _last_boot: int = 0

    def add(self, record: Record) -> None:
        """Take in the next record."""
        name, fields = name_and_fields(record)
        self.events.append((name, fields))
        where = f"event {record.number} {name} {fields}"
        if record.boot < self._last_boot:
            raise Broken(f"{where}: boot {record.boot} after boot {self._last_boot}")
        self._last_boot = record.boot
        if name == "SETTING_CHANGED":
            known = self.settings[fields["setting"]]
            if known != fields["old_value"] or known == fields["new_value"]:
                raise Broken(f"{where}: the value was {known}")
            self.settings[fields["setting"]] = fields["new_value"]
        elif name == "FAULT_RAISED":
            if fields["fault"] in self.faults:
                raise Broken(f"{where}: raised twice")
            self.faults.add(fields["fault"])
            self.raised_by[fields["fault"]] = record.number
        elif name == "FAULT_CLEARED":
            if fields["fault"] not in self.faults:
                raise Broken(f"{where}: was not active")
            self.faults.discard(fields["fault"])
            del self.raised_by[fields["fault"]]
        elif name == "BOOTED":
            if self.boots and fields["boot_count"] <= self.boots[-1]:
                raise Broken(f"{where}: boot {self.boots[-1]} was before")
            self.boots.append(fields["boot_count"])
            self._cards = 0
        elif name == "CARD_PASSED":
            if fields["card_count"] != self._cards + 1:
                raise Broken(f"{where}: card {self._cards} was before")
            self._cards += 1
        elif name == "EVENTS_OVERWRITTEN":
            lost = range(fields["first_lost"], fields["last_lost"] + 1)
            if self.overwritten.intersection(lost):
                raise Broken(f"{where}: told twice")
            self.overwritten.update(lost)
        elif name == "JOURNAL_GAP":
            self.gap_count += 1


def tell(records: list[Record]) -> Story:
    """Replay a journal."""
    story = Story()
    for record in records:
        story.add(record)
    return story
