"""One serial port of the board, sans-IO: bytes in, bytes out through `write(buf, n)`.

Steady traffic (requests, answers, events) allocates nothing; text lines may.
"""

import struct

from firmware.core import counters
from firmware.core.bytes_into import copy_into, get_field, get_u32
from firmware.core.compat import const, pack_fields
from firmware.core.errors import (
    ERR_BAD_LENGTH,
    ERR_INTERNAL,
    ERR_LOCKED,
    ERR_REPLAYED,
    ERR_UNKNOWN_MESSAGE,
)
from firmware.core.rows import MSG_ERROR, ONCE, READ, SILENT
from firmware.core.ticks import ticks_diff
from firmware.link import framing, rows
from firmware.link.event_feed import EventFeed
from firmware.link.framing import MAX_FRAME_BYTES, FrameDecoder, FrameEncoder
from firmware.link.node import UNPACKED
from firmware.link.replay import IN_SESSIONS, OF_STRANGERS, ReplayCache

_RX_AT = const(9)  # the payload in the decoder's buffer …
_TX_AT = const(10)  # … and in the encoder's: FrameEncoder.PAYLOAD_AT
_TX_END = const(210)
_COUNTER_AT = const(5)
_RULE = const(4)  # in a message's row
_REPLY = const(5)
_FORM = const(6)
_FIELDS = const(7)
_SILENT_TICKS = 2  # after so many in a row without a byte a half-received frame is given up
_IS_REPLAY = const(0x10000)  # no answer is that long


def _ignore_break(_port):
    """For a port on which nobody looks for a REPL."""


