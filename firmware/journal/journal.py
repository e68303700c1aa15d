"""The journal: an append-only ring of chained records in flash; also the link's event queue.

`append` is: make room, program the record, read it back, keep the new head in FRAM, and only
then give the number out: what is reported has been recorded.  It allocates nothing.
"""

import struct

from firmware.core.bytes_into import copy_into, crc_put, fill_into
from firmware.core.sha256_into import hash_into
from firmware.journal import record as rec
from firmware.journal import recovery
from firmware.journal.record import GENESIS_LABEL, SEAL_LABEL
from firmware.journal.ring import PLACES_PER_SECTOR, Ring
from firmware.trust.hmac_sha256 import hmac_sha256

_TRIES = 3


class Journal:
    """Owns the flash region; fed by the recorder, read by the link and by exports."""

    def __init__(self, region, kept_head, device_id):
        self.ring = Ring(region)
        self.kept_head = kept_head
        self.device_id = bytes(device_id)
        # The record being built.  Between appends its "previous" field holds the head hash.
        self.record = bytearray(rec.RECORD_BYTES)
        self._previous = memoryview(self.record)[rec.REC_PREVIOUS : rec.REC_PREVIOUS + 32]
        self._page = bytearray(region.page_bytes)
        self._seen = bytearray(rec.RECORD_BYTES)
        self._own = bytearray(12)
        self.next_place = PLACES_PER_SECTOR
        self.is_ahead_blank = False
        self.first_number = 0
        self.last_number = 0
        self.acked = 0
        self.bad_place_count = 0
        self.verdict = 0  # recovery.HEAD_NEW
        self.damage = []
        self.gap_first = 0
        self.gap_last = 0

    # -- the board's calls -----------------------------------------------------------------

    def open(self, acked=0):
        """Boot: find the head, compare it with FRAM; gives the verdict (recovery.VERDICTS)."""
        self.acked = acked
        self.next_place = PLACES_PER_SECTOR
        # Blank to the eye is not erased: an erase may have been cut.  Erase again before use.
        self.is_ahead_blank = False
        self.verdict = recovery.recover(self)
        return self.verdict

    def format(self):
        """Erase every sector: a new journal, only together with a new store."""
        for sector in range(self.ring.sector_count):
            self.ring.region.erase_sector(sector)
        self.kept_head.format()
        return self.open()

    def append(self, type_, payload, length, boot, ms, utc_s):
        """Record an event for good; gives its number, or 0 if the flash refused it."""
        if length > rec.REC_PAYLOAD_MAX_BYTES:
            raise ValueError("payload of %d bytes" % length)
        if self.gap_last and not self._tell_gap(boot, ms, utc_s):
            return 0
        self.service(boot, ms, utc_s, PLACES_PER_SECTOR - 1)
        self._build(type_, payload, length, boot, ms, utc_s)
        return self._place()

    def service(self, boot, ms, utc_s, from_place=0):
        """In idle time: erase the sector ahead, so that no append has to wait for it."""
        if not self.is_ahead_blank and self.next_place >= from_place:
            last_lost = self.ring.last_in_ahead()
            if last_lost > self._told_to() and self.next_place < PLACES_PER_SECTOR:
                self._tell_overflow(last_lost, boot, ms, utc_s)
            self.ring.erase_ahead()
            self.is_ahead_blank = True
            self.first_number = self.ring.first_number()
        # Also after a boot: whatever is gone without its ack and has not been told is told now.
        if self.first_number and self.first_number - 1 > self._told_to():
            self._tell_overflow(self.first_number - 1, boot, ms, utc_s)

    def read_into(self, number, buf):
        """Read a record by number into a 128-byte buffer; False if it is not held or not good."""
        if not self.first_number <= number <= self.last_number or not self.last_number:
            return False
        return self.ring.find_into(number, buf)

    def set_acked(self, number):
        """Note that the host has everything up to `number` (already kept in the link cell)."""
        if self.acked < number <= self.last_number:
            self.acked = number

    def unacked_count(self):
        """Give how many records wait for the host."""
        return self.last_number - max(self.acked, self.first_number - 1)

    def capacity(self):
        """How many records it holds at most: one sector is always being made free."""
        return (self.ring.sector_count - 1) * PLACES_PER_SECTOR

    def head_into(self, dst):
        """Copy the hash of the last record."""
        copy_into(dst, 0, self._previous, 32)

    def seal_into(self, key, nonce, dst):
        """Write the device's MAC over what the journal holds and the asker's nonce."""
        numbers = struct.pack("<II", self.first_number, self.last_number)
        dst[0:32] = hmac_sha256(
            key, SEAL_LABEL, self.device_id, numbers, bytes(self._previous), bytes(nonce)
        )

    def genesis(self):
        """Give what the first record names as the hash before it."""
        digest = bytearray(32)
        start = GENESIS_LABEL + self.device_id
        hash_into(start, len(start), digest, 0)
        return digest

    # -- building and placing --------------------------------------------------------------

    def begin_recovery(self):
        """Nothing is known of what the flash holds."""
        self.damage = []
        self.gap_first = self.gap_last = 0
        self.last_number = self.first_number = 0

    def go_on_from(self, number, digest, place):
        """The newest record, its hash, and the first place behind all that was programmed."""
        self.last_number = number
        self.first_number = self.ring.first_number()
        self.set_head_hash(digest)
        self.next_place = place

    def open_gap(self, vouched_number):
        """Numbers that were given out are not given out again: the next record tells the gap."""
        self.gap_first = self.last_number + 1
        self.gap_last = vouched_number

    def set_head_hash(self, digest):
        """Continue the chain from a digest (32 bytes)."""
        copy_into(self._previous, 0, digest, 32)

    def _told_to(self):
        return max(self.acked, self.kept_head.marked_to)

    def _build(self, type_, payload, length, boot, ms, utc_s):
        record = self.record
        number = max(self.last_number, self.gap_last) + 1
        ms &= 0xFFFFFFFF
        boot &= 0xFFFF
        struct.pack_into(rec.HEAD_FORMAT, record, 0, number, ms, utc_s, boot, type_, length)
        fill_into(record, rec.REC_PAYLOAD, rec.REC_PAYLOAD_MAX_BYTES, 0)
        copy_into(record, rec.REC_PAYLOAD, payload, length)
        crc_put(record, rec.RECORD_BYTES, 0)

    def _place(self):
        """Program the built record into the next place that takes it; gives its number or 0."""
        for _ in range(_TRIES):
            if self.next_place >= PLACES_PER_SECTOR:
                self._enter_ahead()
            place = self.next_place
            self.next_place = place + 1
            self.program(place, self.record)
            self.ring.region.read_into(self.ring.head, place * rec.RECORD_BYTES, self._seen)
            if self._seen == self.record:
                return self._accept()
            # The place does not hold what was programmed: it is left as it is, and skipped.
            self.bad_place_count += 1
        return 0

    def _accept(self):
        number = max(self.last_number, self.gap_last) + 1
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
            self.ring.erase_ahead()
            self.first_number = self.ring.first_number() or self.first_number
        self.ring.enter_ahead()
        self.next_place = 0
        self.is_ahead_blank = False

    def program(self, place, record):
        """Program one place of the head sector: half a page, the other half stays as it is."""
        page = self._page
        fill_into(page, 0, len(page), 0xFF)
        copy_into(page, (place & 1) * rec.RECORD_BYTES, record, rec.RECORD_BYTES)
        self.ring.region.program_page(self.ring.head, (place >> 1) * len(page), page)

    # -- the journal's own records ---------------------------------------------------------

    def _tell_overflow(self, last_lost, boot, ms, utc_s):
        kept = self.kept_head
        first_lost = max(self._told_to() + 1, 1)
        total = kept.lost_total + last_lost - first_lost + 1
        struct.pack_into("<III", self._own, 0, first_lost, last_lost, total)
        self._build(rec.TYPE_OVERFLOW, self._own, 12, boot, ms, utc_s)
        told_to, told_total = kept.marked_to, kept.lost_total
        # Set before the record is placed: they reach FRAM together with its head.
        kept.mark(last_lost, total)
        if not self._place():
            kept.mark(told_to, told_total)

    def _tell_gap(self, boot, ms, utc_s):
        struct.pack_into("<IIB", self._own, 0, self.gap_first, self.gap_last, self.verdict)
        self._build(rec.TYPE_GAP, self._own, 9, boot, ms, utc_s)
        return self._place()
