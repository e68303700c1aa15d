"""The table program: one turn after another, each takes in what is new and tells one thing.

A turn reads the shoe's and the meter's events, folds them into the core, keeps state and position
in one file, and then carries out the core's next request.  Whatever interrupts it, the next turn
looks again.  The meter is told something only while the shoe can be heard: a void that is on its
way must not be overtaken by the end of its round.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable
from dataclasses import replace

from faro.journal.commands import read_records
from faro.ruling.cases import case_of
from faro.table.core import METER, SHOE, Request
from faro.table.link import GONE, Link
from faro.table.state_file import TableState
from faro.wire.dictionary import Fields
from faro.wire.errors import Refused, SessionLost
from faro.wire.events import Event
from faro.wire.keys import DeviceKeys
from faro.words.board import event_sentence
from firmware.board.rows import FAULT_RECORD
from firmware.jackpot.rows import CFG_ANTE_SOURCE
from firmware.rounds.findings import NO_PLACE
from firmware.rounds.rows import NO_HAND
from firmware.ruling.vocabulary import WHOSE

_DIGEST_BYTES = 16
_LISTENING_MS = 2_000  # events are live when the last look was not longer ago
_TOLD = (
    "TABLE_", "AREAS_", "PACK_IN", "ROUND_", "HAND_SETTLED", "FINDING_", "QUESTION_", "RULING_",
    "NOTICE_", "FAULT_", "SHUFFLE_DUE", "LAST_ROUND", "CLAIM", "HIT_", "PAID", "WAGER", "DECIDED",
    "ANTES_TOLD", "STEP_DONE",
)  # fmt: skip


class TableRun:
    """`say` shows a line to people; `now_ms` is any clock that only goes forward."""

    def __init__(
        self,
        state: TableState,
        shoe: Link,
        meter: Link | None,
        say: Callable[[str], None],
        now_ms: Callable[[], int],
        supervisor: DeviceKeys | None = None,
    ) -> None:
        self.state = state
        self.core = state.core
        self.shoe = shoe
        self.meter = meter
        self.asked: Fields | None = None  # the shoe's open question, as GET_RULING has it
        self._say = say
        self._now_ms = now_ms
        self._supervisor = supervisor
        self._heard_ms: int | None = None  # the shoe, to its last event
        self._is_question_due = True
        self._is_met = False  # the meter's settings are known
        self._digests: dict[int, bytes] = {}  # by the last event of a round
        self._is_down = {SHOE: False, METER: False}

    # -- a turn --------------------------------------------------------------------------------

    def turn(self) -> bool:
        """True when something was told; then another turn follows at once."""
        is_shoe_up = self._try(SHOE, self._hear_shoe)
        is_meter_up = self.meter is not None and self._try(METER, self._hear_meter)
        if self.meter is None:
            self.core.begin(None)
        self.state.save()
        is_told = is_shoe_up and self._try(SHOE, self._tell_shoe)
        if is_shoe_up and is_meter_up:
            is_told |= self._try(METER, self._tell_meter)
        self.state.save()
        for notice in self.core.notices:
            self._say(notice)
        self.core.notices.clear()
        return is_told

    def _try(self, name: str, act: Callable[[], bool]) -> bool:
        """False while the link is down; says so once, and once that it is back.

        Only a first start needs both boards: then nobody knows yet what to wait for.
        """
        link = self.shoe if name == SHOE else self.meter
        assert link is not None
        try:
            result = act()
        except (*GONE, Refused) as error:
            if name not in self.state.last:
                raise
            link.drop()
            if not self._is_down[name]:
                self._say(f"the {name} is gone: {error}")
            self._is_down[name] = True
            return False
        if self._is_down[name]:
            self._say(f"the {name} is back")
        self._is_down[name] = False
        return result

    # -- hearing -------------------------------------------------------------------------------

    def _hear_shoe(self) -> bool:
        is_live = self._heard_ms is not None and self._now_ms() - self._heard_ms <= _LISTENING_MS
        is_first = SHOE not in self.state.last  # old news are no news then
        for event in self.shoe.events(self.state.last.get(SHOE, 0)):
            self.core.shoe(event, self._now_ms(), is_live)
            self._taken(SHOE, event, is_first)
            self._is_question_due |= event.name in ("QUESTION_ASKED", "RULING_MADE")
        if self._heard_ms is None:  # what the journal has lost by now
            table = self.shoe.request("GET_TABLE", place=NO_HAND)
            self.core.shoe_rounds.start(table, self._last_number(SHOE))
        self._heard_ms = self._now_ms()
        if self._is_question_due:
            self._look_for_question()
        self._read_digests()
        return True

    def _look_for_question(self) -> None:
        self.asked = None
        try:
            case = self.shoe.request("GET_RULING", case_number=0)
        except Refused as refusal:
            if refusal.name != "no_such_record":
                raise
        else:
            self.asked = case if case["fact"] else None
        self._is_question_due = False
        if self.asked is not None:
            told = case_of(self.asked)
            how = "seat 1 to 7" if self.asked["fact"] == WHOSE else "yes or no"
            self._say(f"case {told['case']}: {told['finding']}. {told['ask']} ({how})")

    def _hear_meter(self) -> bool:
        assert self.meter is not None
        is_first = METER not in self.state.last
        for event in self.meter.events(self.state.last.get(METER, 0)):
            if not is_first or event.name == "ROUND_FROZEN":
                self.core.meter(event)
            self._taken(METER, event, is_first)
        if not self._is_met:
            source = self.meter.request("GET_SETTING", setting=CFG_ANTE_SOURCE)["value"]
            self.core.tells_antes = not source
            self._is_met = True
        if is_first:
            for fault in self._faults():
                self.core.malfunction(fault)
            self.core.begin(self.meter.request("GET_JACKPOT"))
        return True

    def _faults(self) -> list[int]:
        assert self.meter is not None
        records: bytes = self.meter.request("GET_FAULTS", first=0)["records"]
        return [row[0] for row in struct.iter_unpack(FAULT_RECORD[0], records)]

    def _taken(self, name: str, event: Event, is_old: bool) -> None:
        self.state.last[name] = event
        if not is_old and event.name.startswith(_TOLD):
            self._say(f"{name} {event.number}: {event_sentence(event.name, event.fields)}")

    def _last_number(self, name: str) -> int:
        return self.state.last[name].number if name in self.state.last else 0

    # -- telling -------------------------------------------------------------------------------

    def _tell_shoe(self) -> bool:
        request = self.core.report(self._now_ms())
        return request is not None and self._carry_out(self.shoe, request, {})

    def _tell_meter(self) -> bool:
        assert self.meter is not None
        state = self.meter.request("GET_JACKPOT")
        request = self.core.wants(state, self._now_ms())
        if request is None:
            return False
        if request.name == "TELL_HANDS":
            digest = self._digests[request.fields["shoe_last"]]
            request = replace(request, fields={**request.fields, "digest": digest})
        self.state.save()  # what is about to happen is known before it happens
        return self._carry_out(self.meter, request, state)

    def _carry_out(self, link: Link, request: Request, state: Fields) -> bool:
        try:
            answer = link.request(request.name, **request.fields)
        except Refused as refusal:
            self.core.refused(request, refusal.name, state, self._now_ms())
        except SessionLost:
            pass  # carried out or not: the next turn sees it
        else:
            self.core.done(request, answer, state, self._now_ms())
        return True

    def _read_digests(self) -> None:
        """Over the shoe's records of a round: the meter's evidence then names them."""
        for play in self.core.shoe_rounds.rounds:
            is_wanted = play.last_event and play.meter_round != 0 and not play.are_hands_told
            if not is_wanted or play.last_event in self._digests:
                continue
            records = read_records(self.shoe.client, play.first_event, play.last_event)
            whole = hashlib.sha256(b"".join(records)).digest()
            self._digests[play.last_event] = whole[:_DIGEST_BYTES]

    # -- people --------------------------------------------------------------------------------

    def answer(self, is_so: bool, seat: int = NO_PLACE) -> None:
        """The supervisor's answer to the open question: yes or no, or whose hand it is."""
        if self.asked is None:
            self._say("nothing is asked")
        elif self._supervisor is None:
            self._say("the supervisor answers: give the key file with --supervisor")
        else:
            fields = {"case_number": self.asked["case_number"], "fact": self.asked["fact"]}
            fields |= {"is_so": int(is_so), "place": seat}
            self.shoe.as_supervisor(self._supervisor, "ANSWER", **fields)
            self._is_question_due = True
