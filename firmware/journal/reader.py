"""Reads journal records by number for the link, the text commands and the boot check."""

from firmware.journal import record as rec


class JournalReader:
    """One record at a time in fields; `load` moves on without allocating."""

    def __init__(self, journal):
        self._journal = journal
        self.record = bytearray(rec.RECORD_BYTES)
        payload_end = rec.REC_PAYLOAD + rec.REC_PAYLOAD_MAX_BYTES
        self.payload = memoryview(self.record)[rec.REC_PAYLOAD : payload_end]
        self.time_ms = 0
        self.utc_s = 0
        self.clock = 0  # how far utc_s can be trusted: CLOCK_NAMES in core/rows.py
        self.boot_count = 0
        self.type = 0
        self.payload_bytes = 0

    @property
    def first_number(self):
        return self._journal.first_number

    @property
    def last_number(self):
        return self._journal.last_number

    def first_in(self, which):
        """The oldest number of a ring."""
        journal = self._journal
        return (journal.chatter if which else journal.evidence).first_number

    def next_held(self, number):
        """The lowest number from `number` on that is held; one more than the last if none is."""
        return self._journal.next_held(number)

    def load(self, number):
        """Read a record; False when it is not held or not good."""
        record = self.record
        if not self._journal.read_into(number, record):
            return False
        self.time_ms = _u32(record, 4)
        self.utc_s = _u32(record, 8)
        self.boot_count = record[12] | record[13] << 8
        self.type = record[14]
        self.payload_bytes = record[15]
        self.clock = record[rec.REC_RING] >> rec.CLOCK_SHIFT
        return True


def _u32(buf, at):
    return buf[at] | buf[at + 1] << 8 | buf[at + 2] << 16 | buf[at + 3] << 24


