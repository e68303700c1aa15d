"""One serial port of the board, sans-IO: bytes in, bytes out through `write(buf, n)`.

Steady traffic (requests, answers, events) allocates nothing; text lines may.
"""

import struct

from firmware.core import counters
from firmware.core.bytes_into import copy_into
from firmware.core.errors import ERR_BAD_LENGTH, ERR_LOCKED, ERR_REPLAYED, ERR_UNKNOWN_MESSAGE
from firmware.core.rows import MSG_ERROR, ONCE, READ, SILENT
from firmware.core.ticks import ticks_diff
from firmware.link.framing import (
    CRC_BYTES,
    FRAME,
    HEADER_BYTES,
    MAX_FRAME_BYTES,
    MAX_PAYLOAD_BYTES,
    TAG_BYTES,
    TAGGED,
    TEXT,
    FrameDecoder,
    FrameEncoder,
)
from firmware.link.rows import (
    ADDRESS_BROADCAST,
    ADDRESS_HOST,
    EV_LINK_DOWN,
    EV_LINK_UP,
    EVENT_RECORD,
    EVENT_RECORD_BYTES,
    MSG_EVENTS,
    MSG_OPEN_SESSION,
)

_RX_AT = 1 + HEADER_BYTES
_QUIET_MS = 100  # a frame has no pauses; after this one a half-received frame is dropped
_REPLAY_SLOTS = 4
_EVENTS_HEADER_BYTES = 10


def _ignore_break(_port):
    """For a port on which nobody looks for a REPL."""


