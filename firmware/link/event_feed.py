"""The events that a port gives out: in the answer to a POLL, then pushed as far as credit goes."""

import struct

from firmware.core import counters
from firmware.core.errors import ERR_PAST_END
from firmware.link.rows import ADDRESS_HOST, EVENT_RECORD, MSG_EVENTS

_RECORD_BYTES = struct.calcsize(EVENT_RECORD[0])


class EventFeed:
    """Of one port: who polled last, in which session, how far it is, what it may still be sent."""

    def __init__(self, port, node):
        self._port = port
        self._node = node
        self._credit_frames = 0
        self._next_event = 0
        self._host = ADDRESS_HOST
        self._session = None  # what is pushed carries its tag
        self._serial = 0

    def poll(self, after, credit_frames):
        """POLL: the events that follow `after` go into the answer, more on credit.

        A host that knows of events which the board does not have must hear it, not silence; from
        whom records are hidden, once they are not: before, it would count them.
        """
        port = self._port
        last_number = self._node.journal.last_number
        if after > last_number and port.may_know():
            return port.error(ERR_PAST_END, last_number)
        self._next_event = after + 1
        self._host = port.sender()
        self._session = port.session
        self._serial = port.serial
        self._credit_frames = 0 if port.is_bus else credit_frames
        return self._answer(port.last_record())

    def add_credit(self, credit_frames):
        """ACK: the host took what came; more may follow without asking."""
        if not self._port.is_bus and self._next_event:
            self._credit_frames = credit_frames

    def stop(self):
        """Nobody listens: nothing is pushed until the next POLL or ACK."""
        self._credit_frames = 0

    def pump(self):
        """Push what has been recorded since, as far as the host gave credit."""
        port, session = self._port, self._session
        if session and session.serial != self._serial:
            self.stop()  # the session that asked is over: nobody would believe it
        try:
            while self._credit_frames and self._next_event <= self._last_pushed():
                self._credit_frames -= 1
                port.begin(MSG_EVENTS)
                size = self._answer(self._last_pushed())
                port.push(MSG_EVENTS, size, self._host, session)
        except Exception as error:  # noqa: BLE001 (no request ends the program)
            self.stop()  # the host polls again
            self._node.failed(MSG_EVENTS, error)

    def _last_pushed(self):
        """The last record for whoever asked for events."""
        node, session = self._node, self._session
        return node.curtain.last_for(session.role if session else 0, node.journal.last_number)

    def _answer(self, last_number):
        """As many events as fit, up to this one; what follows it is not lost but to come."""
        port, journal = self._port, self._node.journal
        first = min(journal.next_held(self._next_event), last_number + 1)
        first = max(first, self._next_event)  # a host may know more than it is shown now
        number = first
        while number <= last_number and journal.load(number):
            size = journal.payload_bytes
            if port.room() < _RECORD_BYTES + size:
                break
            port.put(
                EVENT_RECORD,
                journal.type,
                size,
                journal.boot_count,
                journal.time_ms,
                journal.utc_s,
                journal.clock,
            )
            port.add(journal.payload, size)
            number += 1
        lost = first - self._next_event
        has_more = 1 if number <= last_number else 0
        self._next_event = number
        public = self._node.curtain.last_for(0, journal.last_number)
        self._node.count(counters.EVENTS_SENT, max(min(number, public + 1) - first, 0))
        return port.answer(first, lost, number - first, has_more)
