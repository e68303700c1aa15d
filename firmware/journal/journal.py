"""The journal: two append-only rings of chained records in flash with one numbering.

Evidence is overwritten by evidence only, so nobody washes it out with chatter.  Each record
names the one before it in its ring: a number between the two is the other ring's, or was told.
"""

import struct

from firmware.core.rows import CHATTER, EVIDENCE
from firmware.journal import record as rec
from firmware.journal.chain import Chain
from firmware.journal.ring import LEAST_SECTORS, PLACES_PER_SECTOR, Ring
from firmware.trust.hmac_sha256 import hmac_sha256


class Journal:
    """Owns the flash region; fed by the recorder, read by the link and by exports."""

    def __init__(self, region, kept_heads, device_id):
        self.device_id = bytes(device_id)
        self.page = bytearray(region.page_bytes)
        self.seen = bytearray(rec.RECORD_BYTES)
        self.acked = 0
        chatter_sectors = max(region.sector_count // 4, LEAST_SECTORS)
        evidence_sectors = region.sector_count - chatter_sectors
        evidence = Ring(region, 0, evidence_sectors)
        chatter = Ring(region, evidence_sectors, chatter_sectors)
        self.evidence = Chain(self, EVIDENCE, evidence, kept_heads[EVIDENCE])
        self.chatter = Chain(self, CHATTER, chatter, kept_heads[CHATTER])
        self._chains = (self.evidence, self.chatter)

    # -- the board's calls -----------------------------------------------------------------

    def open(self, acked=0):
        """Boot: find both heads, compare them with FRAM; gives the worse verdict."""
        self.acked = acked
        for chain in self._chains:
            chain.open()
        return self.verdict

    def format(self):
        """Erase every sector: a new journal, only together with a new store."""
        for chain in self._chains:
            chain.ring.erase_all()
            chain.kept_head.format()
        return self.open()

    def append(self, type_, payload, length, boot, ms, utc_s, which=EVIDENCE, clock=0):
        """Record an event for good; gives its number, or 0 if the flash refused it."""
        if length > rec.REC_PAYLOAD_MAX_BYTES:
            raise ValueError("payload of %d bytes" % length)
        self._note_clock(clock)
        return self._chains[which].append(type_, payload, length, boot, ms, utc_s)

    def _note_clock(self, clock):
        """How far the time of what is recorded next can be trusted."""
        for chain in self._chains:
            chain.record[rec.REC_RING] = chain.which | clock << rec.CLOCK_SHIFT

    def service(self, boot, ms, utc_s, clock=0):
        """In idle time: erase the sectors ahead, so that no append has to wait for it."""
        self._note_clock(clock)
        self.evidence.service(boot, ms, utc_s, 0)
        self.chatter.service(boot, ms, utc_s, PLACES_PER_SECTOR // 2)  # may wait: wears less

    def set_acked(self, number):
        """Note that the host has everything up to `number` (already kept in the link cell)."""
        if self.acked < number <= self.last_number:
            self.acked = number

    # -- what it holds ---------------------------------------------------------------------

    def read_into(self, number, buf):
        """Read a record by number into a 128-byte buffer; False if it is not held or not good."""
        for chain in self._chains:
            if chain.first_number <= number <= chain.last_number and number:
                if chain.ring.seek_into(number, buf) == number:
                    return True
        return False

    def next_held(self, number):
        """The lowest number from `number` on that is held; one more than the last if none is."""
        lowest = self.last_number + 1
        for chain in self._chains:
            if number <= chain.last_number:
                found = chain.ring.seek_into(max(number, chain.first_number), self.seen)
                if found:
                    lowest = min(lowest, found)
        return lowest

    @property
    def first_number(self):
        """The oldest number held in either ring, 0 if there is none."""
        evidence, chatter = self.evidence.first_number, self.chatter.first_number
        return min(evidence, chatter) or max(evidence, chatter)

    @property
    def last_number(self):
        return max(self.evidence.last_number, self.chatter.last_number)

    def next_number(self):
        """Numbers that FRAM vouches for are not given out again."""
        return max(self.last_number, self.evidence.gap_last, self.chatter.gap_last) + 1

    @property
    def verdict(self):
        """The worse one of both rings."""
        return max(self.evidence.verdict, self.chatter.verdict)

    @property
    def damage(self):
        return self.evidence.damage + self.chatter.damage

    def lost_total(self):
        """How many events were overwritten before their ack, ever."""
        return self.evidence.kept_head.lost_total + self.chatter.kept_head.lost_total

    def capacity(self):
        """How many records it holds at most: a sector of each ring is always being made free."""
        sectors = self.evidence.ring.sector_count + self.chatter.ring.sector_count - 2
        return sectors * PLACES_PER_SECTOR

    def seal(self, key, epoch, nonce):
        """The device's MAC over what both rings hold and the asker's nonce."""
        e, c = self.evidence, self.chatter
        numbers = struct.pack(
            "<IIIII", epoch, e.first_number, e.last_number, c.first_number, c.last_number
        )
        return hmac_sha256(
            key, rec.SEAL_LABEL, self.device_id, numbers, e.head(), c.head(), bytes(nonce)
        )