class LinkPort:
    """Decodes requests, calls the node's handlers, answers, and pushes events on credit."""

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
        self.role = 0  # of the request in hand; 0 without a session
        self.now_ms = 0
        self._session = None
        self._is_leaving = False
        self._heard_ms = 0
        self._frame_ms = 0
        self._credit_frames = 0
        self._next_event = 0
        self._event_host = ADDRESS_HOST
        self._bad_seen = 0
        self._replay_crc = [0] * _REPLAY_SLOTS
        self._replay_bytes = bytearray(_REPLAY_SLOTS)
        self._replay_frames = [bytearray(MAX_FRAME_BYTES) for _ in range(_REPLAY_SLOTS)]
        self._replay_next = 0

    # -- reading a request -----------------------------------------------------------------

    def u8(self, at):
        return self.rx[_RX_AT + at]

    def u16(self, at):
        rx = self.rx
        at += _RX_AT
        return rx[at] | rx[at + 1] << 8

    def u32(self, at):
        rx = self.rx
        at += _RX_AT
        return rx[at] | rx[at + 1] << 8 | rx[at + 2] << 16 | rx[at + 3] << 24

    def i32(self, at):
        value = self.u32(at)
        return value - 0x100000000 if value & 0x80000000 else value

    # -- bytes in --------------------------------------------------------------------------

    def receive(self, data, n, now_ms):
        """Take n received bytes; answers go out before this returns."""
        decoder = self._decoder
        if ticks_diff(now_ms, self._heard_ms) > _QUIET_MS:
            decoder.drop_partial()
        self._heard_ms = now_ms
        at = 0
        while at < n:
            at = decoder.feed(data, at, n)
            if decoder.found == FRAME:
                self._take_frame(now_ms)
            elif decoder.found == TEXT:
                self._take_text()
        if decoder.take_break():
            self._on_break(self.number)
        if decoder.bad_frames != self._bad_seen:
            self._node.health.count(counters.FRAMES_BAD, decoder.bad_frames - self._bad_seen)
            self._bad_seen = decoder.bad_frames

    def tick(self, now_ms, link_down_ms):
        """Now and then: notices that the host has gone silent (STANDARDS 20: 5 s)."""
        if self._node.sessions:
            self._node.sessions.tick(now_ms)
        silence_ms = ticks_diff(now_ms, self._frame_ms)
        if self.is_up and silence_ms >= link_down_ms:
            self.is_up = False
            self._credit_frames = 0
            self._node.record(EV_LINK_DOWN, self.number, silence_ms)

    def _take_frame(self, now_ms):
        node = self._node
        rx = self.rx
        destination = rx[2]
        if destination != node.address and destination != ADDRESS_BROADCAST:
            return
        node.health.count(counters.FRAMES_IN)
        self._frame_ms = now_ms
        if not self.is_up:
            self.is_up = True
            node.record(EV_LINK_UP, self.number)
        self.now_ms = now_ms
        self._answer(rx[1] & ~TAGGED, self.is_bus and destination == ADDRESS_BROADCAST)

    def _answer(self, message, is_mute):
        node = self._node
        rule = node.rules[message]
        result = self._authenticate(message)
        if result == 0 and rule == ONCE and not is_mute and self._replay():
            return
        if result == 0:
            result = self._take_counter(rule)
        if result == 0:
            if rule == ONCE:
                node.before_change()
            result = self._carry_out(message)
        if rule == SILENT or is_mute:
            pass
        elif result < 0:
            node.health.count(counters.ERRORS_SENT)
            struct.pack_into("<BBi", self.tx, self.tx_at, message, -result, 0)
            self._reply(MSG_ERROR, 6, rule)
        else:
            self._reply(node.replies[message], result, rule)
        if self._is_leaving:
            self._is_leaving = False
            self._session.close()

    def _authenticate(self, message):
        """Whose request this is: sets `role` and the session to answer in; 0 or minus an error."""
        rx = self.rx
        self.role = 0
        self._session = None
        self.rx_bytes = self._decoder.body_bytes - HEADER_BYTES - CRC_BYTES
        if not rx[1] & TAGGED:
            return 0
        self.rx_bytes -= TAG_BYTES
        if self.rx_bytes < 0:
            return -ERR_BAD_LENGTH
        if message == MSG_OPEN_SESSION:
            return 0  # its handler checks the tag, with the key that it opens the session with
        result = self._node.sessions.check(
            self.number, rx[3], self.body(), self.tag(), self.now_ms
        )
        if result == 0:
            self.join_session()
        return result

    def _take_counter(self, rule):
        """Within a session counters only go up; a read may be repeated."""
        session = self._session
        if session is None:
            return 0
        return 0 if session.take_counter(self.counter(), rule == ONCE) else -ERR_REPLAYED

    def _carry_out(self, message):
        node = self._node
        handler = node.handlers[message]
        if handler is None:
            return -ERR_UNKNOWN_MESSAGE
        extra = self.rx_bytes - node.sizes[message]
        if extra < 0 or (extra and not node.has_tail[message]):
            return -ERR_BAD_LENGTH
        if node.roles[message] and not self.role & node.roles[message]:
            return -node.why_not_allowed(self.role)
        if node.is_locked() and node.rules[message] != READ:
            return -ERR_LOCKED
        node.health.count(counters.REQUESTS)
        return handler(self)

    # -- sessions --------------------------------------------------------------------------

    def body(self):
        """The bytes that a tag covers: header and payload."""
        return self.rx[1 : 1 + HEADER_BYTES + self.rx_bytes]

    def tag(self):
        at = 1 + HEADER_BYTES + self.rx_bytes
        return self.rx[at : at + TAG_BYTES]

    def counter(self):
        return self.u32(4 - HEADER_BYTES)

    def sender(self):
        return self.rx[3]

    def join_session(self):
        """Answer within this sender's session from here on."""
        self._session = self._node.sessions.find(self.number, self.rx[3])
        self.role = self._session.role

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
            self.counter(),
            payload_bytes,
            self._session.make_tag if self._session else None,
        )
        if rule == ONCE:
            slot = self._replay_next
            self._replay_next = (slot + 1) % _REPLAY_SLOTS
            self._replay_crc[slot] = self._request_crc()
            self._replay_bytes[slot] = n
            self._replay_frames[slot][:] = self.tx
        self._write(self.tx, n)

    def _request_crc(self):
        """Names a request: its CRC covers sender, req, counter and payload."""
        return self.u32(self._decoder.body_bytes - HEADER_BYTES - CRC_BYTES)

    def _replay(self):
        """Send the first answer again when this very request was carried out before."""
        crc = self._request_crc()
        for slot in range(_REPLAY_SLOTS):
            if self._replay_bytes[slot] and self._replay_crc[slot] == crc:
                self._node.health.count(counters.REPLAYS)
                self._write(self._replay_frames[slot], self._replay_bytes[slot])
                return True
        return False

    def send(self, kind, destination, payload_bytes):
        """Say something unasked: `tx` holds the payload.  Only for who leads the line."""
        n = self._encoder.finish(kind, destination, self._node.address, 0, 0, payload_bytes)
        self._write(self.tx, n)

    # -- events ----------------------------------------------------------------------------

    def poll(self, after, credit_frames):
        """POLL: the events that follow `after` go into the answer, more on credit."""
        self._next_event = after + 1
        self._event_host = self.rx[3]
        self._credit_frames = 0 if self.is_bus else credit_frames
        return self._pack_events()

    def add_credit(self, credit_frames):
        """ACK: the host took what came; more may follow without asking."""
        if not self.is_bus and self._next_event:
            self._credit_frames = credit_frames

    def pump(self):
        """Push what has been recorded since, as far as the host gave credit."""
        while self._credit_frames and self._next_event <= self._node.journal.last_number:
            self._credit_frames -= 1
            n = self._encoder.finish(
                MSG_EVENTS, self._event_host, self._node.address, 0, 0, self._pack_events()
            )
            self._write(self.tx, n)

    def _pack_events(self):
        journal = self._node.journal
        first = max(self._next_event, journal.first_number)
        while first <= journal.last_number and not journal.load(first):
            first += 1  # dropped by a recovery: the host is told how many
        lost = first - self._next_event
        number = first
        tx = self.tx
        at = self.tx_at + _EVENTS_HEADER_BYTES
        end = self.tx_at + MAX_PAYLOAD_BYTES
        while number <= journal.last_number and journal.load(number):
            size = journal.payload_bytes
            if at + EVENT_RECORD_BYTES + size > end:
                break
            struct.pack_into(
                EVENT_RECORD,
                tx,
                at,
                journal.type,
                size,
                journal.boot_count,
                journal.time_ms,
                journal.utc_s,
            )
            at += EVENT_RECORD_BYTES
            copy_into(tx, at, journal.payload, size)
            at += size
            number += 1
        has_more = 1 if number <= journal.last_number else 0
        struct.pack_into("<IIBB", tx, self.tx_at, first, lost, number - first, has_more)
        self._next_event = number
        self._node.health.count(counters.EVENTS_SENT, number - first)
        return at - self.tx_at

    # -- text ------------------------------------------------------------------------------

    def _take_text(self):
        line = bytes(self.rx[self._decoder.text_start : self._decoder.text_end]).decode()
        if self.is_bus:  # on a shared line a text command names its board: "@a0 stat"
            prefix = "@%02x " % self._node.address
            if line[: len(prefix)].lower() != prefix:
                return
            line = line[len(prefix) :]
        self._node.health.count(counters.TEXT_LINES)
        reply = self._answer_text(line).encode()
        for at in range(0, len(reply), MAX_FRAME_BYTES):
            part = reply[at : at + MAX_FRAME_BYTES]
            self._write(part, len(part))
