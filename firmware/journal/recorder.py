"""Turns what happened into journal records: the only way to report anything."""

import struct

from firmware.core.rows import CHATTER, EVIDENCE
from firmware.journal.rations import Rations
from firmware.journal.record import REC_PAYLOAD_MAX_BYTES
from firmware.journal.rows import EV_CHATTER_DROPPED


def _never():
    return False


class Recorder:
    """Packs an event by its row in `events` (the board's tables) and appends it to the journal.

    While cards are under way no chatter has a sector erased: interrupts are off for 45 ms then,
    and whoever makes chatter would stop the machine.
    """

    def __init__(self, journal, clock, events, rations=(), is_moving=None):
        self._journal = journal
        self._clock = clock
        self._is_moving = is_moving or _never
        self.boot_count = 0  # set by begin_boot
        self.evidence_count = 0  # records of evidence since boot
        self.payload = bytearray(REC_PAYLOAD_MAX_BYTES)
        self._row_of = bytearray(256)  # by event number; a list of 256 would cost 2 kB
        self._formats = [""]
        self._sizes = bytearray(len(events) + 1)
        self._field_counts = bytearray(len(events) + 1)
        for number, _name, fmt, fields in events:
            row = self._row_of[number] = len(self._formats)
            self._formats.append(fmt)
            self._sizes[row] = struct.calcsize(fmt)
            self._field_counts[row] = len(fields.split())
        self._rations = Rations(rations)
        self._rationed = rations
        self._ration_of = bytearray(len(events) + 1)  # by the event's row: 1 + the ration's
        self._rings = bytearray(len(events) + 1)
        for i, (event, which, _most, _every_s) in enumerate(rations):
            row = self._row_of[event]
            self._ration_of[row] = i + 1
            self._rings[row] = which

    def begin_boot(self, boot_count):
        self.boot_count = boot_count

    def record(self, event, a=0, b=0, c=0, d=0, e=0, f=0):
        """Append one event; gives back its number, 0 if it was not kept or has had its ration."""
        row = self._row_of[event]
        ration = self._ration_of[row]
        if ration:
            if self._rings[row] == CHATTER and self._would_disturb():
                self._rations.drop(ration - 1)
                return 0
            if not self._rations.take(ration - 1, self._clock.uptime_ms // 1000):
                return 0
        return self.append(event, self.pack(event, a, b, c, d, e, f))

    def _would_disturb(self):
        return self._journal.chatter.is_erase_due() and self._is_moving()

    def pack(self, event, a=0, b=0, c=0, d=0, e=0, f=0):
        """Put an event's fields into `payload`; gives back their size.  Allocates nothing."""
        row = self._row_of[event]
        count = self._field_counts[row]
        fmt = self._formats[row]
        if count == 1:
            struct.pack_into(fmt, self.payload, 0, a)
        elif count == 2:
            struct.pack_into(fmt, self.payload, 0, a, b)
        elif count == 3:
            struct.pack_into(fmt, self.payload, 0, a, b, c)
        elif count == 4:
            struct.pack_into(fmt, self.payload, 0, a, b, c, d)
        elif count == 5:
            struct.pack_into(fmt, self.payload, 0, a, b, c, d, e)
        elif count == 6:
            struct.pack_into(fmt, self.payload, 0, a, b, c, d, e, f)
        return self._sizes[row]

    def append(self, event, size, boot_count=0):
        """Append what `payload` holds, of this boot or another."""
        clock = self._clock
        boot = boot_count or self.boot_count
        now, which = clock.uptime_ms, self.ring_of(event)
        number = self._journal.append(
            event, self.payload, size, boot, now, clock.utc_s(), which, clock.quality
        )
        if number and which == EVIDENCE:
            self.evidence_count += 1
        return number

    def ring_of(self, event):
        """EVIDENCE or CHATTER."""
        return self._rings[self._row_of[event]]

    def tell_dropped(self):
        """Now and then: events that were not recorded because they came too often."""
        rations = self._rations
        now_s = self._clock.uptime_ms // 1000
        i = rations.next_due(now_s)
        while i >= 0:
            event = self._rationed[i][0]
            if not self.record(EV_CHATTER_DROPPED, event, rations.dropped(i)):
                return  # the flash refused it: next time
            rations.told(i, now_s)
            i = rations.next_due(now_s)

    def service(self):
        """In idle time: let the journal prepare its next sector."""
        clock = self._clock
        self._journal.service(self.boot_count, clock.uptime_ms, clock.utc_s(), clock.quality)
