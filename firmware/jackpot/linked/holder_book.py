"""The books of linked tables on the board that holds their pool: each wager comes in once.

One row per table: whose it is, how many wagers of it are in the pool, its last operation.  Row
and ledger change in one commit with their event, so a repeated answer brings nothing twice.  A
table is believed about its own wagers only, and only what a table can do in the time; and only once
it follows this board: what it says before that is for another one.
"""

import struct
from binascii import crc32

from firmware.core.bytes_into import fill_into
from firmware.core.compat import const
from firmware.core.ticks import elapsed
from firmware.jackpot.ledger import BONUS, CONTRIBUTED, LINKED_IN, POOL, RESERVE
from firmware.jackpot.linked import fence, table_hits
from firmware.jackpot.linked import frames as lf
from firmware.jackpot.linked.frames import (
    FENCED,
    LOCKED,
    NOT_YET,
    OK,
    STRANGER,
    TERMS_DIFFER,
    UNREASONABLE,
)
from firmware.jackpot.pools import into_pool
from firmware.jackpot.rows import (
    EV_LEADS,
    EV_LINKED_IN,
    EV_TABLE_JOINED,
    EV_TABLE_MISSING,
    EV_TABLE_OUT,
    EV_TABLE_STATED,
)
from firmware.store.cells import CELL_TABLES, CELL_TABLES_MORE

_ROW = "<IIIHB"  # CRC of the board's id, wagers, given back, operation, state
_ROW_BYTES = const(15)
_STATE_AT = const(14)
_PER_CELL = const(16)
_ROWS = const(31)
_STATED_EVERY = const(256)
JOINED = const(0x80)  # in the state: a board has its row there
_OUT = const(0x40)  # it said what cannot be
_MISSING = const(0x20)  # the inspector has approved going on without it
LOADED = const(0x10)  # its hit may have been won after the last record of the dead holder
_BROUGHT = const(0x08)  # it may come with a hit that another holder served
_STANDING = const(7)  # how many of its wagers may still be given back or win: one round's
ANY_BOARD = const(0)  # a row that was loaded: the board behind that address makes it its own
# What a table can do: 7 wagers in 4.9 s, ten rounds at once. A table that hears no poll takes no
# wagers after 5 s, so a longer silence brings no more than a short one.
_WAGER_MS = const(700)
_MOST_CREDIT_MS = const(49_000)
_MOST_LOADED = const(50_000)  # after a take-over: what the dead holder had not told any more


