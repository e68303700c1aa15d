"""The books of linked tables on the board that holds their pool: each wager comes in once.

One row per table: whose it is, how many wagers of it are in the pool, its last operation.  Row
and ledger change in one commit with their event, so a repeated answer brings nothing twice.
"""

import struct
from binascii import crc32

from firmware.core.bytes_into import get_u32
from firmware.core.compat import const
from firmware.jackpot.ledger import BONUS, CONTRIBUTED, LINKED_IN, POOL, RESERVE
from firmware.jackpot.linked import frames as lf
from firmware.jackpot.linked import table_hits
from firmware.jackpot.linked.frames import LOCKED, OK, STRANGER, TERMS_DIFFER, UNREASONABLE, WAITING
from firmware.jackpot.linked.table_hits import RESULT_AT
from firmware.jackpot.pools import into_pool
from firmware.jackpot.rows import EV_LINKED_IN
from firmware.store.cells import CELL_LINK_RESULT, CELL_TABLES, CELL_TABLES_MORE

_ROW = "<IIIHB"  # CRC of the board's id, wagers, given back, operation, joined
_ROW_BYTES = const(15)
_JOINED_AT = const(14)
_PER_CELL = const(16)
ANY_BOARD = const(0)  # a row that was loaded: the board behind that address makes it its own
_MOST_AT_ONCE = const(50_000)  # wagers that an outage of weeks could bring


class HolderBook:
    """Fed answers by `holder_wire`; `address` is the table's on the line."""

    def __init__(self, book, first_address):
        self._book = book
        self._first = first_address

    # -- polls -----------------------------------------------------------------------------

    def poll_into(self, buf, at, address, boot, cycle):
        """The poll for a table; gives its size without the tag."""
        _, accepted, voided, op, joined = self.row(address)
        flags = lf.IS_JOINED if joined else 0
        size = lf.POLL_BYTES
        result = self._book.store.view(CELL_LINK_RESULT)
        if result[0] == address:
            flags |= lf.HAS_RESULT
            buf[at + size : at + size + lf.RESULT_BYTES] = result[
                RESULT_AT : RESULT_AT + lf.RESULT_BYTES
            ]
            size += lf.RESULT_BYTES
        struct.pack_into(
            lf.POLL,
            buf,
            at,
            boot,
            cycle,
            flags,
            self._book.terms.digest(),
            accepted,
            voided,
            op,
            self._book.ledger.a[POOL],
        )
        return size

    def is_joined(self, address):
        """Tell whether a board has its row there."""
        cell, at = self._place(address)
        return self._book.store.view(cell)[at + _JOINED_AT] != 0

    def row(self, address):
        """Whose it is, its wagers, those given back, its last operation, whether it has joined."""
        cell, at = self._place(address)
        return struct.unpack_from(_ROW, self._book.store.view(cell), at)

    # -- answers ---------------------------------------------------------------------------

    def take(self, address, reply):
        """One answer; gives OK or why nothing of it counts."""
        _boot, _cycle, unique_id, terms, accepted, voided, op, kind, data = reply
        owner, had_accepted, had_voided, had_op, joined = self.row(address)
        whose = crc32(unique_id)
        if joined and owner not in (whose, ANY_BOARD):
            return STRANGER
        if terms != self._book.terms.digest():
            return TERMS_DIFFER
        if not joined:
            self.put_row(address, whose, 0, 0, 0)
            if not self._book.store.commit():
                return LOCKED
            had_accepted = had_voided = had_op = 0
        refusal = self._take_wagers(address, whose, accepted - had_accepted, voided - had_voided)
        if refusal:
            return refusal
        if kind == lf.OP_HOLD:
            return self._hold(address, op + 1, data)
        self._free_result(address)
        if kind != lf.OP_NONE and op == had_op + 1:
            return table_hits.finish(self, self._book, address, whose, op, kind, data)
        return OK

    def _take_wagers(self, address, whose, accepted, voided):
        """What the table has brought since last time (J11: all at the same rate)."""
        if accepted == 0 and voided == 0:
            return OK
        if not 0 <= accepted <= _MOST_AT_ONCE or not 0 <= voided <= _MOST_AT_ONCE:
            return UNREASONABLE
        book = self._book
        if not book.begin():
            return LOCKED
        a = book.ledger.a
        rates = book.terms.rates
        a[CONTRIBUTED] += rates.brought_uc * accepted
        a[LINKED_IN] += rates.brought_uc * accepted
        a[RESERVE] += rates.reserve_uc * accepted
        a[BONUS] += rates.bonus_uc * accepted
        into_pool(a, rates.pool_uc * accepted, rates.limit_uc)
        if voided:
            table_hits.take_back(book, voided)
        _, had_accepted, had_voided, op, _ = self.row(address)
        self.put_row(address, whose, had_accepted + accepted, had_voided + voided, op)
        number = had_accepted + accepted + had_voided + voided
        is_done = book.commit(EV_LINKED_IN, address, number, accepted, voided, a[POOL], a[RESERVE])
        return OK if is_done else LOCKED

    def _hold(self, address, op, classes):
        """Winners at that table: computed once, then the result goes with every poll."""
        result = self._book.store.view(CELL_LINK_RESULT)
        if result[0] == address and get_u32(result, 0) >> 8 & 0xFFFF == op:
            return OK
        if result[0] not in (0, address):
            return WAITING
        return table_hits.hold(self._book, address, op, classes)

    def _free_result(self, address):
        """The table has its result: the place is free for the next one."""
        if self._book.store.view(CELL_LINK_RESULT)[0] == address:
            self._book.store.edit(CELL_LINK_RESULT)[0] = 0
            self._book.store.commit()

    def _place(self, address):
        index = address - self._first
        cell = CELL_TABLES if index < _PER_CELL else CELL_TABLES_MORE
        return cell, index % _PER_CELL * _ROW_BYTES

    def put_row(self, address, whose, accepted, voided, op):
        """Stage a table's row."""
        cell, at = self._place(address)
        struct.pack_into(_ROW, self._book.store.edit(cell), at, whose, accepted, voided, op, 1)
