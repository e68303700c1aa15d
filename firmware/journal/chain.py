"""One ring of the journal: chained records in flash, its newest head once more in FRAM.

`append` is: make room, program the record, read it back, keep the new head in FRAM, and only
then give the number out: what is reported has been recorded.  It allocates nothing.
"""

import struct

from firmware.core.bytes_into import copy_into, crc_put, fill_into, get_u32, put_u32
from firmware.core.sha256_into import hash_into
from firmware.journal import record as rec
from firmware.journal import recovery
from firmware.journal.ring import PLACES_PER_SECTOR

_TRIES = 3


class Chain:
    """Owns its sectors; `journal` gives the numbers and the buffers that both rings share."""

    def __init__(self, journal, which, ring, kept_head):
        self._journal = journal
        self.which = which
        self.ring = ring
        self.kept_head = kept_head
        # The record being built.  Between appends its "previous" field holds the head hash.
        self.record = bytearray(rec.RECORD_BYTES)
        self.record[rec.REC_RING] = which  # the journal adds the clock's quality
        self._previous = memoryview(self.record)[rec.REC_PREVIOUS : rec.REC_PREVIOUS + 32]
        self._own = bytearray(13)
        self.next_place = PLACES_PER_SECTOR
        self.is_ahead_blank = False
        self.first_number = 0
        self.last_number = 0
        self._gone_to = 0  # the last number before the oldest one held
        self.bad_place_count = 0
        self.verdict = 0  # recovery.HEAD_NEW
        self.damage = []
        self.gap_first = 0
        self.gap_last = 0

    def open(self):
        """Boot: find the head, compare it with FRAM; gives the verdict (recovery.VERDICTS)."""
        self.next_place = PLACES_PER_SECTOR
        # Blank to the eye is not erased: an erase may have been cut.  Erase again before use.
        self.is_ahead_blank = False
        self.verdict = recovery.recover(self)
        return self.verdict

    def append(self, type_, payload, length, boot, ms, utc_s):
        """Record an event for good; gives its number, or 0 if the flash refused it."""
        if self.gap_last and not self._tell_gap(boot, ms, utc_s):
            return 0
        self.service(boot, ms, utc_s, PLACES_PER_SECTOR - 1)
        self._build(type_, payload, length, boot, ms, utc_s)
        return self._place()

    def is_erase_due(self):
        """The next record would have to wait until the sector ahead is erased."""
        return not self.is_ahead_blank and self.next_place >= PLACES_PER_SECTOR - 1

    def service(self, boot, ms, utc_s, from_place):
        """Erase the sector ahead once `from_place` is reached; tell what went without its ack."""
        if not self.is_ahead_blank and self.next_place >= from_place:
            count = self.ring.count_ahead(self._told_to())
            if count and self.next_place < PLACES_PER_SECTOR:
                self._tell_overflow(self.ring.last_ahead(), count, boot, ms, utc_s)
            self._erase_ahead()
            self.is_ahead_blank = True
        # Also after a boot: whatever is gone without its ack and has not been told is told now.
        # How many of these numbers were this ring's is not known any more: all of them at most.
        if self._gone_to > self._told_to():
            self._tell_overflow(self._gone_to, self._gone_to - self._told_to(), boot, ms, utc_s)

    def genesis(self):
        """Give what the ring's first record names as the hash before it."""
        digest = bytearray(32)
        start = rec.GENESIS_LABEL + self._journal.device_id + bytes((self.which,))
        hash_into(start, len(start), digest, 0)
        return digest

    def head(self):
        """The hash of the last record."""
        return bytes(self._previous)

    # -- for recovery ----------------------------------------------------------------------

    def begin_recovery(self):
        """Nothing is known of what the flash holds."""
        self.damage = []
        self.gap_first = self.gap_last = 0
        self.last_number = self.first_number = self._gone_to = 0

    def go_on_from(self, number, digest, place):
        """The newest record, its hash, and the first place behind all that was programmed."""
        self.last_number = number
        self._find_first()
        self.set_head_hash(digest)
        self.next_place = place

    def open_gap(self, vouched_number):
        """Numbers that were given out are not given out again: the next record tells the gap."""
        self.gap_first = self.last_number + 1
        self.gap_last = vouched_number

    def set_head_hash(self, digest):
        """Continue the chain from a digest (32 bytes)."""
        copy_into(self._previous, 0, digest, 32)

    def program(self, place, record):
        """Program one place of the head sector: half a page, the other half stays as it is."""
        page = self._journal.page
        fill_into(page, 0, len(page), 0xFF)
        copy_into(page, (place & 1) * rec.RECORD_BYTES, record, rec.RECORD_BYTES)
        self.ring.program(place, page)

    # -- building and placing --------------------------------------------------------------

    def _told_to(self):
        return max(self._journal.acked, self.kept_head.marked_to)

    def _build(self, type_, payload, length, boot, ms, utc_s):
        record = self.record
        number = self._journal.next_number()
        ms &= 0xFFFFFFFF
        boot &= 0xFFFF
        struct.pack_into(rec.HEAD_FORMAT, record, 0, number, ms, utc_s, boot, type_, length)
        fill_into(record, rec.REC_PAYLOAD, rec.REC_PAYLOAD_MAX_BYTES, 0)
        copy_into(record, rec.REC_PAYLOAD, payload, length)
        put_u32(record, rec.REC_BEFORE, self.last_number)
        crc_put(record, rec.RECORD_BYTES, 0)

    def _place(self):
        """Program the built record into the next place that takes it; gives its number or 0."""
        seen = self._journal.seen
        for _ in range(_TRIES):
            if self.next_place >= PLACES_PER_SECTOR:
                self._enter_ahead()
            place = self.next_place
            self.next_place = place + 1
            self.program(place, self.record)
            self.ring.read_into(self.ring.head, place, seen)
            if seen == self.record:
                return self._accept()
            # The place does not hold what was programmed: it is left as it is, and skipped.
            self.bad_place_count += 1
        return 0

    def _accept(self):
        number = get_u32(self.record, rec.REC_NUMBER)
        if self.ring.firsts[self.ring.head] == 0:
            self.ring.firsts[self.ring.head] = number
        if self.first_number == 0:
            self.first_number = number
        self.last_number = number
        self.gap_last = 0
        hash_into(self.record, rec.RECORD_BYTES, self.record, rec.REC_PREVIOUS)
        self.kept_head.save(number, self._previous)
        return number

    def _enter_ahead(self):
        if not self.is_ahead_blank:
            # After failed places, or a gap record, at the very end: erase now, tell afterwards.
            self._erase_ahead()
        self.ring.enter_ahead()
        self.next_place = 0
        self.is_ahead_blank = False

    def _erase_ahead(self):
        self.ring.erase_ahead()
        self._find_first()

    def _find_first(self):
        """The oldest record held, and from it the number of the last one that is gone."""
        ring = self.ring
        self.first_number = ring.first_number()
        if self.first_number and ring.seek_into(self.first_number, ring.buf):
            self._gone_to = get_u32(ring.buf, rec.REC_BEFORE)

    # -- the journal's own records ---------------------------------------------------------

    def _tell_overflow(self, last_lost, count, boot, ms, utc_s):
        kept = self.kept_head
        total = kept.lost_total + count
        first_lost = self._told_to() + 1
        struct.pack_into("<IIIB", self._own, 0, first_lost, last_lost, total, self.which)
        self._build(rec.TYPE_OVERFLOW, self._own, 13, boot, ms, utc_s)
        told_to, told_total = kept.marked_to, kept.lost_total
        # Set before the record is placed: they reach FRAM together with its head.
        kept.mark(last_lost, total)
        if not self._place():
            kept.mark(told_to, told_total)

    def _tell_gap(self, boot, ms, utc_s):
        own = self._own
        struct.pack_into("<IIBB", own, 0, self.gap_first, self.gap_last, self.verdict, self.which)
        self._build(rec.TYPE_GAP, own, 10, boot, ms, utc_s)
        return self._place()
