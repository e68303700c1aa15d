"""Follows the deal: a round opens and closes, every card gets its place, and what is not as it
should be becomes a finding.

Fed readings (core/cards.py) and what the table software tells, with the time.  It calls
`on_step(step, detail)` and `on_finding(finding, place, number, detail)`: facts only, what follows
from a finding is the ruling's.  Everything that differs between games is in the game's table.
"""

from firmware.core import cards as c
from firmware.core.compat import const
from firmware.core.ticks import ticks_diff
from firmware.games.baccarat_hand import burn_value
from firmware.games.terms import (
    BURN_BY_VALUE,
    BURN_NONE,
    BURNED,
    EXPOSED,
    LAST_ROUND,
    SHOE,
    SHUFFLED_FIRST,
    TO_DRAWERS,
)
from firmware.rounds import findings as f
from firmware.rounds import phases as p
from firmware.rounds.deal_order import DRAWS, REFUSES, STANDS, WAITS
from firmware.rounds.pack_count import PackCount
from firmware.rounds.placing import Placing
from firmware.rounds.round_record import (
    AS_DEALT,
    ASIDE,
    BURN_MOST,
    BURN_PILE,
    KEPT,
    NO_CARD,
    RoundRecord,
)

STEP_ROUND_OPENED = const(1)  # detail: its number
STEP_ROUND_DEALT = const(2)  # detail: cards
STEP_ROUND_CLOSED = const(3)  # detail: CLOSED_…
STEP_BURNED = const(4)  # detail: cards
STEP_LAST_ROUND = const(5)
STEP_SHUFFLE_DUE = const(6)
STEP_PLACES_CHANGED = const(7)

CLOSED_COMPLETE = const(0)
CLOSED_IRREGULAR = const(1)  # cards too many or too few
CLOSED_VOID = const(2)
CLOSED_NAMES = ("complete", "irregular", "void")

SEATS_LEARNED = const(0x80)  # in place of the areas: count them from the cards

OK = const(0)
NO_WRONG_TIME = const(1)  # not in this phase
NO_BAD_VALUE = const(2)
NO_OUT_OF_TURN = const(3)
NO_CARDS_SHORT = const(4)  # the deal is not at its end: tell whose card lacks, or end once more

_SETTLE_LEAST_MS = 4_000
_DEAL_PAUSE_MS = 20_000


