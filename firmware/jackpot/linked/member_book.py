"""The books of a table whose pool another board holds: what it owes, what it wants to know.

Its wagers are two counts that only grow, so a poll that got lost, came twice or after a restart
changes nothing.  Fed polls by `member_wire`; what is owed lies in the cell POOLS.
"""

import struct

from firmware.core.bytes_into import get_u32, put_u32
from firmware.core.compat import const
from firmware.jackpot import round_cell as rc
from firmware.jackpot import round_states as rs
from firmware.jackpot.linked import frames as lf
from firmware.store.cells import CELL_POOLS

ACCEPTED_AT = const(96)  # in the cell POOLS
VOIDED_AT = const(100)
OP_AT = const(104)
KIND_AT = const(106)
DATA_AT = const(108)  # 32 bytes


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
        self.result = None

    @property
    def op(self):
        return self._cell()[OP_AT] | self._cell()[OP_AT + 1] << 8

    def poll(self, payload, size):
        """Take a poll in; True when it is news (and no old one repeated, of no earlier boot)."""
        boot, cycle, flags, terms, accepted, voided, op, pool_uc = struct.unpack_from(
            lf.POLL, payload, 0
        )
        if boot < self._boot or (boot == self._boot and cycle <= self._cycle):
            return False
        self._boot = boot
        self._cycle = cycle
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
        """It has fallen silent: the next one may be another board, with boots of its own."""
        self._boot = self._cycle = 0

    def reply_into(self, buf, at):
        """The answer to the last poll; gives its size without the tag."""
        cell = self._cell()
        kind = cell[KIND_AT]
        data = bytes(cell[DATA_AT : DATA_AT + 32])
        if self.op == self.done_op:  # else the one before is still to be done
            kind = lf.OP_NONE
            if self._book.state == rs.ST_ASKING:
                kind = lf.OP_HOLD
                data = bytes(self._book.winning_classes())
        struct.pack_into(
            lf.REPLY,
            buf,
            at,
            self._boot,
            self._cycle,
            self._id,
            self._book.terms.digest(),
            get_u32(cell, ACCEPTED_AT),
            get_u32(cell, VOIDED_AT),
            self.op,
            kind,
            data,
        )
        return lf.REPLY_BYTES

    def has_all_delivered(self):
        """The holder has every wager and knows of every payment."""
        cell = self._cell()
        owed = (get_u32(cell, ACCEPTED_AT), get_u32(cell, VOIDED_AT))
        return owed == self.acked and self.op == self.done_op

    def hit(self):
        """Payments and memory of this table's hit, as the holder computed them; None so far."""
        if not self.result or self._book.state != rs.ST_ASKING or self.result[0] != self.op + 1:
            return None
        _, memory, count, packed = self.result
        rows = [struct.unpack_from(rc.PAYMENT, packed, i * rc.PAYMENT_BYTES) for i in range(count)]
        return rows, struct.unpack("<4q", memory)

    def _cell(self):
        return self._book.store.view(CELL_POOLS)


def count_wagers(store, accepted, voided):
    """Stage wagers taken or given back at a table whose pool is elsewhere."""
    cell = store.edit(CELL_POOLS)
    put_u32(cell, ACCEPTED_AT, get_u32(cell, ACCEPTED_AT) + accepted)
    put_u32(cell, VOIDED_AT, get_u32(cell, VOIDED_AT) + voided)


def stage_op(store, kind, data):
    """Stage the next operation that the holder shall carry out."""
    cell = store.edit(CELL_POOLS)
    op = (cell[OP_AT] | cell[OP_AT + 1] << 8) + 1
    cell[OP_AT] = op & 0xFF
    cell[OP_AT + 1] = op >> 8 & 0xFF
    cell[KIND_AT] = kind
    for i in range(32):
        cell[DATA_AT + i] = data[i] if i < len(data) else 0
