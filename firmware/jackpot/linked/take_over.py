"""A spare board takes the place of a dead holder: its purses and its tables' counts are loaded.

One role brings both; the second one confirms purses and counts together, by a digest over the
counts: who could change them alone would have tables bring their wagers twice.

They come from the journal that the dead board has left with the table software; whatever the
tables have brought since then they report themselves, because their counts only grow.
"""

import hashlib
import struct

from firmware.core.compat import const
from firmware.jackpot import round_states as rs
from firmware.jackpot.ledger import ADJUSTED, BONUS, MOST_POOL_UC, PENDING, POOL, RESERVE
from firmware.jackpot.linked import table_hits
from firmware.jackpot.linked.holder_book import ANY_BOARD, HolderBook
from firmware.jackpot.round_book import R_BROKEN, R_RATES, R_SEAT, R_STATE
from firmware.jackpot.rows import CFG_LINK_FIRST, CFG_LINK_ROLE, EV_TAKEN_OVER

# address, wagers, given back, operation; of a pending hit: 1 there is one, 3 and the pool has
# restarted; taken from both pools, reserve moved
_TABLE = "<BIIHBqqq"
TABLE_BYTES = const(36)
_MOST_TABLES = const(31)
DIGEST_BYTES = const(8)
_ONE_ROUND = const(7)  # wagers that may still be given back


def is_free(book, settings):
    """Only a board that is not linked, has no round and no wagers of its own in the pool."""
    is_alone = not settings.get(CFG_LINK_ROLE)
    return is_alone and book.state == rs.ST_OPEN and not book.is_live()


class Loading:
    """Tables as they were brought; nothing of it counts before LOAD_BOOK is confirmed."""

    def __init__(self, book, settings):
        self._book = book
        self._settings = settings
        self._rows = {}  # by address

    def add(self, data, count):
        """Some more tables."""
        if not is_free(self._book, self._settings):
            return R_STATE
        first = self._settings.get(CFG_LINK_FIRST)
        rows = [bytes(data[i * TABLE_BYTES : (i + 1) * TABLE_BYTES]) for i in range(count)]
        for row in rows:
            if not first <= row[0] < first + _MOST_TABLES:
                return R_SEAT
            if not all([0 <= amount_uc <= MOST_POOL_UC for amount_uc in _fields(row)[5:]]):
                return R_RATES
        for row in rows:
            self._rows[row[0]] = row
        return 0

    def is_this(self, digest):
        """Whether these are the tables that are meant; others are forgotten, to be brought anew."""
        rows = b"".join([self._rows[address] for address in sorted(self._rows)])
        is_same = hashlib.sha256(rows).digest()[:DIGEST_BYTES] == digest
        if not is_same:
            self._rows = {}
        return is_same

    def are_in_range(self, amounts_uc):
        """Purses that can be, and hold what the tables' pending hits have taken."""
        held_uc = table_hits.pending_uc(self._book)
        for row in self._rows.values():
            fields = _fields(row)
            if fields[4] and not table_hits.has_hit(self._book, fields[0]):
                held_uc += fields[5] + fields[6]
        is_good = all([0 <= amount_uc <= MOST_POOL_UC for amount_uc in amounts_uc])
        return is_good and held_uc <= amounts_uc[3]

    def load(self, address, amounts_uc, digest, asked_by, confirmed_by):
        """Tables, pool, reserve, second pool and what is pending, in the place of its own seed."""
        book = self._book
        is_same = is_free(book, self._settings) and self.is_this(digest)
        if not is_same or not self.are_in_range(amounts_uc) or not book.begin():
            return R_STATE
        if not self._stage():
            book.store.discard()
            return R_STATE
        a = book.ledger.a
        for account, amount_uc in zip((POOL, RESERVE, BONUS, PENDING), amounts_uc):
            a[ADJUSTED] += amount_uc - a[account]
            a[account] = amount_uc
        purses = struct.pack("<4q", *amounts_uc)
        is_done = book.commit(EV_TAKEN_OVER, address, asked_by, confirmed_by, purses, digest)
        self._rows = {}
        return 0 if is_done else R_BROKEN

    def _stage(self):
        """Rows and pending hits of all tables; False when there are more hits than places."""
        book = self._book
        holder = HolderBook(book, self._settings.get(CFG_LINK_FIRST))
        for row in self._rows.values():
            address, accepted, voided, op, hit, *taken_uc = _fields(row)
            holder.put_row(address, ANY_BOARD, accepted, voided, op, _ONE_ROUND)
            if hit and not table_hits.has_hit(book, address):
                place = table_hits.free_place(book)
                if place < 0:
                    return False
                table_hits.put_hit(book, place, address, op + 1 & 0xFFFF, hit >> 1, *taken_uc)
        return True


def _fields(row):
    return struct.unpack(_TABLE, row)
