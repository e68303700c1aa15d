"""Malfunctions of the jackpot's equipment, until the shoe has each on record (CSP 14.15, J12)."""

from __future__ import annotations

from typing import Any

from faro.table.requests import SHOE, Request
from faro.wire.events import Event
from firmware.jackpot import rows as jackpot
from firmware.rounds.findings import NO_PLACE
from firmware.ruling.findings_told import FND_JACKPOT_FAILED

# of what records wagers and of the display: play stops
MALFUNCTIONS = (
    jackpot.FAULT_EXPANDER_LOST,
    jackpot.FAULT_DISPLAY_LOST,
    jackpot.FAULT_SEAT_SENSOR,
    jackpot.FAULT_ANTE_SENSORS,
    jackpot.FAULT_RATES,
)
LOST = 0  # in place of a fault's number: the meter does not answer
_LOST_MS = 5_000  # a restart takes less
_AGAIN_MS = 10_000  # after a refusal


class Malfunctions:
    """`reports` waits for the shoe; what its record has is never reported twice."""

    def __init__(self) -> None:
        self.reports: list[int] = []
        self.is_loss_told = False  # the meter is lost, and the shoe has it on record
        self._silent_ms: int | None = None
        self._due_ms = 0

    def shoe(self, event: Event) -> None:
        """Found by the shoe, or told it by anybody: it is on record."""
        f = event.fields
        if event.name != "FINDING_MADE" or f["irregularity"] != FND_JACKPOT_FAILED:
            return
        if f["detail"] in self.reports:
            self.reports.remove(f["detail"])
        self.is_loss_told |= f["detail"] == LOST

    def meter(self, event: Event) -> None:
        """A fault of the meter; if the inspector has cleared it already, nothing is reported."""
        if event.name == "FAULT_RAISED":
            self.note(event.fields["fault"])
        elif event.name == "FAULT_CLEARED" and event.fields["fault"] in self.reports:
            self.reports.remove(event.fields["fault"])

    def note(self, fault: int) -> None:
        """It is to be reported, once."""
        if fault in MALFUNCTIONS and fault not in self.reports:
            self.reports.append(fault)

    def meter_is_there(self, is_there: bool, has_jackpot: bool, now_ms: int) -> bool:
        """No power, unplugged, silent: a malfunction too. True when it has become one."""
        if is_there:
            self._silent_ms, self.is_loss_told = None, False
            if LOST in self.reports:
                self.reports.remove(LOST)  # back before the shoe could be reached
            return False
        if self._silent_ms is None:
            self._silent_ms = now_ms
        is_known = self.is_loss_told or LOST in self.reports
        if is_known or not has_jackpot or now_ms - self._silent_ms < _LOST_MS:
            return False
        self.reports.append(LOST)
        return True

    def request(self, now_ms: int) -> Request | None:
        """The next one, as a finding for the shoe."""
        if not self.reports or now_ms < self._due_ms:
            return None
        fields = {"irregularity": FND_JACKPOT_FAILED, "place": NO_PLACE, "detail": self.reports[0]}
        return Request(SHOE, "REPORT_FINDING", fields)

    def refused(self, now_ms: int) -> None:
        """The shoe did not take it."""
        self._due_ms = now_ms + _AGAIN_MS

    def as_json(self) -> dict[str, Any]:
        return {"reports": self.reports, "is_loss_told": self.is_loss_told}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Malfunctions:
        found = cls()
        found.reports = [int(fault) for fault in data["reports"]]
        found.is_loss_told = bool(data["is_loss_told"])
        return found
