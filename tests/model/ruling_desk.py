"""The people around a board's rulings: reports, answers, words of players, steps ticked off."""

from __future__ import annotations

from typing import Any

from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.errors import Refused
from faro.wire.events import Event
from firmware.rounds.findings import FINDINGS, NO_PLACE
from firmware.rounds.rows import FLAG_STOPPED
from firmware.ruling.effects import NOTIFIED_NAMES, ticked_row
from firmware.ruling.rows import REASON_REVIEW
from firmware.ruling.rulings import ruling_row
from firmware.ruling.told_table import TOLD
from firmware.ruling.vocabulary import WHOSE, fact_name
from tests.conftest import usb_client
from tests.model.board_desk import BoardDesk

CODES = {row[1]: row[0] for row in (*FINDINGS, *TOLD)}
NAMES = {code: name for name, code in CODES.items()}
ROLES = {"supervisor": 0x82, "inspector": 0x83}
NO_HAND = 0xFF
AWAY_US = 60_000_000  # who has not spoken for so long comes to the table anew
MOST_CASES = 64  # behind the oldest open one, in a campaign of a thousand rounds
WITHDRAWN = 0xFF  # in place of a ruling


class RulingDesk(BoardDesk):
    """A board desk with a supervisor and an inspector, each with a session of the own."""

    def __init__(self, rig: Rig, game: str, equipment: str, decks: int) -> None:
        super().__init__(rig, game, equipment, decks)
        self._people: dict[str, Client] = {}
        self._spoke_us: dict[str, int] = {}

    def person(self, role: str) -> Client:
        if role == "table":
            return self.client
        now_us = self.rig.kernel.now_us
        if role not in self._people:
            self._people[role] = usb_client(self.rig, "shoe")
            self._people[role].protocol.own = ROLES[role]
        if now_us - self._spoke_us.get(role, -AWAY_US) >= AWAY_US:
            self._people[role].open_session(self.keys, role)
        self._spoke_us[role] = now_us
        return self._people[role]

    def ask(self, role: str, name: str, **fields: int) -> dict[str, Any]:
        answer = self.person(role).request(name, **fields)
        self.rig.kernel.run_for_ms(300)
        return answer.fields

    def void_round(self) -> None:
        """Nobody breaks off a round that a ruling has made void: the table ends it."""

    def end(self) -> None:
        """Settled, the cards picked up; a deal that lacks cards is ended with the second word."""
        self.rig.kernel.run_for_ms(5_000)
        try:
            self.ask("table", "END_ROUND", is_void=0)
        except Refused as refusal:
            assert refusal.name == "cards_short", refusal
            self.ask("table", "END_ROUND", is_void=0)

    # -- irregularities --------------------------------------------------------------------

    def report(self, finding: str, place: int | None, detail: int, role: str) -> int:
        """What somebody sees; the number of its case."""
        told = NO_PLACE if place is None else place
        fields = self.ask(
            role, "REPORT_FINDING", irregularity=CODES[finding], place=told, detail=detail
        )
        return fields["case_number"]

    def answer_all(self, facts: frozenset[str], seat: int | None) -> bool:
        """The supervisor answers every open question, the oldest case first.

        True when it was asked whose hand it is.
        """
        is_seat_asked = False
        for _ in range(40):
            case = self.case(0)
            if case is None or not case["fact"]:
                return is_seat_asked
            fact = case["fact"]
            is_whose = fact == WHOSE
            is_seat_asked = is_seat_asked or is_whose
            self.ask(
                "supervisor",
                "ANSWER",
                case_number=case["case_number"],
                fact=fact,
                is_so=1 if is_whose or fact_name(fact) in facts else 0,
                place=(seat or 1) if is_whose else NO_PLACE,
            )
        raise AssertionError("questions without end")

    def case(self, number: int) -> dict[str, Any] | None:
        try:
            return self.ask("supervisor", "GET_RULING", case_number=number)
        except Refused:
            return None

    def withdraw(self, number: int) -> None:
        self.ask(
            "supervisor", "WITHDRAW_RULING", case_number=number, reason=REASON_REVIEW, is_again=0
        )

    def do_steps(self) -> None:
        """Whoever may, ticks off what holds up the next round or pack."""
        known = self.case(0)  # the oldest open one, else the newest
        if known is None or not self.table()["table_flags"] & FLAG_STOPPED:
            return
        oldest = known["case_number"]  # a question that nobody answers stays open for long
        for number in range(max(1, oldest - 12), oldest + MOST_CASES):
            case = self.case(number)
            if case is None or case["ruling"] == WITHDRAWN:
                continue
            steps = ruling_row(case["ruling"])[5]
            for index, step in enumerate(steps):
                if case["steps_open"] >> index & 1 and ticked_row(step)[2] & 3:
                    role = "supervisor" if ticked_row(step)[1] & 2 else "inspector"
                    self.ask(role, "RULING_DONE", case_number=number, step=step)

    # -- what it says ----------------------------------------------------------------------

    def table(self) -> dict[str, Any]:
        return self.ask("table", "GET_TABLE", place=NO_HAND)

    def rulings(self, events: list[Event]) -> list[tuple[int, str, int, int]]:
        """Case, finding, ruling and rule of each ruling among events."""
        return [
            (
                event.fields["case_number"],
                NAMES[event.fields["irregularity"]],
                event.fields["ruling"],
                event.fields["rule"],
            )
            for event in events
            if event.name == "RULING_MADE"
        ]

    def notified(self, events: list[Event]) -> set[str]:
        """Who outside the pit was told at once."""
        bits = 0
        for event in events:
            if event.name == "NOTICE_GIVEN":
                bits |= event.fields["notified"]
        return {name for i, name in enumerate(NOTIFIED_NAMES) if bits >> i & 1} - {"supervisor"}

    def moot(self, events: list[Event]) -> set[str]:
        """Findings whose questions the board itself has closed."""
        return {
            NAMES[event.fields["irregularity"]]
            for event in events
            if event.name == "FINDING_WITHDRAWN" and event.fields["role"] == 0
        }
