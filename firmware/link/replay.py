"""The last answers to requests that act once: the same request again gets the same bytes.

A request is named by its session, its header (message, addresses, req, counter) and its CRC; the
tag is checked before anybody looks here.
"""

from firmware.core.bytes_into import copy_into
from firmware.core.compat import const
from firmware.link.framing import HEADER_BYTES, MAX_FRAME_BYTES

IN_SESSIONS = 4  # answers that a port keeps …
OF_STRANGERS = 2  # … and, apart from them, to requests without a session, OPEN_SESSION too
_NAME_BYTES = const(12)  # header and CRC


class ReplayCache:
    """Of one port; `body` is what the decoder found, header to CRC.  Allocates nothing."""

    def __init__(self, slots):
        self._names = [bytearray(_NAME_BYTES) for _ in range(slots)]
        self._serials = [0] * slots  # of the sessions
        self._bytes = bytearray(slots)
        self._frames = [bytearray(MAX_FRAME_BYTES) for _ in range(slots)]
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
