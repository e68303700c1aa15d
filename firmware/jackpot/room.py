"""Wiring of the jackpot: sensors → seats → book → lamps and display, commands beside it."""

import asyncio
from time import ticks_ms

from firmware.board.rows import CFG_SEATS
from firmware.core.ticks import ticks_diff
from firmware.jackpot import book_keeping, rare, voids
from firmware.jackpot import round_cell as rc
from firmware.jackpot import round_states as rs
from firmware.jackpot.lamps import STEP_MS, STEPS, lamp_bits
from firmware.jackpot.ledger import POOL, UC
from firmware.jackpot.odometer import Odometer
from firmware.jackpot.requests import REQUESTS
from firmware.jackpot.round_book import R_RATES, R_STATE, RoundBook
from firmware.jackpot.rows import (
    CFG_ALONE_CENTS,
    CFG_ANTE_SOURCE,
    CFG_FREEZE_SOURCES,
    CFG_LINK_FIRST,
    CFG_LINK_ROLE,
    EV_ANTES_TOLD,
    EV_BET_PLACED,
    EV_BET_REMOVED,
    EV_SEAT_TROUBLE,
    EV_SEAT_WELL,
    EV_WAGER_LATE,
    EV_WAGER_REFUSED,
    FAULT_FREEZE_DISAGREES,
    FAULT_LEDGER,
    FAULT_RATES,
    FAULT_SEAT_SENSOR,
    MONEY_FIRST,
    MONEY_LAST,
)
from firmware.jackpot.seat_watch import FLICKERS, SEATS, SeatWatch
from firmware.jackpot.terms import Terms

BY_LINE = 1
BY_MESSAGE = 2
_AGREE_MS = 3_000  # line and message come from one first card
_FLICKER_LIMIT = 10  # heartbeats that a sensor may flicker before play stops
_STATED_EVERY = 32  # rounds between two statements of all meters
_UNKNOWN = 0xFF
_DISAGREES = 3  # trouble: the dealer sees a wager that the sensor does not, or the reverse

_NO_ANTE = 1  # why a wager does not count
_OLD_CHIP = 2
_FLICKERING = 3
_STOPPED = 4