class HolderBook:
    """Fed answers by `holder_wire`; `address` is the table's on the line."""

    def __init__(self, book, first_address, own_id):
        self._book = book
        self._first = first_address
        self._id = own_id
        self._asking = set()  # tables that wait for the result of their hit
        self._untold = 0  # answers with wagers since the last statement
        self._credits = {}  # address: time for wagers not used yet; missing: as much as can be
        self._ticked_ms = 0

    def tick(self, now_ms):
        """Once a heartbeat: in that time tables can have taken more wagers."""
        elapsed_ms = max(elapsed(now_ms, self._ticked_ms), 0)
        self._ticked_ms = now_ms
        for address in self._credits:
            credit_ms = self._credits[address] + elapsed_ms
            self._credits[address] = min(credit_ms, _MOST_CREDIT_MS)

    # -- polls -----------------------------------------------------------------------------

    def poll_into(self, buf, at, address, nonce, boot, cycle):
        """The poll for a table; gives its size without the tag."""
        _, accepted, voided, op, state = self.row(address)
        is_joined = self._book.is_leading and state & (JOINED | _OUT) == JOINED
        flags = lf.IS_JOINED if is_joined else 0
        size = lf.POLL_BYTES
        hit = table_hits.hit_of(self._book, address) if address in self._asking else None
        if hit:
            flags |= lf.HAS_RESULT
            struct.pack_into(lf.RESULT, buf, at + size, op + 1 & 0xFFFF, *hit)
            size += lf.RESULT_BYTES
        struct.pack_into(
            lf.POLL,
            buf,
            at,
            self._id,
            nonce,
            boot,
            cycle,
            fence.generation(self._book.store),
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
        refusal = self.why_not_of(reply)
        if refusal:
            return refusal
        whose = crc32(reply[2], reply[3])  # the board, and in which linked jackpot it is
        terms, accepted, voided, op, kind, classes = reply[7:]
        owner, had_accepted, had_voided, had_op, state = self.row(address)
        if state & JOINED and owner not in (whose, ANY_BOARD):
            return STRANGER
        if terms != self._book.terms.digest():
            return TERMS_DIFFER
        if not state & JOINED:  # what it brought before, it brought to another holder
            # but its round in play may still win here, or be void: else it could never go on
            standing = min(max(accepted - voided, 0), _STANDING)
            state = JOINED | _BROUGHT | standing if standing else JOINED
            return self._join(address, whose, accepted, voided, op, state)
        more, back = accepted - had_accepted, voided - had_voided
        if more or back or owner == ANY_BOARD:
            refusal = self._take_wagers(address, whose, more, back)
            if refusal:
                return refusal
        state = self._state(address)
        if state & _MISSING:
            state &= ~_MISSING
            self._put_state(address, state)
            self._book.store.commit()
        is_foreign = state & (LOADED | _BROUGHT) and not table_hits.hit_of(self._book, address)
        if op != had_op and is_foreign:
            # of a hit that another holder served after its last record only the table knows: the
            # roles that loaded the book adjust the pool by it
            return self._join(address, whose, accepted, voided, op, state & ~(LOADED | _BROUGHT))
        if kind == lf.OP_HOLD and op == had_op:
            return self._hold(address, op + 1 & 0xFFFF, classes)
        self._asking.discard(address)
        if op == had_op:
            return OK
        if kind in (lf.OP_PAID, lf.OP_CANCEL) and op == had_op + 1 & 0xFFFF:
            return table_hits.finish(self, self._book, address, op, kind)
        return UNREASONABLE

    def why_not_of(self, reply):
        """OK from a table that follows this board; it may follow another one, or none yet."""
        generation, holder_id = reply[5:7]
        own_generation = fence.generation(self._book.store)
        if generation == own_generation and holder_id == self._id:
            return OK
        if generation < own_generation or (generation == own_generation and not any(holder_id)):
            return NOT_YET
        return FENCED

    def put_out(self, address, reply):
        """Nothing of that table counts until it is let in again; what it said is told."""
        self._put_state(address, self._state(address) | _OUT)
        self._book.outbox.commit(EV_TABLE_OUT, address, *reply[8:12])

    def let_in(self, address):
        self._put_state(address, self._state(address) & ~_OUT)
        self._book.store.commit()

    def go_on_without(self, address):
        """The inspector approves: it is not waited for until it answers again (CSP 14.15)."""
        self._put_state(address, self._state(address) | _MISSING)
        self._book.outbox.commit(EV_TABLE_MISSING, address)

    def is_loaded(self, address):
        """It followed the dead holder, as far as this board has heard."""
        return self._state(address) & JOINED != 0 and self.row(address)[0] == ANY_BOARD

    def is_of_dead_holder(self, address):
        """Its row was loaded, and none of its hits has been settled here."""
        return self._state(address) & LOADED != 0

    def is_waited_for(self, address):
        """It has joined, and nobody has approved going on without it."""
        return self._state(address) & (JOINED | _MISSING) == JOINED

    def has_tables(self):
        """Some table has its row here."""
        return any([self._state(self._first + i) & JOINED for i in range(_ROWS)])

    def is_statement_due(self):
        """The journal may turn: rows and meters must be stated now and then."""
        is_due = self._untold >= _STATED_EVERY
        if is_due:
            self._untold = 0
        return is_due

    def state_tables(self):
        """Generation, rows and pending hits into the journal: what a spare board must load."""
        book = self._book
        joined = [i for i in range(_ROWS) if self._state(self._first + i) & JOINED]
        book.record(EV_LEADS, fence.generation(book.store), len(joined))
        nothing = (table_hits.NO_CLASSES, table_hits.NO_PURSES)
        for i in joined:
            address = self._first + i
            _, accepted, voided, op, _ = self.row(address)
            hit = table_hits.hit_of(book, address) or nothing
            book.record(EV_TABLE_STATED, address, accepted, voided, op, *hit)

    def _join(self, address, whose, accepted, voided, op, state):
        self.put_row(address, whose, accepted, voided, op, state)
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
        state = state & ~_STANDING | min(may_void - voided, _STANDING)
        accepted += had_accepted
        voided += had_voided
        self.put_row(address, whose, accepted, voided, op, state)
        self._untold += 1
        is_done = book.commit(EV_LINKED_IN, address, accepted, voided, a[POOL], a[RESERVE])
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
        result = table_hits.hold(self._book, address, op, classes)
        if result == OK:
            self._asking.add(address)
        return result

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

    def put_row(self, address, whose, accepted, voided, op, state):
        """Stage a table's row."""
        cell, at = self._place(address)
        struct.pack_into(_ROW, self._book.store.edit(cell), at, whose, accepted, voided, op, state)

    def put_op(self, address, op):
        """Stage the table's last operation."""
        whose, accepted, voided, _, state = self.row(address)
        self.put_row(address, whose, accepted, voided, op, state & ~(LOADED | _BROUGHT))

    def forget_all(self):
        """Stage that there is no table: rows of other tables are loaded after it."""
        for cell in (CELL_TABLES, CELL_TABLES_MORE):
            fill_into(self._book.store.edit(cell), 0, _PER_CELL * _ROW_BYTES, 0)
