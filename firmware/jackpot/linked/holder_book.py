"""The books of linked tables on the board that holds their pool: each wager comes in once.

One row per table: whose it is, how many wagers of it are in the pool, its last operation.  Row
and ledger change in one commit with their event, so a repeated answer brings nothing twice.  A
table is believed about its own wagers only, and only what a table can do in the time.
"""

import struct
from binascii import crc32

from firmware.core.compat import const
from firmware.core.ticks import ticks_diff
from firmware.jackpot.ledger import BONUS, CONTRIBUTED, LINKED_IN, POOL, RESERVE
from firmware.jackpot.linked import frames as lf
from firmware.jackpot.linked import table_hits
from firmware.jackpot.linked.frames import LOCKED, OK, STRANGER, TERMS_DIFFER, UNREASONABLE
from firmware.jackpot.linked.table_hits import RESULT_AT
from firmware.jackpot.pools import into_pool
from firmware.jackpot.rows import EV_LINKED_IN, EV_TABLE_JOINED, EV_TABLE_OUT
from firmware.store.cells import CELL_LINK_RESULT, CELL_TABLES, CELL_TABLES_MORE

_ROW = "<IIIHB"  # CRC of the board's id, wagers, given back, operation, state
_ROW_BYTES = const(15)
_STATE_AT = const(14)
_PER_CELL = const(16)
JOINED = const(0x80)  # in the state: a board has its row there
_OUT = const(0x40)  # it said what cannot be
_STANDING = const(7)  # how many of its wagers may still be given back or win: one round's
ANY_BOARD = const(0)  # a row that was loaded: the board behind that address makes it its own
# What a table can do: 7 wagers in 4.9 s, ten rounds at once. A table that hears no poll takes no
# wagers after 5 s, so a longer silence brings no more than a short one.
_WAGER_MS = const(700)
_MOST_CREDIT_MS = const(49_000)
_MOST_LOADED = const(50_000)  # after a take-over: what the dead holder had not told any more


