"""Which questions the desk asks the boards, and when: after events, else now and then.

Each look makes one section; it is due when an event of its groups has come, or when its time is
over.  So a quiet table costs little, and what happens is seen at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from faro.board.commands import faults_of
from faro.page import sections as make
from faro.page.port import DeskPort
from faro.ruling.cases import case_of, standing
from faro.trust.commands import deed_lines
from faro.wire.errors import FaroError, Refused
from faro.wire.events import Event
from faro.words.board import role_name
from faro.words.jackpot import class_text
from faro.words.money import UC_PER_CENT
from firmware.jackpot.round_states import ST_OPEN
from firmware.rounds.phases import ST_CLOSED
from firmware.rounds.rows import NO_HAND
from firmware.rounds.steps import SEATS_LEARNED
from firmware.shuffler import cycle as c

Data = dict[str, Any]
_MOST_CASES = 12
_LAST_HITS = 8
_HISTORY = 60
_FAST_MS = 200  # while the device moves
_RESTING = (c.ST_EMPTY, c.ST_READY, c.ST_REFUSED, c.ST_UNLOADED, c.ST_CALLING)


@dataclass
class Look:
    """Asked again after an event, and after `every_ms` without one."""

    section: str
    board: str
    every_ms: int
    make: Callable[[], Any]
    is_due: Callable[[Event], bool]
    due_ms: int = 0


@dataclass
class Known:
    """What the boards said last, beyond the sections themselves."""

    cases: dict[int, Data] = field(default_factory=dict[int, Data])
    claims: dict[int, str] = field(default_factory=dict[int, str])
    hits: list[Data] = field(default_factory=list[Data])
    linked: dict[int, Data] = field(default_factory=dict[int, Data])
    trends: deque[Data] = field(default_factory=lambda: deque[Data](maxlen=_HISTORY))
    table: Data = field(default_factory=dict[str, Any])
    is_busy: bool = False  # the shuffling device moves


class Looks:
    """Asks shoe and meter; `take` hears events, `turn` gives the sections that were made anew."""

    def __init__(self, shoe: DeskPort, meter: DeskPort | None, now_ms: Callable[[], int]) -> None:
        self.shoe = shoe
        self.meter = meter
        self.known = Known()
        self._now_ms = now_ms
        self._are_cases_known = False
        self._case_news: set[int] = set()
        self._is_hit_news = True
        self._has_deed = {"shoe": True, "meter": True}
        self._looks = [
            Look("shoe", "shoe", 1_000, lambda: self._board(shoe), _any),
            Look("table", "shoe", 2_000, self._table, _any),
            Look("machine", "shoe", 1_000, self._machine, _any),
            Look("cases", "shoe", 3_000, self._cases, _any),
            Look("health", "shoe", 5_000, self._health, _never),
            Look("shoe_deed", "shoe", 1_000, lambda: self._deed(shoe), _any),
        ]
        if meter is not None:
            board = meter
            self._looks += [
                Look("meter", "meter", 1_000, lambda: self._board(board), _any),
                Look("jackpot", "meter", 500, self._jackpot, _any),
                Look("meter_deed", "meter", 1_000, lambda: self._deed(board), _any),
            ]

    def take(self, board: str, event: Event) -> None:
        """Something happened there: what it touches is looked at again."""
        f = event.fields
        if "case_number" in f:
            self._case_news.add(f["case_number"])
        if event.name in ("ROUND_OPENED", "ROUND_CLOSED", "PACK_IN_PLAY", "BOOTED"):
            self._case_news |= set(self.known.cases)
        if event.name == "CLAIMED":
            self.known.claims[f["seat"]] = class_text(f["hand_class"])
        elif event.name in ("ROUND_FROZEN", "WAGERS_REOPENED"):
            self.known.claims.clear()
        elif event.name in ("PAID", "HIT_CLOSED"):
            self._is_hit_news = True
        elif event.name.startswith(("TWO_ROLES", "BOOTED")):
            self._has_deed[board] = True
        elif event.name.startswith(("TABLE_JOINED", "LINK_LOST", "LINK_RESTORED", "LINKED_IN")):
            self._linked(event)
        for look in self._looks:
            if look.board == board and look.is_due(event):
                look.due_ms = 0

    def add(self, case: int, outcomes: list[Data]) -> None:
        """What follows from each answer to a case's question."""
        if case in self.known.cases:
            self.known.cases[case] = {**self.known.cases[case], "outcomes": outcomes}

    def hurry(self) -> None:
        """Somebody did something: look at everything again."""
        for look in self._looks:
            look.due_ms = 0

    def turn(self, board: str) -> dict[str, Any]:
        """What is due of one board; raises what its port raises."""
        now_ms = self._now_ms()
        found: dict[str, Any] = {}
        for look in self._looks:
            if look.board == board and now_ms >= look.due_ms:
                is_fast = look.section == "machine" and self.known.is_busy
                found[look.section] = look.make()
                look.due_ms = now_ms + (_FAST_MS if is_fast else look.every_ms)
        return found

    # -- sections --------------------------------------------------------------------------

    def _board(self, port: DeskPort) -> Data:
        client = port.client
        status = client.status()
        rows = faults_of(client) if status["fault_count"] else []
        faults = [make.fault_of(row, client.protocol.dictionary) for row in rows]
        return make.board_section(port.port, client.identity, status, faults)

    def _table(self) -> Data:
        state = self.shoe.request("GET_TABLE", place=NO_HAND)
        hands: dict[int, Data] = {}
        if state["phase"] != ST_CLOSED and (state["cards"] or state["round"]):
            areas = state["areas"]
            seats = range(1, 8) if areas & SEATS_LEARNED else make.seats_of(areas)
            for place in (0, *seats):
                data = self.shoe.request("GET_TABLE", place=place)["hand"]
                record = make.hand_record(data)
                if record["cards"] or not areas & SEATS_LEARNED:
                    hands[place] = record
        self.known.table = make.table_section(state, hands)
        return self.known.table

    def _machine(self) -> Data:
        cycle = self.shoe.request("GET_CYCLE")
        self.known.is_busy = cycle["state"] not in _RESTING
        return make.machine_section(cycle)

    def _cases(self) -> list[Data]:
        cases = self.known.cases
        if not self._are_cases_known:
            cases.update({case["case"]: case for case in standing(self.shoe.client)})
            self._are_cases_known = True
        numbers, self._case_news = self._case_news, set()
        numbers |= {n for n, case in cases.items() if _is_open(case)}
        for number in sorted(numbers):
            try:
                told = case_of(self.shoe.request("GET_RULING", case_number=number))
            except Refused:
                cases.pop(number, None)
                continue
            before = cases.get(number, {})
            if told["question"] and told["question"] == before.get("question"):
                told["outcomes"] = before.get("outcomes", [])
            cases[number] = told
            if told.get("ruling") == "WITHDRAWN":
                del cases[number]
        for number in sorted(cases)[:-_MOST_CASES]:
            if not _is_open(cases[number]):
                del cases[number]
        return [cases[number] for number in sorted(cases)]

    def _health(self) -> list[Data]:
        now = self.shoe.request("GET_TRENDS")
        trends = self.known.trends
        if not trends or trends[-1]["cards_fed"] != now["cards_fed"]:
            trends.append(now)
        return make.health_section(now, list(trends))

    def _jackpot(self) -> Data:
        assert self.meter is not None
        state = self.meter.request("GET_JACKPOT")
        if self._is_hit_news:
            self.known.hits = self._read_hits()
            self._is_hit_news = False
        wins: list[Data] = []
        winners = make.seats_of(state["claimed"]) if state["state"] != ST_OPEN else []
        for seat in winners:
            hand = self.known.claims.get(seat, "")
            amount = state["win_uc"] // UC_PER_CENT if len(winners) == 1 else None
            wins.append({"seat": seat, "hand": hand, "amount_cents": amount,
                         "state": make.STATES[state["state"]]})  # fmt: skip
        return make.jackpot_section(state, wins, self.known.hits, list(self.known.linked.values()))

    def _read_hits(self) -> list[Data]:
        assert self.meter is not None
        from faro.jackpot.report import read_meters

        last = read_meters(self.meter.client)["hits"]
        numbers = range(last, max(last - _LAST_HITS, 0), -1)
        return [make.hit_of(self.meter.request("GET_HIT", number=n)) for n in numbers]

    def _deed(self, port: DeskPort) -> Data | None:
        """What waits for a second role there."""
        if not self._has_deed[port.board]:
            return None
        client = port.client
        try:
            deed = client.deed()
        except Refused:
            self._has_deed[port.board] = False
            return None
        known = client.protocol.dictionary
        try:
            lines = [line.strip() for line in deed_lines(deed, known)[1:]]
        except FaroError as error:
            lines = [str(error)]
        return {
            "board": port.board,
            "number": deed.number,
            "text": " ".join(lines),
            "asked_by": role_name(deed.role),
            "left_s": deed.left_s,
        }

    def _linked(self, event: Event) -> None:
        address = event.fields["address"]
        before = self.known.linked.get(address, {"address": address, "wagers": 0})
        self.known.linked[address] = {
            **before,
            "name": f"table {address:#04x}",
            "is_up": event.name != "LINK_LOST",
            "wagers": event.fields.get("accepted", before["wagers"]),
        }


def _is_open(case: Data) -> bool:
    return bool(case["question"]) or any(step["open"] for step in case.get("steps", []))


def _any(_event: Event) -> bool:
    return True


def _never(_event: Event) -> bool:
    return False
