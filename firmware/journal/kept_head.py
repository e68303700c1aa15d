"""The newest head of a ring once more, in FRAM, so that a journal cut short is noticed at boot.

Two places on each chip, used in turn, written after the record is in flash: a cut between the
two leaves the place one record behind, which is the only lag that is no alarm.  The highest
number wins; old places can only make the alarm weaker, never wrong.
"""

from firmware.core.bytes_into import copy_into, crc_put, get_u32, is_crc_good, put_u32
from firmware.core.compat import const
from firmware.store.layout import HEAD_AT, HEAD_PLACE_BYTES, HEAD_PLACES

_NUMBER = const(0)
_MARKED_TO = const(4)
_LOST_TOTAL = const(8)
_HASH = const(12)
_BYTES = const(48)


class KeptHead:
    """Number and hash of a ring's last record, and how far overflow has been told."""

    def __init__(self, store, which):
        self._store = store
        self._at = HEAD_AT + which * HEAD_PLACES * HEAD_PLACE_BYTES
        self._buf = bytearray(_BYTES)
        self._view = bytearray(_BYTES)
        self._next = 0
        self.number = 0
        self.is_even = True  # both chips know the same newest head
        self.marked_to = 0
        self.lost_total = 0
        self.hash = bytearray(32)

    def open(self):
        """Read all four places and keep the newest; number stays 0 when there is none."""
        self.number = self.marked_to = self.lost_total = 0
        self._next = 0
        view = self._view
        newest = [0, 0]
        for chip in (0, 1):
            for place in (0, 1):
                at = self._at + place * HEAD_PLACE_BYTES
                if not self._store.read_raw(chip, at, view):
                    continue
                if not is_crc_good(view, _BYTES, self._store.seed):
                    continue
                number = get_u32(view, _NUMBER)
                newest[chip] = max(newest[chip], number)
                if number > self.number:
                    self.number = number
                    self.marked_to = get_u32(view, _MARKED_TO)
                    self.lost_total = get_u32(view, _LOST_TOTAL)
                    self.hash[:] = view[_HASH : _HASH + 32]
                    self._next = 1 - place
        self.is_even = newest[0] == newest[1]

    def format(self):
        """Forget every head: only together with a new journal."""
        empty = bytearray(_BYTES)
        for chip in (0, 1):
            for place in (0, 1):
                self._store.write_raw(chip, self._at + place * HEAD_PLACE_BYTES, empty)

    def mark(self, marked_to, lost_total):
        """How far overflow has been told; goes with the next `save`."""
        self.marked_to = marked_to
        self.lost_total = lost_total

    def save(self, number, digest):
        """Keep a new head; allocates nothing.  A dead chip is the store's to report."""
        buf = self._buf
        self.number = number
        copy_into(self.hash, 0, digest, 32)
        put_u32(buf, _NUMBER, number)
        put_u32(buf, _MARKED_TO, self.marked_to)
        put_u32(buf, _LOST_TOTAL, self.lost_total)
        copy_into(buf, _HASH, digest, 32)
        crc_put(buf, _BYTES, self._store.seed)
        at = self._at + self._next * HEAD_PLACE_BYTES
        self._store.write_raw(0, at, buf)
        self._store.write_raw(1, at, buf)
        self._next = 1 - self._next
