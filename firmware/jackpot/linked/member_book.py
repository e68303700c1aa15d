"""The books of a table whose pool another board holds: what it owes, what it wants to know.

Its wagers are two counts that only grow, so a poll that got lost or came twice changes nothing.
A poll is believed only if it brings the nonce of the last answer, and each nonce once: an old poll
changes nothing, and a holder that does not hear the answers is no link.  Fed polls by
`member_wire`; what is owed lies in the cell POOLS.
"""

import struct

from firmware.core.bytes_into import get_u32, put_u32
from firmware.core.compat import const
from firmware.jackpot import round_cell as rc
from firmware.jackpot import round_states as rs
from firmware.jackpot.ledger import MOST_POOL_UC, UC
from firmware.jackpot.linked import frames as lf
from firmware.jackpot.payouts import BONUS_CENTS, CLASS, POOL_CENTS, SEAT
from firmware.store.cells import CELL_POOLS

ACCEPTED_AT = const(96)  # in the cell POOLS
VOIDED_AT = const(100)
OP_AT = const(104)
KIND_AT = const(106)
_NO_CLASSES = bytes(7)


class MemberBook:
    """`pool_uc` is the holder's; `is_joined` when both sides have the same terms."""

    def __init__(self, book, unique_id):
        self._book = book
        self._id = unique_id
        self.pool_uc = 0
        self.is_joined = False
        self.is_terms_same = True
        self.acked = (0, 0)
        self.done_op = 0
        self._boot = 0
        self._cycle = 0
        self._holder_id = b""  # of the board that leads now
        self._nonce = bytearray(lf.NONCE_BYTES)
        self.result = None

    def start(self, nonce):
        """With a nonce that never was before; those that follow count up from it."""
        self._nonce[:] = nonce

    @property
    def op(self):
        return self._cell()[OP_AT] | self._cell()[OP_AT + 1] << 8

    def poll(self, payload, size):
        """Take a poll in; True when it is news, else it changes nothing."""
        poll = struct.unpack_from(lf.POLL, payload, 0)
        holder_id, nonce, self._boot, self._cycle = poll[:4]
        if nonce != bytes(self._nonce) or self._holder_id not in (b"", holder_id):
            return False
        if not 0 <= poll[9] <= MOST_POOL_UC:
            return False  # no pool can be that large: nobody who may lead says so
        self._next_nonce()
        self._holder_id = holder_id
        flags, terms, accepted, voided, op, pool_uc = poll[4:]
        self.is_terms_same = self._book.terms.digest() == terms
        self.is_joined = self.is_terms_same and flags & lf.IS_JOINED != 0
        self.pool_uc = pool_uc
        self.acked = (accepted, voided)
        self.done_op = op
        self.result = None
        if flags & lf.HAS_RESULT and size >= lf.POLL_BYTES + lf.RESULT_BYTES:
            self.result = struct.unpack_from(lf.RESULT, payload, lf.POLL_BYTES)
        return True

    def forget_holder(self):
        """It has fallen silent: the next one may be another board; held back polls are old now."""
        self._holder_id = b""
        self._next_nonce()

    def _next_nonce(self):
        put_u32(self._nonce, 0, get_u32(self._nonce, 0) + 1 & 0xFFFFFFFF)

    def reply_into(self, buf, at):
        """The answer to the last poll; gives its size without the tag."""
        cell = self._cell()
        kind = cell[KIND_AT]
        classes = _NO_CLASSES
        if self.op == self.done_op:  # else the one before is still to be done
            kind = lf.OP_NONE
            if self._book.state == rs.ST_ASKING:
                kind = lf.OP_HOLD
                classes = bytes(self._book.winning_classes())
        struct.pack_into(
            lf.REPLY,
            buf,
            at,
            self._boot,
            self._cycle,
            self._id,
            self._nonce,
            self._book.terms.digest(),
            get_u32(cell, ACCEPTED_AT),
            get_u32(cell, VOIDED_AT),
            self.op,
            kind,
            classes,
        )
        return lf.REPLY_BYTES

    def has_all_delivered(self):
        """The holder has every wager and knows of every payment."""
        cell = self._cell()
        owed = (get_u32(cell, ACCEPTED_AT), get_u32(cell, VOIDED_AT))
        return owed == self.acked and self.op == self.done_op

    def hit(self):
        """Payments, memory and restart of this table's hit, as the holder computed it; or None."""
        book = self._book
        if not self.result or book.state != rs.ST_ASKING:
            return None
        op, is_reset, count, packed = self.result
        if op != self.op + 1 & 0xFFFF or count > rc.SEATS:
            return None
        rows = [struct.unpack_from(rc.PAYMENT, packed, i * rc.PAYMENT_BYTES) for i in range(count)]
        if not _are_payments(rows, book.winning_classes()):
            return None
        pool_uc = sum([row[POOL_CENTS] for row in rows]) * UC
        bonus_uc = sum([row[BONUS_CENTS] for row in rows]) * UC
        seeded_uc = book.terms.seed_cents * UC if is_reset else 0
        return rows, (pool_uc, bonus_uc, 0, seeded_uc), is_reset

    def _cell(self):
        return self._book.store.view(CELL_POOLS)


def _are_payments(rows, classes):
    """One for each winner, of its class, and none that no pool can pay."""
    wanted = list(classes)
    pool_cents = 0
    for row in rows:
        seat = row[SEAT]
        if not 1 <= seat <= rc.SEATS or wanted[seat - 1] != row[CLASS] or row[CLASS] == 0:
            return False
        wanted[seat - 1] = 0
        if row[POOL_CENTS] < 0:
            return False
        pool_cents += row[POOL_CENTS]
    return not any(wanted) and pool_cents * UC <= MOST_POOL_UC


def count_wagers(store, accepted, voided):
    """Stage wagers taken or given back at a table whose pool is elsewhere."""
    cell = store.edit(CELL_POOLS)
    put_u32(cell, ACCEPTED_AT, get_u32(cell, ACCEPTED_AT) + accepted)
    put_u32(cell, VOIDED_AT, get_u32(cell, VOIDED_AT) + voided)


def stage_op(store, kind):
    """Stage the next operation that the holder shall carry out."""
    cell = store.edit(CELL_POOLS)
    op = (cell[OP_AT] | cell[OP_AT + 1] << 8) + 1
    cell[OP_AT] = op & 0xFF
    cell[OP_AT + 1] = op >> 8 & 0xFF
    cell[KIND_AT] = kind
