"""Turns what happened into journal records: the only way to report anything."""

import struct

from firmware.core.event_table import EVENTS


class Recorder:
    """Packs an event by its row of the event table and appends it to the journal."""

    def __init__(self, journal, clock, boot_count):
        self._journal = journal
        self._clock = clock
        self.boot_count = boot_count
        self._payload = bytearray(64)
        self._formats = [None] * 256
        self._sizes = bytearray(256)
        self._field_counts = bytearray(256)
        for number, _name, fmt, fields in EVENTS:
            self._formats[number] = fmt
            self._sizes[number] = struct.calcsize(fmt)
            self._field_counts[number] = len(fields.split())

    def record(self, event, a=0, b=0, c=0):
        """Append one event; gives back its number.  Allocates nothing."""
        count = self._field_counts[event]
        fmt = self._formats[event]
        payload = self._payload
        if count == 1:
            struct.pack_into(fmt, payload, 0, a)
        elif count == 2:
            struct.pack_into(fmt, payload, 0, a, b)
        elif count == 3:
            struct.pack_into(fmt, payload, 0, a, b, c)
        return self._append(event, self._sizes[event])

    def _append(self, event, size):
        clock = self._clock
        return self._journal.append(
            event, self._payload, size, self.boot_count, clock.uptime_ms, clock.utc_s()
        )