class HolderBook:
    """Fed answers by `holder_wire`; `address` is the table's on the line."""

    def __init__(self, book, first_address):
        self._book = book
        self._first = first_address
        self._credits = {}  # address: time for wagers not used yet; missing: as much as can be
        self._ticked_ms = 0

    def tick(self, now_ms):
        """Once a heartbeat: in that time tables can have taken more wagers."""
        elapsed_ms = ticks_diff(now_ms, self._ticked_ms)
        self._ticked_ms = now_ms
        for address in self._credits:
            credit_ms = self._credits[address] + elapsed_ms
            self._credits[address] = min(credit_ms, _MOST_CREDIT_MS)

    # -- polls -----------------------------------------------------------------------------

    def poll_into(self, buf, at, address, holder_id, nonce, boot, cycle):
        """The poll for a table; gives its size without the tag."""
        _, accepted, voided, op, state = self.row(address)
        flags = lf.IS_JOINED if state & JOINED and not state & _OUT else 0
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
            holder_id,
            nonce,
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

    def is_out(self, address):
        """It said what cannot be, and nobody has let it in again."""
        return self._state(address) & _OUT != 0

    def row(self, address):
        """Whose it is, its wagers, those given back, its last operation, its state."""
        cell, at = self._place(address)
        return struct.unpack_from(_ROW, self._book.store.view(cell), at)

    # -- answers ---------------------------------------------------------------------------

    def take(self, address, reply):
        """One answer; gives OK or why nothing of it counts."""
        _boot, _cycle, unique_id, _nonce, terms, accepted, voided, op, kind, classes = reply
        owner, had_accepted, had_voided, had_op, state = self.row(address)
        whose = crc32(unique_id)
        if state & JOINED and owner not in (whose, ANY_BOARD):
            return STRANGER
        if terms != self._book.terms.digest():
            return TERMS_DIFFER
        if not state & JOINED:  # what it brought before, it brought to another holder
            return self._join(address, whose, accepted, voided, op, 0)
        more, back = accepted - had_accepted, voided - had_voided
        if more or back or owner == ANY_BOARD:
            refusal = self._take_wagers(address, whose, more, back)
            if refusal:
                return refusal
        if owner == ANY_BOARD and op != had_op and not table_hits.has_hit(self._book, address):
            # of a hit after the last record of the dead holder only the table knows: the roles
            # that loaded the book adjust the pool by it
            standing = self._state(address) & _STANDING
            return self._join(address, whose, accepted, voided, op, standing)
        if kind == lf.OP_HOLD and op == had_op:
            return self._hold(address, op + 1 & 0xFFFF, classes)
        self._free_result(address)
        if op == had_op:
            return OK
        if kind in (lf.OP_PAID, lf.OP_CANCEL) and op == had_op + 1 & 0xFFFF:
            return table_hits.finish(self, self._book, address, op, kind)
        return UNREASONABLE

    def put_out(self, address, reply):
        """Nothing of that table counts until it is let in again; what it said is told."""
        self._put_state(address, self._state(address) | _OUT)
        self._book.outbox.commit(EV_TABLE_OUT, address, *reply[5:9])

    def let_in(self, address):
        self._put_state(address, self._state(address) & ~_OUT)
        self._book.store.commit()

    def _join(self, address, whose, accepted, voided, op, standing):
        self.put_row(address, whose, accepted, voided, op, standing)
        self._book.outbox.commit(EV_TABLE_JOINED, address, accepted, voided, op)
        return OK if self._book.store.is_open else LOCKED

    def _take_wagers(self, address, whose, accepted, voided):
        """What the table has brought since last time (J11: all at the same rate)."""
        owner, had_accepted, had_voided, op, state = self.row(address)
        may_void = (state & _STANDING) + accepted
        if accepted < 0 or not 0 <= voided <= may_void:
            return UNREASONABLE
        if owner == ANY_BOARD:
            is_possible = accepted <= _MOST_LOADED
        else:
            is_possible = self._spend(address, accepted + voided)
        if not is_possible:
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
        standing = min(may_void - voided, _STANDING)
        self.put_row(address, whose, had_accepted + accepted, had_voided + voided, op, standing)
        number = had_accepted + accepted + had_voided + voided
        is_done = book.commit(EV_LINKED_IN, address, number, accepted, voided, a[POOL], a[RESERVE])
        return OK if is_done else LOCKED

    def _spend(self, address, wagers):
        """Tell whether a table can have done that since it was heard last."""
        credit_ms = self._credits.get(address, _MOST_CREDIT_MS) - wagers * _WAGER_MS
        if credit_ms >= 0:
            self._credits[address] = credit_ms
        return credit_ms >= 0

    def _hold(self, address, op, classes):
        """Winners at that table: computed once, then the result goes with every poll."""
        winners = sum([1 for kind in classes if kind])
        if not 1 <= winners <= self._state(address) & _STANDING:
            return UNREASONABLE
        return table_hits.hold(self._book, address, op, classes)

    def _free_result(self, address):
        """The table has its result: the place is free for the next one."""
        if self._book.store.view(CELL_LINK_RESULT)[0] == address:
            self._book.store.edit(CELL_LINK_RESULT)[0] = 0
            self._book.store.commit()

    # -- rows ------------------------------------------------------------------------------

    def _place(self, address):
        index = address - self._first
        cell = CELL_TABLES if index < _PER_CELL else CELL_TABLES_MORE
        return cell, index % _PER_CELL * _ROW_BYTES

    def _state(self, address):
        cell, at = self._place(address)
        return self._book.store.view(cell)[at + _STATE_AT]

    def _put_state(self, address, state):
        cell, at = self._place(address)
        self._book.store.edit(cell)[at + _STATE_AT] = state

    def put_row(self, address, whose, accepted, voided, op, standing=0):
        """Stage a table's row."""
        cell, at = self._place(address)
        state = JOINED | standing
        struct.pack_into(_ROW, self._book.store.edit(cell), at, whose, accepted, voided, op, state)

    def put_op(self, address, op):
        """Stage the table's last operation."""
        whose, accepted, voided, _, state = self.row(address)
        self.put_row(address, whose, accepted, voided, op, state & _STANDING)
