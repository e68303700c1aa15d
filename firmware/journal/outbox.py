"""Changes and their events together: what a commit did is in the journal, whatever happens.

The event goes into the outbox cell in the same commit as the change; then it is appended.  When
power fails between the two, the next boot finds it in the outbox but not in the journal, and
appends it then.
"""

import struct

from firmware.core.bytes_into import get_u32
from firmware.store.cells import CELL_OUTBOX

_HEAD = "<IIBB"  # expected number, boot count, type, payload bytes
_HEAD_BYTES = 10
_WINDOW = 3  # the journal may put an overflow or gap record of its own in between


class Outbox:
    """Fed by whoever changes cells; the recorder packs and appends."""

    def __init__(self, store, recorder, reader):
        self._store = store
        self._recorder = recorder
        self._reader = reader

    def commit(self, event, a=0, b=0, c=0, d=0, e=0, f=0):
        """Commit all edited cells together with their event; gives the event's number."""
        recorder = self._recorder
        if not self._store.is_open:
            return recorder.record(event, a, b, c, d, e, f)
        size = recorder.pack(event, a, b, c, d, e, f)
        cell = self._store.edit(CELL_OUTBOX)
        expected = self.next_number()
        struct.pack_into(_HEAD, cell, 0, expected, recorder.boot_count, event, size)
        for i in range(size):
            cell[_HEAD_BYTES + i] = recorder.payload[i]
        self._store.commit()
        return recorder.append(event, size)

    def next_number(self):
        """The number that the next event will have."""
        return self._reader.last_number + 1

    def finish(self):
        """At boot: append the event of the last commit if it is missing; True when it was."""
        cell = self._store.view(CELL_OUTBOX)
        expected = get_u32(cell, 0)
        if expected == 0 or self._is_recorded(cell, expected):
            return False
        size = cell[9]
        recorder = self._recorder
        for i in range(size):
            recorder.payload[i] = cell[_HEAD_BYTES + i]
        # Under the boot it belongs to: the next boot must know it again, or it would come twice.
        recorder.append(cell[8], size, get_u32(cell, 4))
        return True

    def _is_recorded(self, cell, expected):
        reader = self._reader
        if expected < reader.first_in(self._recorder.ring_of(cell[8])):
            return True  # long ago: overwritten since, and told
        for number in range(expected, expected + _WINDOW):
            if reader.load(number) and self._is_same(cell):
                return True
        return False

    def _is_same(self, cell):
        reader = self._reader
        if reader.type != cell[8] or reader.payload_bytes != cell[9]:
            return False
        if reader.boot_count != get_u32(cell, 4) & 0xFFFF:
            return False
        for i in range(cell[9]):
            if reader.payload[i] != cell[_HEAD_BYTES + i]:
                return False
        return True