class LinkPort:
    """Decodes requests, calls the node's handlers, answers; `events` pushes on credit."""

    def __init__(self, number, node, write, is_bus, answer_text, on_break=_ignore_break):
        self.number = number
        self.is_bus = is_bus  # several boards share the line: speak only when asked
        self.is_up = False
        self.tx_at = FrameEncoder.PAYLOAD_AT
        self._node = node
        self._write = write
        self._answer_text = answer_text
        self._on_break = on_break
        self._decoder = FrameDecoder()
        self._encoder = FrameEncoder()
        self.tx = self._encoder.buf
        self.rx = self._decoder.buf
        self.rx_bytes = 0
        self.message = 0  # the request in hand
        self._received = memoryview(self.rx)
        self._form = "<"
        self._end = _TX_AT
        self.role = 0  # of the request in hand; 0 without a session
        self.person = 0  # who it is; 0 for the role's own key
        self.now_ms = 0
        self._detail = 0  # of the error that the request in hand is answered with
        self.session = None
        self._is_leaving = False
        self._silent_ticks = 0
        self._frame_ms = 0
        self.events = EventFeed(self, node)
        self._bad_seen = 0
        self._body = memoryview(self.rx)[1:]  # made once: slicing allocates
        self._answers = ReplayCache(IN_SESSIONS)
        self._stranger_answers = ReplayCache(OF_STRANGERS)
        self.serial = 0  # of the session that the request came in; OPEN_SESSION comes in none

    # -- for handlers ----------------------------------------------------------------------

    def payload(self):
        """All bytes of the request."""
        return self._received[_RX_AT : _RX_AT + self.rx_bytes]

    def tail(self):
        """The bytes that follow the request's fields (* in its row)."""
        at = _RX_AT + self._node.sizes[self.message]
        return self._received[at : _RX_AT + self.rx_bytes]

    def answer(
        self, a=None, b=None, c=None, d=None, e=None, f=None, g=None, h=None,
        i=None, j=None, k=None, m=None, n=None, o=None, p=None, q=None, r=None,
    ):  # fmt: skip
        """All fields of the reply's row; what was added goes behind them.  Gives its bytes.

        Names instead of *values: those would be a new tuple each time.
        """
        pack_fields(
            self._form, self.tx, _TX_AT, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r
        )
        return self._end - _TX_AT

    def ok(self, value=0):
        """OK, the answer of most requests."""
        return self.answer(self.message, value)

    def ok_or(self, errors, result, value=0):
        """OK, or the error that stands in `errors` for a stage's refusal (-1, -2, …)."""
        return -errors[-result] if result < 0 else self.answer(self.message, value)

    def error(self, code, detail):
        """An error that says more: minus the code, for the handler to give back."""
        self._detail = detail
        return -code

    def put(self, record, a=None, b=None, c=None, d=None, e=None, f=None):
        """One more record (format, fields) behind the reply's fields; False: it has no room."""
        form = record[0]
        at = self._end
        end = at + struct.calcsize(form)
        if end > _TX_END:
            return False
        pack_fields(form, self.tx, at, a, b, c, d, e, f)
        self._end = end
        return True

    def add(self, data, size):
        """`size` more bytes behind the reply's fields; False: they have no room."""
        at = self._end
        if size > _TX_END - at:
            return False
        copy_into(self.tx, at, data, size)
        self._end = at + size
        return True

    def room(self):
        """How many bytes the reply can still take."""
        return _TX_END - self._end

    def may_know(self):
        """The asker may see cards that lie face down, or none does."""
        return self._node.curtain.is_open_to(self.role)

    def last_record(self):
        """The last record that the asker may see."""
        return self._node.curtain.last_for(self.role, self._node.journal.last_number)

    def space(self, size):
        """So many bytes behind the reply's fields, to be written at once."""
        at = self._end
        self._end = at + size
        return memoryview(self.tx)[at : at + size]

    def begin(self, message):
        """The next answer is this message; handlers find theirs begun."""
        node = self._node
        self._form = node.messages[node.index[message]][_FORM]
        self._end = _TX_AT + node.sizes[message]

    # -- bytes in --------------------------------------------------------------------------

    def receive(self, data, n, now_ms):
        """Take n received bytes; answers go out before this returns."""
        decoder = self._decoder
        self._silent_ticks = 0
        at = 0
        while at < n:
            at = decoder.feed(data, at, n)
            if decoder.found:
                self._take(decoder.found, now_ms)
        if decoder.take_break():
            self._on_break(self.number)
        if decoder.bad_frames != self._bad_seen:
            self._node.count(counters.FRAMES_BAD, decoder.bad_frames - self._bad_seen)
            self._bad_seen = decoder.bad_frames

    def tick(self, now_ms, link_down_ms):
        """Once a heartbeat: notices that the host has gone silent (STANDARDS 20: 5 s).

        Half a frame in front of a typed line would hide it, so it is given up after two ticks
        without a byte.  Between two ticks the loop has looked at the line, however long the board
        was busy: on a clean line no frame is lost to this.
        """
        self._silent_ticks += 1
        if self._silent_ticks > _SILENT_TICKS:
            self._decoder.drop_partial()
        if self._node.sessions:
            self._node.sessions.tick(now_ms)
        silence_ms = ticks_diff(now_ms, self._frame_ms)
        if self.is_up and silence_ms >= link_down_ms:
            self.is_up = False
            self.events.stop()
            self._node.record(rows.EV_LINK_DOWN, self.number, silence_ms)

    def _take(self, found, now_ms):
        """A frame or a line; what goes wrong in answering it never ends the program."""
        try:
            if found == framing.FRAME:
                self._take_frame(now_ms)
            else:
                self._take_text()
        except Exception as error:  # noqa: BLE001 (no request ends the program)
            self._node.failed(self.rx[1] & ~framing.TAGGED if found == framing.FRAME else 0, error)

    def _take_frame(self, now_ms):
        node = self._node
        rx = self.rx
        destination = rx[2]
        if destination != node.address and destination != rows.ADDRESS_BROADCAST:
            return
        node.count(counters.FRAMES_IN)
        self._frame_ms = now_ms
        if not self.is_up:
            self.is_up = True
            node.record(rows.EV_LINK_UP, self.number)
        self.now_ms = now_ms
        self._answer(rx[1] & ~framing.TAGGED, self.is_bus and destination == rows.ADDRESS_BROADCAST)

    def _answer(self, message, is_mute):
        """No request ends the program: bad code, and no memory, are an error like others."""
        node = self._node
        rule = node.messages[node.index[message]][_RULE]
        self._detail = 0
        try:
            result = self._act(message, rule, is_mute)
            if result != _IS_REPLAY:
                self._tell_result(message, rule, is_mute, result)
        except Exception as error:  # noqa: BLE001 (no request ends the program)
            node.failed(message, error)
            self._detail = 0
            self._tell_result(message, rule, is_mute, -ERR_INTERNAL)
        node.end_change()
        if self._is_leaving:
            self._is_leaving = False
            self.session.close()

    def _act(self, message, rule, is_mute):
        """Authenticate and carry out; bytes of the answer, minus an error, or _IS_REPLAY."""
        node = self._node
        result = self._authenticate(message)
        if result < 0:
            return result
        if rule == ONCE and not is_mute and self._replay():
            return _IS_REPLAY
        if self.session is not None:
            result = self._take_counter(rule)
            if result < 0:
                return result
        return self._carry_out(message, node.messages[node.index[message]])

    def _tell_result(self, message, rule, is_mute, result):
        if rule == SILENT or is_mute:
            return
        node = self._node
        if result < 0:
            node.count(counters.ERRORS_SENT)
            self.begin(MSG_ERROR)
            self._reply(MSG_ERROR, self.answer(message, -result, self._detail), rule)
        else:
            self._reply(node.messages[node.index[message]][_REPLY], result, rule)

    def _authenticate(self, message):
        """Whose request this is: sets `role` and the session to answer in; 0 or minus an error."""
        rx = self.rx
        self.role = self.person = self.serial = 0
        self.session = None
        self.rx_bytes = self._decoder.body_bytes - framing.HEADER_BYTES - framing.CRC_BYTES
        if not rx[1] & framing.TAGGED:
            return 0
        self.rx_bytes -= framing.TAG_BYTES
        if self.rx_bytes < 0:
            return -ERR_BAD_LENGTH
        if message == rows.MSG_OPEN_SESSION:
            return 0  # its handler checks the tag, with the key that it opens the session with
        result = self._node.sessions.check(self.number, rx[3], self.body(), self.tag(), self.now_ms)
        if result == 0:
            self.join_session()
            self.serial = self.session.serial
        return result

    def _take_counter(self, rule):
        """Within a session each counter acts once, in any order; a read may be repeated."""
        is_new = self.session.take_counter(self.counter(), rule == ONCE)
        return 0 if is_new else -ERR_REPLAYED

    def _carry_out(self, message, row):
        """Give the request's fields to its handler."""
        node = self._node
        handler = node.handlers[message]
        if handler is None:
            return -ERR_UNKNOWN_MESSAGE
        extra = self.rx_bytes - node.sizes[message]
        if extra < 0 or (extra and "*" not in row[_FIELDS]):
            return -ERR_BAD_LENGTH
        roles = node.roles[message]
        if roles and not self.role & roles:
            return -node.why_not_allowed(self.role)
        if row[_RULE] != READ and node.is_kept_out(message):
            return -ERR_LOCKED
        if self.role and row[_RULE] == ONCE:
            # takes its time: not for one whose request is refused anyway
            result = node.begin_change(self.role)
            if result:
                return result
        node.count(counters.REQUESTS)
        self.message = message
        reply = row[_REPLY]  # begun here: a call more would cost as much as a field
        self._form = node.messages[node.index[reply]][_FORM]
        self._end = _TX_AT + node.sizes[reply]
        room = node.rooms[node.owners[message]]
        form = row[_FORM]
        rx = self.rx
        count = node.counts[message]
        if count == 0:
            return handler(room, self)
        if count == UNPACKED:
            return handler(room, self, *struct.unpack_from(form, rx, _RX_AT))
        first = get_field(form, 1, rx, _RX_AT)  # one by one: unpacking makes a tuple
        if count == 1:
            return handler(room, self, first)
        second = get_field(form, 2, rx, _RX_AT)
        if count == 2:
            return handler(room, self, first, second)
        return handler(room, self, first, second, get_field(form, 3, rx, _RX_AT))

    # -- sessions --------------------------------------------------------------------------

    def body(self):
        """The bytes that a tag covers: header and payload."""
        return self.rx[1 : 1 + framing.HEADER_BYTES + self.rx_bytes]

    def tag(self):
        at = 1 + framing.HEADER_BYTES + self.rx_bytes
        return self.rx[at : at + framing.TAG_BYTES]

    def counter(self):
        return get_u32(self.rx, _COUNTER_AT)

    def sender(self):
        return self.rx[3]

    def join_session(self):
        """Answer within the session that this request has proved from here on."""
        self.session = self._node.sessions.proved
        self.role = self.session.role
        self.person = self.session.person

    def leave_session(self):
        """The session ends with this request's answer, which still carries its tag."""
        self._is_leaving = True

    # -- bytes out -------------------------------------------------------------------------

    def _reply(self, kind, payload_bytes, rule):
        rx = self.rx
        # the request's counter comes back, so that the host knows which try was answered
        n = self._encoder.finish(
            kind,
            rx[3],
            self._node.address,
            rx[4],
            get_u32(rx, _COUNTER_AT),
            payload_bytes,
            self.session.make_tag if self.session else None,
        )
        if rule == ONCE:
            kept = self._answers if self.serial else self._stranger_answers
            kept.keep(self._body, self._decoder.body_bytes, self.serial, self.tx, n)
        self._write(self.tx, n)

    def _replay(self):
        """Send the first answer again when this very request was carried out before."""
        answers = self._answers if self.serial else self._stranger_answers
        slot = answers.find(self._body, self._decoder.body_bytes, self.serial)
        if slot < 0:
            return False
        self._node.count(counters.REPLAYS)
        self._write(answers.frame(slot), answers.frame_bytes(slot))
        return True

    def send(self, kind, destination, payload_bytes):
        """Say something unasked: `tx` holds the payload.  Only for who leads the line."""
        n = self._encoder.finish(kind, destination, self._node.address, 0, 0, payload_bytes)
        self._write(self.tx, n)

    def push(self, kind, payload_bytes, destination, session):
        """Unasked, to who polled; within its session, if it has one, tagged and numbered."""
        n = self._encoder.finish(
            kind,
            destination,
            self._node.address,
            0,
            session.next_push() if session else 0,
            payload_bytes,
            session.make_push_tag if session else None,
        )
        self._write(self.tx, n)

    # -- text ------------------------------------------------------------------------------

    def _take_text(self):
        line = bytes(self.rx[self._decoder.text_start : self._decoder.text_end]).decode()
        if self.is_bus:  # on a shared line a text command names its board: "@a0 stat"
            prefix = "@%02x " % self._node.address
            if line[: len(prefix)].lower() != prefix:
                return
            line = line[len(prefix) :]
        self._node.count(counters.TEXT_LINES)
        reply = self._answer_text(line).encode()
        for at in range(0, len(reply), MAX_FRAME_BYTES):
            part = reply[at : at + MAX_FRAME_BYTES]
            self._write(part, len(part))
