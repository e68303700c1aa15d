"""The last answers to requests that act once: the same request again gets the same bytes.

A session keeps its own short ones, so that no other host pushes them out.  The long ones, and those
to strangers, are kept by the port, where a request is named by its session, its header and its CRC.
Tags are checked before anybody looks here.
"""

from firmware.core.bytes_into import copy_into
from firmware.core.compat import const
from firmware.link.framing import HEADER_BYTES, MAX_FRAME_BYTES

SHORT_ANSWERS = 8  # that each session keeps: as many as a host may have under way …
SHORT_BYTES = const(10)  # … of such a payload: OK, ERROR, PENDING, SESSION_OPENED
LONG_ANSWERS = 4  # of all sessions of a port: RULING and the like
OF_STRANGERS = 2  # to requests without a session, one that did not open among them
_NAME_BYTES = const(13)  # header and CRC
_CTR_AT = const(4)  # in the body
_SLOT_BYTES = const(20)  # ctr 4, CRC 4, kind, payload's size, payload
_KIND_AT = const(8)
_SIZE_AT = const(9)
_PAYLOAD_AT = const(10)


class ShortAnswers:
    """Of one session: a request is named by its counter and CRC.  Allocates nothing."""

    def __init__(self):
        self._slots = bytearray(SHORT_ANSWERS * _SLOT_BYTES)
        self._next = 0

    def clear(self):
        """A new session: kind 0 is no message."""
        slots = self._slots
        for at in range(_KIND_AT, len(slots), _SLOT_BYTES):
            slots[at] = 0

    def find(self, body, body_bytes):
        """Where the answer to this very request is, or -1."""
        slots = self._slots
        for at in range(0, len(slots), _SLOT_BYTES):
            if slots[at + _KIND_AT] and self._is_named(at, body, body_bytes):
                return at
        return -1

    def keep(self, body, body_bytes, kind, tx, tx_at, payload_bytes):
        """The answer takes the place of the oldest one."""
        slots, at = self._slots, self._next
        self._next = (at + _SLOT_BYTES) % len(slots)
        for i in range(4):
            slots[at + i] = body[_CTR_AT + i]
            slots[at + 4 + i] = body[body_bytes - 4 + i]
        slots[at + _KIND_AT] = kind
        slots[at + _SIZE_AT] = payload_bytes
        for i in range(payload_bytes):
            slots[at + _PAYLOAD_AT + i] = tx[tx_at + i]

    def kind(self, at):
        return self._slots[at + _KIND_AT]

    def put_into(self, at, tx, tx_at):
        """The kept payload into a frame; gives its bytes."""
        slots = self._slots
        size = slots[at + _SIZE_AT]
        for i in range(size):
            tx[tx_at + i] = slots[at + _PAYLOAD_AT + i]
        return size

    def _is_named(self, at, body, body_bytes):
        slots = self._slots
        for i in range(4):
            if slots[at + i] != body[_CTR_AT + i] or slots[at + 4 + i] != body[body_bytes - 4 + i]:
                return False
        return True


class ReplayCache:
    """Of one port; `body` is what the decoder found, header to CRC.

    A slot takes its memory with its first answer; from then on it allocates nothing.
    """

    def __init__(self, slots):
        self._names = [None] * slots  # type: list
        self._serials = [0] * slots  # of the sessions
        self._bytes = bytearray(slots)
        self._frames = [None] * slots  # type: list
        self._next = 0

    def find(self, body, body_bytes, serial):
        """Where the answer to this very request is, or -1."""
        for slot in range(len(self._bytes)):
            if self._bytes[slot] and self._serials[slot] == serial:
                if self._is_named(self._names[slot], body, body_bytes):
                    return slot
        return -1

    def keep(self, body, body_bytes, serial, frame, frame_bytes):
        """The answer takes the place of the oldest one."""
        slot = self._next
        self._next = (slot + 1) % len(self._bytes)
        if self._frames[slot] is None:
            self._names[slot] = bytearray(_NAME_BYTES)
            self._frames[slot] = bytearray(MAX_FRAME_BYTES)
        name = self._names[slot]
        for i in range(_NAME_BYTES):
            name[i] = _name_byte(body, body_bytes, i)
        self._serials[slot] = serial
        self._bytes[slot] = frame_bytes
        copy_into(self._frames[slot], 0, frame, frame_bytes)

    def frame(self, slot):
        return self._frames[slot]

    def frame_bytes(self, slot):
        return self._bytes[slot]

    def _is_named(self, name, body, body_bytes):
        for i in range(_NAME_BYTES):
            if name[i] != _name_byte(body, body_bytes, i):
                return False
        return True


def _name_byte(body, body_bytes, i):
    return body[i] if i < HEADER_BYTES else body[body_bytes - _NAME_BYTES + i]
