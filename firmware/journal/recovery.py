"""A ring at boot: the longest chain in the head sector, judged by the head kept in FRAM.

One read per sector finds the head sector; only that sector is read whole.  What is dropped is
told; records that were whole but no longer fit the chain are struck out (their number is
programmed to 0, the rest stays for an inspector), so that they can never come back.
"""

import struct

from firmware.core.bytes_into import fill_into, get_u32
from firmware.core.compat import const
from firmware.core.sha256_into import hash_into
from firmware.journal import record as rec
from firmware.journal.record import is_blank, is_good, is_previous
from firmware.journal.ring import PLACES_PER_SECTOR

HEAD_NEW = const(0)  # neither flash nor FRAM knows of a record
HEAD_SAME = const(1)  # both agree
HEAD_BEHIND = const(2)  # a cut fell between flash and FRAM: one record, confirmed now
HEAD_STALE = const(3)  # FRAM is older than the journal: the *store* has been set back
HEAD_CUT = const(4)  # records that FRAM vouches for are missing from flash
HEAD_FORKED = const(5)  # same number, other contents
HEAD_MISSING = const(6)  # records, but no head in FRAM at all
FIRST_ALARM = const(3)  # from here on somebody has to look

VERDICTS = (
    (HEAD_NEW, "NEW", "the journal is empty", False),
    (HEAD_SAME, "SAME", "the journal is whole", False),
    (HEAD_BEHIND, "BEHIND", "the last record was confirmed after a power cut", False),
    (HEAD_STALE, "STALE", "the memory is older than the journal", True),
    (HEAD_CUT, "CUT", "the newest records of the journal are missing", True),
    (HEAD_FORKED, "FORKED", "the journal's newest record is not the one recorded", True),
    (HEAD_MISSING, "MISSING", "the memory knows nothing of the journal", True),
)

# damage: (code, number or sector, count)
J_TORN = const(1)  # a place that a cut (or a weak cell) spoiled after the last good record
J_DROPPED = const(2)  # whole records that no longer fit the chain, struck out
J_SECTOR_BAD = const(3)  # a sector inside the journal has no readable record
J_CHAIN_BROKEN = const(4)  # the head sector does not continue the sector before
J_HOLE = const(5)  # a record inside the head sector is damaged, those after it are vouched for


class _Found:
    """The longest valid chain found so far in the head sector."""

    def __init__(self, last_used_place=-1):
        self.last_number = 0
        self.hash = bytearray(32)
        self.marked_to = 0
        self.lost_total = 0
        self.last_used_place = last_used_place  # the last one that is not blank
        self.last_place = -1
        self.torn_count = 0
        self.dropped = []  # places of whole records outside the chain

    def look_at(self, buf, place):
        """The next record of the sector."""
        if is_blank(buf):
            return
        self.last_used_place = place
        if not is_good(buf):
            self.torn_count += 1
        elif self.fits(buf):
            self.take(buf, place)
        else:
            self.dropped.append(place)

    def fits(self, buf):
        if self.last_number == 0:
            return True
        return get_u32(buf, rec.REC_BEFORE) == self.last_number and is_previous(buf, self.hash, 0)

    def take(self, buf, place):
        self.last_number = get_u32(buf, rec.REC_NUMBER)
        self.last_place = place
        self.torn_count = 0
        hash_into(buf, rec.RECORD_BYTES, self.hash, 0)
        if buf[rec.REC_TYPE] == rec.TYPE_OVERFLOW:
            self.marked_to = get_u32(buf, rec.REC_PAYLOAD + 4)
            self.lost_total = get_u32(buf, rec.REC_PAYLOAD + 8)


def recover(chain):
    """Find the head, strike out what is dropped, bring FRAM up; gives the verdict."""
    chain.begin_recovery()
    ring = chain.ring
    kept = chain.kept_head
    kept.open()
    if ring.scan() == 0:
        chain.set_head_hash(chain.genesis())
        if kept.number == 0:
            return HEAD_NEW
        chain.open_gap(kept.number)
        return HEAD_CUT
    for sector in ring.bad_sectors:
        chain.damage.append((J_SECTOR_BAD, sector, 0))
    found = _follow(ring)
    if kept.number > found.last_number and found.dropped:
        found = _from_vouched_head(chain, found)
    _check_join(chain)
    _adopt(chain, found)
    return _judge(chain, found)