class RoundTracker:
    """One table: its game, the pack in the shoe, and the round in play or just over."""

    def __init__(self, on_step, on_finding):
        self._on_step = on_step
        self._on_finding = on_finding
        self.settle_least_ms = _SETTLE_LEAST_MS
        self.deal_pause_ms = _DEAL_PAUSE_MS
        self.phase = p.ST_CLOSED
        self.game = None
        self.game_number = 0
        self.equipment = SHOE
        self.seats = 0
        self.round_number = 0
        self.closed_as = CLOSED_COMPLETE
        self.is_shuffle_due = False
        self.is_last_round = False
        self.is_burn_due = False
        self.is_refill_allowed = False
        self.is_voided = False
        self.is_short_told = False
        self.is_first_round = False  # since the shuffle: no round is over yet
        self.pack = PackCount()
        self.record = RoundRecord()
        self.placing = Placing(self.record)
        self.card_ms = 0

    # -- told by the table software --------------------------------------------------------

    def open_table(self, number, game, equipment, decks, seats):
        """A game begins at this table; its cards must be shuffled first (4.1 of each)."""
        if decks not in game.DECKS or not self._are_seats_right(game, seats):
            return NO_BAD_VALUE
        if not self.move(p.REV_OPEN):
            return NO_WRONG_TIME
        self.game_number = number
        self.game = game
        self.equipment = equipment
        self.seats = seats
        self._renew(decks)
        self.record.clear()
        self.is_shuffle_due = True
        self.is_burn_due = False
        return OK

    def close_table(self):
        if not self.move(p.REV_CLOSE):
            return NO_WRONG_TIME
        self.game = None
        self.game_number = 0
        self.record.clear()
        return OK

    def set_seats(self, seats):
        """The areas with wagers; nobody comes or goes in the middle of a round (5.x)."""
        if self.game is not None and not self._are_seats_right(self.game, seats):
            return NO_BAD_VALUE
        if not self.move(p.REV_SEATS):
            return NO_WRONG_TIME
        self.seats = seats
        return OK

    def new_pack(self):
        """Shuffled cards are in the shoe: before play, between rounds, or to finish a round."""
        if self.is_refill_allowed and self.move(p.REV_REFILL):
            self._refill()
            return OK
        if not self.move(p.REV_PACK):
            return NO_WRONG_TIME
        self._renew(self.pack.decks)
        self.is_shuffle_due = False
        self.is_burn_due = self.game.BURN != BURN_NONE
        return OK

    def decide(self, seat, decision):
        """A player draws, stands or refuses a card; in order from the left (LDB 8.1, 10.4)."""
        if self.phase != p.ST_DEALING or not self.placing.is_open:
            return NO_WRONG_TIME
        if decision != STANDS and decision != DRAWS and decision != REFUSES:
            return NO_BAD_VALUE
        if seat == 0 or seat != self.placing.order.awaited_seat():
            return NO_OUT_OF_TURN
        self.record.decisions[seat] = decision
        self.place_cards()
        return OK

    def end_round(self, now_ms):
        """Wagers are settled, the cards picked up.  A deal that lacks cards is told first."""
        if self.phase == p.ST_DEALING:
            self._learn_seats()
        if self.phase == p.ST_DEALING and not self.is_voided and not self.is_short_told:
            self._tell_short()
            return NO_CARDS_SHORT
        if not self.move(p.REV_END):
            return NO_WRONG_TIME
        self._close_round()
        self.card_ms = now_ms
        return OK

    def void_round(self, now_ms):
        """The ruling ends the round without a result."""
        if self.phase != p.ST_DEALING and self.phase != p.ST_DEALT:
            return NO_WRONG_TIME
        self.is_voided = True
        return self.end_round(now_ms)

    def void_hand(self, place):
        """The ruling voids one hand; the others play on (C10)."""
        self.record.voided |= 1 << place

    def allow_refill(self):
        """The ruling lets shuffled cards finish this round (TCB 13.5.4, LDB 11.5.4)."""
        self.is_refill_allowed = True

    # -- cards -----------------------------------------------------------------------------

    def take(self, code, now_ms):
        """One reading left the shoe."""
        if self.phase == p.ST_CLOSED:
            self.find(f.FND_CARD_WITHOUT_TABLE, f.NO_PLACE, 0, code)
            return
        if self.phase == p.ST_DEALT and self._is_next_round(now_ms):
            self.move(p.REV_END)
            self._close_round()
        self.card_ms = now_ms
        if code == c.CUT_CARD and not self.pack.is_cut_card_out:
            self._take_cut_card()
        elif self.is_burn_due:
            self._count(code, BURN_PILE, 0)
            self._burn(code)
        elif self.phase == p.ST_READY and self._is_burned_face_up(code, 0):
            self._count(code, BURN_PILE, 0)  # the round has not begun (TCB 12.8, LDB 10.1)
            self.find(f.FND_FACE_UP_FIRST, BURN_PILE, 0, 0)
        else:
            self._deal(code)
        if self.equipment == SHOE and self.pack.cards_left() < self.game.CUT_CARD_LEAST_CARDS:
            self._tell_not_cut()

    def tick(self, now_ms):
        """Now and then: a deal that stops in the middle has a card too few (C10)."""
        if self.phase != p.ST_DEALING or self.is_short_told:
            return
        if ticks_diff(now_ms, self.card_ms) >= self.deal_pause_ms:
            self._learn_seats()
            if self.phase == p.ST_DEALING and self.placing.dealt_place() != WAITS:
                self._tell_short()

    def empty(self):
        """The shoe has no more cards (C9); without a cutting card it was not cut (C11)."""
        if self.phase == p.ST_CLOSED:
            return
        if self.phase == p.ST_DEALING:
            self.find(f.FND_NOT_ENOUGH_CARDS, f.NO_PLACE, 0, self.placing.cards_short())
            self.is_refill_allowed = self.game.IS_REFILLED_WHEN_EMPTY
        self._tell_not_cut()

    def _count(self, code, place, number):
        """Identity against the pack: doubled, foreign, not to be read (C1, C5, C6)."""
        pack = self.pack
        if c.is_card(code):
            if not pack.take(code):
                self.find(f.FND_DOUBLED_CARD, place, number, code)
            return
        pack.cards_out += 2 if code == c.TWO_CARDS else 1
        if code == c.TWO_CARDS:
            self.find(f.FND_TWO_CARDS, place, number, 0)
        elif code == c.UNREADABLE:
            self.find(f.FND_UNREADABLE_CARD, place, number, 0)
        elif code != c.FACE_UP:
            self.find(f.FND_FOREIGN_CARD, place, number, code)

    def _take_cut_card(self):
        """Set aside; what follows depends on whether a round has begun (C8)."""
        self.pack.is_cut_card_out = True
        if self.phase == p.ST_DEALING or self.phase == p.ST_DEALT:
            number = self.record.count + 1
            self.find(f.FND_CUT_CARD_LATER, self.placing.next_place(), number, 0)
            self.record.add(c.CUT_CARD, ASIDE)
            self.place_cards()
            self.is_last_round = True
            return
        self.find(f.FND_CUT_CARD_FIRST, f.NO_PLACE, 0, 0)
        if self.game.CUT_CARD_FIRST == LAST_ROUND:
            self.is_last_round = True
            self._on_step(STEP_LAST_ROUND, 0)
        elif self.game.CUT_CARD_FIRST == SHUFFLED_FIRST:
            self._shuffle_due()

    # -- burning ---------------------------------------------------------------------------

    def _burn(self, code):
        record = self.record
        self.move(p.REV_BURN)
        if code == c.FACE_UP:
            self.find(f.FND_FACE_UP_BURNED, BURN_PILE, 0, 0)
        if record.burn_count == 0:
            record.clear()  # of the round before the shuffle
        record.burned[record.burn_count] = code
        record.burn_count += 1
        self.check_burn()

    def burn_needed(self):
        """Cards to burn after this shuffle; all that may be while the first is not known."""
        if self.game.BURN != BURN_BY_VALUE:
            return 1
        first = self.record.burned[0]
        return 1 + burn_value(first) if c.is_card(first) else BURN_MOST

    def check_burn(self):
        """The burning ends with its last card."""
        if self.is_burn_due and self.record.burn_count >= self.burn_needed():
            self.is_burn_due = False
            self.move(p.REV_BURN_DONE)
            self._on_step(STEP_BURNED, self.record.burn_count)

    # -- dealing ---------------------------------------------------------------------------

    def _deal(self, code):
        record = self.record
        is_first = self.phase == p.ST_READY
        if is_first:
            self.move(p.REV_CARD)
            self.open_round()
        else:
            self.move(p.REV_CARD)
        extra_count = record.extra_count()
        place = self.placing.next_place()
        self._count(code, place, record.count + 1)
        self._add(code, place, is_first and record.count == 0)
        if code == c.TWO_CARDS:
            self._add(code, place, False)
        self.place_cards()
        if record.extra_count() > extra_count:
            self._tell_extra()
        elif record.placed < record.count and self.placing.order.awaited_seat():
            self.find(f.FND_CARD_UNCALLED, f.NO_PLACE, record.count, 0)

    def open_round(self):
        """The first card is out: from now on no wager may be placed (5.x of each)."""
        record, game = self.record, self.game
        self.round_number += 1
        record.clear()
        self.is_voided = self.is_short_told = self.is_refill_allowed = False
        if self.seats == SEATS_LEARNED:
            self.placing.start_unknown(game.DEAL[self.equipment])
        else:
            self.placing.start(game.DEAL[self.equipment], game.DEALER_DRAWS_TO, self.seats)
        self._on_step(STEP_ROUND_OPENED, self.round_number)
        if self.is_shuffle_due:
            self.find(f.FND_NOT_SHUFFLED, f.NO_PLACE, 0, 0)
        if record.kept != NO_CARD:  # it waited under the shoe (LDB 10.7)
            record.add(record.kept)
            record.kept = NO_CARD
            self.place_cards()

    def _add(self, code, place, is_first):
        """Put a card into the record; one found face up goes by the game's rule (C7)."""
        record = self.record
        told = AS_DEALT
        if code == c.FACE_UP:
            if self._is_burned_face_up(code, 0 if is_first else 1):
                told = place = BURN_PILE
            finding = f.FND_FACE_UP_FIRST if is_first else f.FND_FACE_UP_LATER
            self.find(finding, place, record.count + 1, 0)
            if self.game.FACE_UP[1] == EXPOSED:
                record.exposed += 1
                if record.exposed > 1:
                    self.find(f.FND_EXPOSED_MORE, place, record.count + 1, record.exposed)
        if not record.add(code, told):
            self.find(f.FND_COUNT_WRONG, f.NO_PLACE, 0, 1)  # more than any deal: not kept

    def place_cards(self):
        """Give the cards their places; the last one ends the deal."""
        self.placing.place_cards()
        if self.phase == p.ST_DEALING and self.placing.is_complete():
            self.move(p.REV_DONE)
            self._on_step(STEP_ROUND_DEALT, self.record.count)

    def _is_burned_face_up(self, code, when):
        return code == c.FACE_UP and self.game.FACE_UP[when] == BURNED

    # -- ends ------------------------------------------------------------------------------

    def _is_next_round(self, now_ms):
        """Nobody settles a round in so short a time: a card sooner than that belongs to it."""
        return ticks_diff(now_ms, self.card_ms) >= self.settle_least_ms

    def _close_round(self):
        record = self.record
        if self.is_voided:
            self.closed_as = CLOSED_VOID
        elif not self.placing.is_complete() or record.extra_count() or record.is_corrected():
            self.closed_as = CLOSED_IRREGULAR
        else:
            self.closed_as = CLOSED_COMPLETE
        for i in range(record.count):
            if record.places[i] == KEPT:
                record.kept = record.codes[i]
        self.is_first_round = False
        self._on_step(STEP_ROUND_CLOSED, self.closed_as)
        if self.is_last_round or self.game.IS_SHUFFLED_EVERY_ROUND:
            self._shuffle_due()

    def _shuffle_due(self):
        self.is_shuffle_due = True
        self._on_step(STEP_SHUFFLE_DUE, 0)

    def _renew(self, decks):
        self.pack.renew(decks)
        self.record.burn_count = 0
        self.record.kept = NO_CARD
        self.is_last_round = False
        self.is_first_round = True

    def _refill(self):
        """The discards, shuffled, finish the round (LDB 10.10): what lies on the table is out."""
        self.is_refill_allowed = False
        self.is_last_round = False
        self.pack.renew(self.pack.decks)
        for i in range(self.record.count):
            if c.is_card(self.record.codes[i]):
                self.pack.take(self.record.codes[i])

    def _learn_seats(self):
        if not self.placing.is_open:
            self.placing.learn(self.game.AREAS_LEAST)
            self.place_cards()

    def _tell_short(self):
        self.is_short_told = True
        self.find(f.FND_COUNT_WRONG, f.NO_PLACE, 0, -self.placing.cards_short())

    def _tell_extra(self):
        record = self.record
        if self.game.IS_EXTRA_CARD_KEPT:
            self.find(f.FND_DEALER_EXTRA_CARD, f.DEALER, record.count, 255)
        else:
            self.find(f.FND_COUNT_WRONG, f.NO_PLACE, record.count, record.extra_count())

    def _tell_not_cut(self):
        pack = self.pack
        is_due = self.equipment == SHOE and not self.game.IS_SHUFFLED_EVERY_ROUND
        if is_due and not pack.is_cut_card_out and not pack.is_not_cut_told:
            pack.is_not_cut_told = True
            self.find(f.FND_NOT_CUT, f.NO_PLACE, 0, 0)

    # -- shared with telling.py ------------------------------------------------------------

    def move(self, event):
        """Take a step through the table of phases; False when it is not allowed now."""
        row = p.row_of(self.phase, event)
        if row is None:
            return False
        self.phase = row[2]
        return True

    def find(self, finding, place, number, detail):
        self._on_finding(finding, place, number, detail)

    def tell_step(self, step, detail):
        self._on_step(step, detail)

    def _are_seats_right(self, game, seats):
        if seats == SEATS_LEARNED:
            return game.DEAL[0][-1][0] < TO_DRAWERS  # drawn cards can't be told from areas
        areas = 0
        for seat in range(7):
            areas += seats >> seat & 1
        return seats < SEATS_LEARNED and game.AREAS_LEAST <= areas <= game.AREAS_MOST
