"""The round in play with its money: every method is one commit with its event, or a refusal.

Fed by the wiring; lives in the cells ROUND, ROUND_MORE, POOLS, METERS and EVIDENCE, so that a
power cut leaves it before or after a step, never inside.
"""

from firmware.core.bytes_into import fill_into, get_u32, put_u32
from firmware.core.compat import const
from firmware.jackpot import pools
from firmware.jackpot import round_cell as rc
from firmware.jackpot import round_states as rs
from firmware.jackpot.ledger import CONTRIBUTED, GOOD, POOL, RESERVE, ROUNDS, UC, Ledger
from firmware.jackpot.linked.member_book import count_wagers
from firmware.jackpot.rows import EV_ROUND_FROZEN, EV_WAGERS_REOPENED, FAULT_LEDGER
from firmware.store.cells import CELL_METERS, CELL_POOLS, CELL_ROUND

# refusals
R_STATE = const(-1)  # not now
R_ROUND = const(-2)  # another round is in play
R_SEAT = const(-3)  # that seat has no wager in this round
R_UNPAID = const(-4)  # a qualifying hand waits for its payment (CSP 9.5)
R_CLAIM = const(-5)  # the cards that the shoe read say otherwise (J14)
R_BROKEN = const(-6)  # the books do not balance, or the memory is gone
R_RATES = const(-7)  # more than the wager would be brought

_MARK_AT = const(224)  # in the cell POOLS, i64: contributions when the present jackpot began


class RoundBook:
    """`terms` are the approved ones in force; books that do not balance lock the board."""

    def __init__(self, board, terms):
        self.store = board.store
        self.outbox = board.outbox
        self.record = board.record
        self.clock = board.clock
        self.terms = terms
        self.ledger = Ledger()
        self.cell = self.store.view(CELL_ROUND)
        self.win_uc = 0  # what the winners get in all, until the next round
        self._raise_fault = board.raise_fault
        board.on_present(FAULT_LEDGER, self.is_out_of_balance)

    # -- reading ---------------------------------------------------------------------------

    @property
    def state(self):
        return self.cell[rc.STATE]

    @property
    def number(self):
        """The round in play, or the last one while wagers are open."""
        return get_u32(self.cell, rc.NUMBER)

    @property
    def standing(self):
        """Seats whose wager is accepted and not voided."""
        return self.cell[rc.ACCEPTED] & ~self.cell[rc.VOIDED]

    def qualifying(self):
        """Standing seats whose hand wins by the cards that the shoe read."""
        bits = 0
        for seat in range(rc.SEATS):
            if self.standing >> seat & 1 and self.cell[rc.CLASSES + seat]:
                bits |= 1 << seat
        return bits

    def winning_classes(self):
        """Class by seat, 0 for seats that have not won."""
        classes = [0] * rc.SEATS
        for seat in range(rc.SEATS):
            if self.cell[rc.CLAIMED] >> seat & 1:
                classes[seat] = self.cell[rc.CLASSES + seat]
        return classes

    # -- books -----------------------------------------------------------------------------

    def begin(self):
        """Before money moves: all copies agree and the books balance."""
        store = self.store
        store.check(CELL_POOLS)
        store.check(CELL_METERS)
        if not store.is_open:
            return False
        self._load()
        return self._is_balanced()

    def commit(self, event, a=0, b=0, c=0, d=0, e=0, f=0):
        """After money moved: balanced, then durable together with its event."""
        if not self._is_balanced():
            self.store.discard()
            self._load()
            return False
        self.ledger.save(self.store.edit(CELL_POOLS), self.store.edit(CELL_METERS))
        self.outbox.commit(event, a, b, c, d, e, f)
        return self.store.is_open

    def edit(self, event):
        """The ROUND cell for editing, in the state that follows `event`; None when refused."""
        following = rs.next_state(self.state, event)
        if following < 0:
            return None
        cell = self.store.edit(CELL_ROUND)
        cell[rc.STATE] = following
        return cell

    def may(self, event, number):
        """0 when `event` may happen to round `number` now, else a refusal."""
        if rs.next_state(self.state, event) < 0:
            return R_STATE
        if number != self.number:
            return R_ROUND
        return 0 if self.begin() else R_BROKEN

    def is_out_of_balance(self):
        """Whether the books as they are kept do not balance: then nobody unlocks the board."""
        self._load()
        return self.ledger.imbalance() != GOOD

    def _load(self):
        self.ledger.load(self.store.view(CELL_POOLS), self.store.view(CELL_METERS))

    def _is_balanced(self):
        imbalance = self.ledger.imbalance()
        if imbalance != GOOD:
            self._raise_fault(FAULT_LEDGER, imbalance)
        return imbalance == GOOD

    # -- the round -------------------------------------------------------------------------

    def freeze(self, seats, source):
        """First card out: these seats' wagers count (CSP 5.6); gives the round's number."""
        if self.state != rs.ST_OPEN:
            return R_STATE
        rates = self.terms.rates
        if not rates.is_reasonable():
            return R_RATES
        if not self.begin():
            return R_BROKEN
        number = self.number + 1
        cell = self.edit(rs.REV_FREEZE)
        fill_into(cell, rc.ACCEPTED, rc.ROUND_BYTES - rc.ACCEPTED, 0)
        cell[rc.ACCEPTED] = seats
        put_u32(cell, rc.NUMBER, number)
        put_u32(cell, rc.FIRST_EVENT, self.outbox.next_number())
        a = self.ledger.a
        a[ROUNDS] += 1
        for seat in range(rc.SEATS):
            if seats >> seat & 1:
                if self.terms.has_pool:
                    rc.put_i64(cell, rc.PARTS + 8 * seat, pools.take_in(self.ledger, rates))
                else:
                    pools.send(self.ledger, rates)
        if not self.terms.has_pool:
            count_wagers(self.store, bin(seats).count("1"), 0)
        if not self.commit(
            EV_ROUND_FROZEN, number, seats, source, self.terms.wager_cents, a[POOL], a[RESERVE]
        ):
            return R_BROKEN
        self.win_uc = 0
        return number

    def note_win(self):
        """After the round's payments have changed, and at boot."""
        cents = 0
        if rs.ST_PENDING <= self.state <= rs.ST_DONE:
            for row in rc.rows_of(self.cell):
                cents += row[2] + row[3] + row[4]
        self.win_uc = cents * UC

    def end(self, number):
        """Everything is settled: wagers open for the next round; not before all are paid (J10)."""
        refusal = self.may(rs.REV_END, number)
        if refusal:
            return refusal
        if self.state == rs.ST_FROZEN and self.qualifying():
            return R_UNPAID
        cell = self.edit(rs.REV_END)
        if cell[rc.HAS_RESET]:
            rc.put_i64(self.store.edit(CELL_POOLS), _MARK_AT, self.ledger.a[CONTRIBUTED])
        return 0 if self.commit(EV_WAGERS_REOPENED, number) else R_BROKEN

    def is_live(self):
        """Somebody has wagered on the present jackpot: its terms stay as they are."""
        return self.ledger.a[CONTRIBUTED] != rc.get_i64(self.store.view(CELL_POOLS), _MARK_AT)