class Jackpot:
    """Fed by the meter's inputs, heartbeat and commands; `face` shows, `link` may join tables."""

    def __init__(self, base, read_antes):
        self.base = base
        self.terms = Terms(base.settings)
        self.book = RoundBook(base.storage, base.clock, self.terms, self._broken)
        self.seats = SeatWatch()
        self.odometer = Odometer()
        self.link = None  # on a board that contributes to another one's pool
        self.needs_restart = False
        self.antes = 0
        self.win_uc = 0
        self.is_line_on = False
        self._read_antes = read_antes
        self._seen_wagers = _UNKNOWN
        self._refused = 0
        self._troubles = bytearray(SEATS)
        self._flickers = bytearray(SEATS)
        self._frozen_by = 0
        self._frozen_ms = 0
        base.on(self, REQUESTS)

    def start(self, is_line_on):
        """At boot, once the board may record: books, and what a cut left half done."""
        self._frozen_by = self.base.settings.get(CFG_FREEZE_SOURCES)
        self.is_line_on = is_line_on and self._has_line()
        is_open = rare.start(self)
        if not is_open or self.is_line_on or self._is_round():
            self.seats.close()  # a round began without us: nobody's wager was accepted for it

    # -- state -----------------------------------------------------------------------------

    def pool_uc(self):
        """The prize pool to show (CSP 2.4.3)."""
        return self.link.pool_uc if self.link else self.book.ledger.a[POOL]

    def alone_uc(self):
        return self.base.settings.get(CFG_ALONE_CENTS) * UC

    def is_accepting(self):
        """Wagers can be taken now."""
        return (
            self.book.state == rs.ST_OPEN
            and not self.is_line_on
            and not self.base.is_stopped()
            and (self.link is None or self.link.is_up)
            and not self.needs_restart
        )

    def offered(self):
        """Seats that would be accepted if the first card came now."""
        return self.seats.offered() & self.antes if self.is_accepting() else 0

    def lamps(self, step):
        """What the lamps show in this quarter of a second."""
        if self.is_accepting():
            everyone = (1 << self.base.settings.get(CFG_SEATS)) - 1
            offered = self.offered()
            return lamp_bits(step, everyone, offered, 0, self.seats.bits & ~offered)
        return lamp_bits(step, 0, 0, self.book.standing if self._is_round() else 0, self._refused)

    def _has_line(self):
        """A table without a shoe board has no such line: an open pin says nothing there."""
        return self.base.settings.get(CFG_FREEZE_SOURCES) & BY_LINE != 0

    def _is_round(self):
        return self.book.state != rs.ST_OPEN

    # -- inputs ----------------------------------------------------------------------------

    def look(self, bits, now_ms):
        """The sensors' bits, by interrupt and four times a second."""
        antes = self._read_antes()
        if antes >= 0:
            self.antes = antes
        seats = self.seats
        if not seats.look(bits & (1 << self.base.settings.get(CFG_SEATS)) - 1, now_ms):
            return
        self._refused &= seats.bits
        for seat in range(SEATS):
            if seats.placed >> seat & 1:
                self.base.record(EV_BET_PLACED, seat + 1)
                if self._is_round() or self.is_line_on:
                    self._refused |= 1 << seat
                    self.base.record(EV_WAGER_LATE, seat + 1)
            if seats.removed >> seat & 1:
                self.base.record(EV_BET_REMOVED, seat + 1)

    def line(self, is_on, now_ms):
        """The shoe's "no more bets" line; with a cut wire or a shoe without power it is on.

        That is the safe side: no wager can be placed after a first card that nobody told of
        (CSP 5.6). What lay there is frozen as for any round, and the message that does not
        follow is a fault.
        """
        if not self._has_line():
            return
        if is_on:
            self.freeze(BY_LINE, now_ms)
        self.is_line_on = is_on
        if not self.is_line_on and self.book.state == rs.ST_OPEN:
            self._open(now_ms)

    def tick(self, now_ms):
        """Once a heartbeat."""
        sources = self.base.settings.get(CFG_FREEZE_SOURCES)
        is_missing = self._is_round() and sources & ~self._frozen_by
        if is_missing and ticks_diff(now_ms, self._frozen_ms) > _AGREE_MS:
            self.base.raise_fault(FAULT_FREEZE_DISAGREES, self._frozen_by)
            self._frozen_by = sources
        for seat in range(SEATS):
            self._look_for_trouble(seat, now_ms)

    def _look_for_trouble(self, seat, now_ms):
        trouble = self.seats.trouble(seat, now_ms)
        if trouble != self._troubles[seat]:
            self._troubles[seat] = trouble
            if trouble:
                self.base.record(EV_SEAT_TROUBLE, seat + 1, trouble)
            else:
                self.base.record(EV_SEAT_WELL, seat + 1)
        self._flickers[seat] = min(self._flickers[seat] + 1, 255) if trouble == FLICKERS else 0
        if self._flickers[seat] >= _FLICKER_LIMIT:
            self.base.raise_fault(FAULT_SEAT_SENSOR, seat + 1)  # CSP 14.15

    # -- the round -------------------------------------------------------------------------

    def tell_antes(self, antes, wagers):
        """The table software: seats with an ante, and those where the dealer sees a wager."""
        if self._is_round():
            return R_STATE
        if not self.base.settings.get(CFG_ANTE_SOURCE):
            self.antes = antes & 0x7F
        self._seen_wagers = wagers
        self.base.record(EV_ANTES_TOLD, antes, wagers)
        return 0

    def freeze_by_message(self):
        return self.freeze(BY_MESSAGE, ticks_ms())

    def freeze(self, source, now_ms):
        """The first card is out (CSP 5.6); the second source of the same round only agrees."""
        if self._is_round():
            if self._frozen_by & source:
                return R_STATE
            self._frozen_by |= source
            return self.book.number
        offered = self.offered()
        is_accepting = self.is_accepting()
        number = self.book.freeze(offered, source)
        if number == R_RATES:
            self.base.raise_fault(FAULT_RATES)
        if number < 0:
            return number
        self.win_uc = 0
        self._frozen_by = source
        self._frozen_ms = now_ms
        self.seats.close()
        self._tell_refused(offered, is_accepting)
        self._compare()
        if number % _STATED_EVERY == 0:
            book_keeping.state_meters(self.book)
        return number

    def _tell_refused(self, offered, is_accepting):
        self._refused = self.seats.bits & ~offered
        for seat in range(SEATS):
            bit = 1 << seat
            if self._refused & bit:
                reason = _NO_ANTE
                if not is_accepting:
                    reason = _STOPPED
                elif self.seats.flickering & bit:
                    reason = _FLICKERING
                elif not self.seats.fresh & bit:
                    reason = _OLD_CHIP
                self.base.record(EV_WAGER_REFUSED, seat + 1, reason)

    def _compare(self):
        """A dead sensor shows as a wager that the dealer sees and the board does not."""
        if self._seen_wagers == _UNKNOWN:
            return
        differing = (self._seen_wagers ^ self.seats.bits) & 0x7F
        for seat in range(SEATS):
            if differing >> seat & 1:
                self.base.record(EV_SEAT_TROUBLE, seat + 1, _DISAGREES)
                self.base.raise_fault(FAULT_SEAT_SENSOR, seat + 1)

    def end_round(self, number):
        result = self.book.end(number)
        if result == 0:
            self._open(ticks_ms())
            if self.book.cell[rc.HAS_RESET]:
                rare.apply_deferred(self)
        return result

    def void_round(self, number):
        result = voids.void_round(self.book, number)
        if result == 0:
            self._open(ticks_ms())
        return result

    def void_hand(self, number, seat):
        result = rare.void_hand(self, number, seat)
        if result == 0:
            self._refused |= 1 << seat - 1
        return result

    def claim(self, number, seat, kind):
        return rare.claim(self, number, seat, kind)

    def cancel_hit(self, number, asked_by, confirmed_by):
        return rare.cancel_hit(self, number, asked_by, confirmed_by)

    def _open(self, now_ms):
        self.seats.open(now_ms)
        self.antes = self._refused = self._frozen_by = 0
        self._seen_wagers = _UNKNOWN

    def change_setting(self, setting, value):
        """0 or minus an error; None: it is no matter of the jackpot."""
        if MONEY_FIRST <= setting <= MONEY_LAST:
            return rare.change_terms(self, setting, value)
        if CFG_LINK_ROLE <= setting <= CFG_LINK_FIRST:
            return rare.change_link(self, setting, value)
        return None

    def _broken(self, finding):
        self.base.raise_fault(FAULT_LEDGER, finding)


async def refresh(show):
    """Four times a second, evenly: lamps and display."""
    step = 0
    while True:
        show(step, ticks_ms())
        step = (step + 1) % STEPS
        await asyncio.sleep_ms(STEP_MS)
