"""The books of a table whose pool another board holds: what it owes, what it wants to know.

Its wagers are two counts that only grow, so a poll that got lost or came twice changes nothing.
A poll is believed only if it brings the nonce of the last answer, and each nonce once: an old poll
changes nothing, and a holder that does not hear the answers is no link.  Only one board is believed
(fence.py): the pool that is shown and the amounts of a win come from the same one.  Fed polls by
`member_wire`; what is owed lies in the cell POOLS.
"""

import struct

from firmware.core.bytes_into import get_u32, put_u32
from firmware.core.compat import const
from firmware.jackpot import hits
from firmware.jackpot import round_states as rs
from firmware.jackpot.ledger import MOST_POOL_UC
from firmware.jackpot.linked import fence
from firmware.jackpot.linked import frames as lf
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
        holder_id, nonce, self._boot, self._cycle, generation = poll[:5]
        store = self._book.store
        if nonce != bytes(self._nonce) or not fence.may_lead(store, generation, holder_id):
            return False
        if not 0 <= poll[10] <= MOST_POOL_UC:
            return False  # no pool can be that large: nobody who may lead says so
        if not fence.follow(store, self._book.outbox, generation, holder_id):
            return False
        self._next_nonce()
        flags, terms, accepted, voided, op, pool_uc = poll[5:]
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
        """It has fallen silent: held back polls are old now."""
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
            fence.links(self._book.store),
            self._nonce,
            fence.generation(self._book.store),
            fence.holder_id(self._book.store),
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
        """This table's win by the purses that its holder told: payout, memory, pool and reserve.

        None unless it is the win that was asked about.
        """
        book = self._book
        if not self.result or book.state != rs.ST_ASKING or not self.is_terms_same:
            return None
        op, classes, packed = self.result
        purses = struct.unpack(lf.PURSES, packed)
        if op != self.op + 1 & 0xFFFF or classes != bytes(book.winning_classes()):
            return None
        if not all([0 <= amount_uc <= MOST_POOL_UC for amount_uc in purses]):
            return None
        payout, memory = hits.win(classes, purses, book.terms)
        return payout, memory, purses[:2]

    def _cell(self):
        return self._book.store.view(CELL_POOLS)


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