def _follow(ring):
    """Walk the head sector from its first good record along the chain."""
    found = _Found()
    for place in range(PLACES_PER_SECTOR):
        ring.read_into(ring.head, place, ring.buf)
        found.look_at(ring.buf, place)
    return found


def _from_vouched_head(chain, prefix):
    """A damaged record inside the head sector need not cost those after it.

    If the very record that FRAM names is there, it and its neighbours behind the damage are
    genuine: each holds the hash of the one before.  Then only the damaged record is lost.
    """
    ring = chain.ring
    kept = chain.kept_head
    found = _Found(prefix.last_used_place)
    lost, count = 0, 0
    is_vouched = False
    for place in prefix.dropped:
        ring.read_into(ring.head, place, ring.buf)
        if found.last_number == 0 or not found.fits(ring.buf):
            found = _Found(prefix.last_used_place)
            lost, count = get_u32(ring.buf, rec.REC_BEFORE), place - prefix.last_place - 1
            is_vouched = False
        found.take(ring.buf, place)
        if found.last_number == kept.number and found.hash == kept.hash:
            is_vouched = True
    if not is_vouched:
        return prefix
    chain.damage.append((J_HOLE, lost, count))
    return found


def _check_join(chain):
    """The head sector's first record must name the hash of the last record before it."""
    ring = chain.ring
    record = bytearray(rec.RECORD_BYTES)
    first = ring.firsts[ring.head]
    if ring.seek_into(first, record) != first:
        return
    before = get_u32(record, rec.REC_BEFORE)
    digest = chain.genesis()
    if before:
        if ring.seek_into(before, ring.buf) != before:
            if ring.first_number() < first:
                chain.damage.append((J_HOLE, before, 1))
            return
        hash_into(ring.buf, rec.RECORD_BYTES, digest, 0)
    if not is_previous(record, digest, 0):
        chain.damage.append((J_CHAIN_BROKEN, first, 1))


def _adopt(chain, found):
    """Continue from what was found; places that are not blank are never programmed again."""
    chain.go_on_from(found.last_number, found.hash, found.last_used_place + 1)
    if found.torn_count:
        chain.damage.append((J_TORN, found.last_number + 1, found.torn_count))
    if found.dropped:
        chain.damage.append((J_DROPPED, found.last_number + 1, len(found.dropped)))
        strike = bytearray(rec.RECORD_BYTES)
        fill_into(strike, 0, rec.RECORD_BYTES, 0xFF)
        struct.pack_into("<I", strike, rec.REC_NUMBER, 0)
        for place in found.dropped:
            chain.program(place, strike)
    if found.marked_to > chain.kept_head.marked_to:
        chain.kept_head.mark(found.marked_to, found.lost_total)


def _judge(chain, found):
    """Compare the recovered head with the one in FRAM."""
    kept = chain.kept_head
    ring = chain.ring
    if kept.number > found.last_number:
        chain.open_gap(kept.number)
        return HEAD_CUT
    if kept.number == found.last_number:
        if kept.hash == found.hash:
            if not kept.is_even:
                # A cut between the chips left one behind; alone it would look set back.
                kept.save(found.last_number, found.hash)
            return HEAD_SAME
        return HEAD_FORKED
    ring.read_into(ring.head, found.last_place, ring.buf)
    before = get_u32(ring.buf, rec.REC_BEFORE)
    if not _is_next(ring.buf, before, kept):
        if kept.number == 0:
            return HEAD_MISSING
        return HEAD_FORKED if before <= kept.number else HEAD_STALE
    # Any other verdict stays in FRAM until the next record has told of it.
    # The cut may have left charge on the edge: the same bits once more make them firm.
    chain.program(found.last_place, ring.buf)
    kept.save(found.last_number, found.hash)
    return HEAD_BEHIND


def _is_next(record, before, kept):
    """The record follows the head that FRAM knows; 0 there: it is the ring's first."""
    if record[rec.REC_TYPE] == rec.TYPE_GAP:
        # It names the last record before the gap, not the lost one that FRAM still vouches for.
        return get_u32(record, rec.REC_PAYLOAD + 4) == kept.number
    return before == kept.number and (before == 0 or is_previous(record, kept.hash, 0))
