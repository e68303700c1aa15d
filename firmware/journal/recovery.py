"""The journal at boot: the longest chain in the head sector, judged by the head kept in FRAM.

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


class _Chain:
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
        number = get_u32(buf, rec.REC_NUMBER)
        if self.last_number == 0:
            return True
        if not is_previous(buf, self.hash, 0):
            return False
        return number == self.last_number + 1 or (
            buf[rec.REC_TYPE] == rec.TYPE_GAP and number > self.last_number
        )

    def take(self, buf, place):
        self.last_number = get_u32(buf, rec.REC_NUMBER)
        self.last_place = place
        self.torn_count = 0
        hash_into(buf, rec.RECORD_BYTES, self.hash, 0)
        if buf[rec.REC_TYPE] == rec.TYPE_OVERFLOW:
            self.marked_to = get_u32(buf, rec.REC_PAYLOAD + 4)
            self.lost_total = get_u32(buf, rec.REC_PAYLOAD + 8)


def recover(journal):
    """Find the head, strike out what is dropped, bring FRAM up; gives the verdict."""
    journal.begin_recovery()
    ring = journal.ring
    kept = journal.kept_head
    kept.open()
    if ring.scan() == 0:
        journal.set_head_hash(journal.genesis())
        if kept.number == 0:
            return HEAD_NEW
        journal.open_gap(kept.number)
        return HEAD_CUT
    for sector in ring.bad_sectors:
        journal.damage.append((J_SECTOR_BAD, sector, 0))
    chain = _follow(ring)
    if kept.number > chain.last_number and chain.dropped:
        chain = _from_vouched_head(journal, chain)
    _check_join(journal)
    _adopt(journal, chain)
    return _judge(journal, chain)


def _follow(ring):
    """Walk the head sector from its first good record along the chain."""
    chain = _Chain()
    for place in range(PLACES_PER_SECTOR):
        ring.read_place(ring.head, place)
        chain.look_at(ring.buf, place)
    return chain


def _from_vouched_head(journal, chain):
    """A damaged record inside the head sector need not cost those after it.

    If the very record that FRAM names is there, it and its neighbours behind the damage are
    genuine: each holds the hash of the one before.  Then only the damaged record is lost.
    """
    ring = journal.ring
    kept = journal.kept_head
    found = _Chain(chain.last_used_place)
    first = 0
    is_vouched = False
    for place in chain.dropped:
        ring.read_place(ring.head, place)
        if first == 0 or not found.fits(ring.buf):
            found = _Chain(chain.last_used_place)
            first = get_u32(ring.buf, rec.REC_NUMBER)
            is_vouched = False
        found.take(ring.buf, place)
        if found.last_number == kept.number and found.hash == kept.hash:
            is_vouched = True
    if not is_vouched:
        return chain
    journal.damage.append((J_HOLE, chain.last_number + 1, first - chain.last_number - 1))
    return found


def _check_join(journal):
    """The head sector's first record must name the hash of the last record before it."""
    ring = journal.ring
    before = bytearray(rec.RECORD_BYTES)
    first = ring.firsts[ring.head]
    digest = journal.genesis()
    if first > 1:
        if not ring.find_into(first - 1, before):
            is_gap = ring.find_into(first, before) and before[rec.REC_TYPE] == rec.TYPE_GAP
            if ring.first_number() < first and not is_gap:
                journal.damage.append((J_HOLE, first - 1, 1))
            return
        hash_into(before, rec.RECORD_BYTES, digest, 0)
    if ring.find_into(first, before) and not is_previous(before, digest, 0):
        journal.damage.append((J_CHAIN_BROKEN, first, 1))


def _adopt(journal, chain):
    """Continue from the chain; places that are not blank are never programmed again."""
    journal.go_on_from(chain.last_number, chain.hash, chain.last_used_place + 1)
    if chain.torn_count:
        journal.damage.append((J_TORN, chain.last_number + 1, chain.torn_count))
    if chain.dropped:
        journal.damage.append((J_DROPPED, chain.last_number + 1, len(chain.dropped)))
        strike = bytearray(rec.RECORD_BYTES)
        fill_into(strike, 0, rec.RECORD_BYTES, 0xFF)
        struct.pack_into("<I", strike, rec.REC_NUMBER, 0)
        for place in chain.dropped:
            journal.program(place, strike)
    if chain.marked_to > journal.kept_head.marked_to:
        journal.kept_head.mark(chain.marked_to, chain.lost_total)


def _judge(journal, chain):
    """Compare the recovered head with the one in FRAM."""
    kept = journal.kept_head
    if kept.number > chain.last_number:
        journal.open_gap(kept.number)
        return HEAD_CUT
    if kept.number == chain.last_number:
        if kept.hash == chain.hash:
            if not kept.is_even:
                # A cut between the chips left one behind; alone it would look set back.
                kept.save(chain.last_number, chain.hash)
            return HEAD_SAME
        verdict = HEAD_FORKED
    elif kept.number == 0:
        # The very first record may have been cut off from its head, like any other.
        verdict = HEAD_BEHIND if chain.last_number == 1 else HEAD_MISSING
    elif kept.number == chain.last_number - 1:
        verdict = HEAD_BEHIND if _is_next(journal, chain) else HEAD_FORKED
    else:
        verdict = HEAD_STALE
    if verdict == HEAD_BEHIND:
        # Any other verdict stays in FRAM until the next record has told of it.
        # The cut may have left charge on the edge: the same bits once more make them firm.
        journal.ring.read_place(journal.ring.head, chain.last_place)
        journal.program(chain.last_place, journal.ring.buf)
        kept.save(chain.last_number, chain.hash)
    return verdict


def _is_next(journal, chain):
    ring = journal.ring
    buf = ring.buf
    ring.read_place(ring.head, chain.last_place)
    if buf[rec.REC_TYPE] == rec.TYPE_GAP:
        # It names the last record before the gap, not the lost one that FRAM still vouches for.
        return get_u32(buf, rec.REC_PAYLOAD + 4) == journal.kept_head.number
    return is_previous(buf, journal.kept_head.hash, 0)
