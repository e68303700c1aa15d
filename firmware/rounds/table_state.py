"""One table: its game, the pack in the shoe, and what the table software tells of them.

The tracker builds on it; nothing here looks at a card that leaves the shoe.
"""

from firmware.cards import codes as c
from firmware.rounds import phases as p
from firmware.rounds import steps as st
from firmware.rounds.findings import DEALER
from firmware.rounds.games.vocabulary import BURN_NONE, SHOE, TO_DRAWERS
from firmware.rounds.pack_count import PackCount
from firmware.rounds.placing import Placing
from firmware.rounds.round_record import JACKPOT_BACK, ROUND_VOID, WAGERS_MOST, RoundRecord

_SETTLE_LEAST_MS = 4_000
_DEAL_PAUSE_MS = 20_000
_ALL_SEATS = 0x7F

# in `stops`: what open steps of rulings hold up or allow
STOPS_ROUND = 1  # no round may begin
STOPS_PACK = 2  # no pack may come into play
ORDERS_SHUFFLE = 4  # a round that begins all the same is not shuffled for
ALLOWS_REFILL = 8  # shuffled cards finish this round (TCB 13.5.4, LDB 11.5.4)
ALLOWS_BACK = 16  # players may take their wagers back (TCB 13.5.1, LDB 11.5.1)
ORDERS_LAST = 32  # the round in play, or else the next one, is the last before a shuffle (TCB 4.8)

# in flags()
_SHUFFLE_DUE = 1
_LAST_ROUND = 2
_BURN_DUE = 4
_REFILL_ALLOWED = 8
_VOIDED = 16
_SHORT_TOLD = 32
_FIRST_ROUND = 64


class TableState:
    """State and the commands that change it between rounds; a refused one changes nothing."""

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
        self.closed_as = st.CLOSED_COMPLETE
        self.is_shuffle_noted = False
        self.is_last_round = False
        self.is_burn_due = False
        self.is_refill_allowed = False
        self.is_void_told = False  # by a person's word (END_ROUND)
        self.is_short_told = False
        self.is_stray_told = False  # cards without a table are one finding, not one each
        self.is_stop_told = False  # so are cards that leave while a ruling stops play
        self.is_first_round = False  # since the shuffle: no round is over yet
        self.stops = 0  # what the steps of rulings hold up until they are done
        self.warned = 0  # seats that were told of a Play wager too small (TCP 12.10, FCP 12.11)
        self.warned_now = 0  # those of them that a ruling of this round warned
        self.back_told = 0  # seats whose jackpot wagers were last told to go back (J13)
        self.offered = bytearray(WAGERS_MOST)  # the odds on the sign
        self.pack = PackCount()
        self.record = RoundRecord()
        self.placing = Placing(self.record)
        self.card_ms = 0

    @property
    def is_shuffle_due(self):
        """By the game's own course, or because a ruling orders it."""
        return self.is_shuffle_noted or self.stops & ORDERS_SHUFFLE != 0

    @property
    def is_stopped(self):
        """No round may begin until the steps of a ruling are done."""
        return self.stops & STOPS_ROUND != 0

    @property
    def is_voided(self):
        """The round has no result, by a person's word or by a ruling."""
        return self.is_void_told or self.record.ruled[DEALER] & ROUND_VOID != 0

    def back_seats(self):
        """Seats whose jackpot wagers of this round go back, a bit each (J13)."""
        if self.game is None or not self.game.HAS_JACKPOT:
            return 0
        if self.is_void_told:
            return _ALL_SEATS
        seats = 0
        for seat in range(1, 8):
            if self.record.ruled[seat] & JACKPOT_BACK:
                seats |= 1 << (seat - 1)
        return seats

    def note_back(self, seats):
        """It was told which jackpot wagers go back."""
        self.back_told = seats

    def open_table(self, number, game, equipment, decks, seats):
        """A game begins at this table; its cards must be shuffled first (4.1 of each)."""
        if decks not in game.DECKS or not self._are_seats_right(game, seats):
            return st.NO_BAD_VALUE
        if not self.move(p.REV_OPEN):
            return st.NO_WRONG_TIME
        self.is_stray_told = False
        self.game_number = number
        self.game = game
        self.equipment = equipment
        self.seats = seats
        self._renew(decks)
        self.record.clear()
        self.warned = self.warned_now = self.back_told = 0
        self.is_shuffle_noted = True
        self.is_burn_due = False
        return st.OK

    def close_table(self):
        if not self.move(p.REV_CLOSE):
            return st.NO_WRONG_TIME
        self.game = None
        self.game_number = 0
        self.record.clear()
        return st.OK

    def set_seats(self, seats):
        """The areas with wagers; nobody comes or goes in the middle of a round (5.x)."""
        if self.game is not None and not self._are_seats_right(self.game, seats):
            return st.NO_BAD_VALUE
        if not self.move(p.REV_SEATS):
            return st.NO_WRONG_TIME
        self.seats = seats
        return st.OK

    def new_pack(self):
        """Shuffled cards are in the shoe: before play, between rounds, or to finish a round."""
        if self.stops & STOPS_PACK:
            return st.NO_STOPPED  # the cards are checked first (TCP 12.9.3, TCB 12.13.3 and others)
        is_refill = self.is_refill_allowed or self.stops & ALLOWS_REFILL != 0
        if is_refill and self.move(p.REV_REFILL):
            self._refill()
            return st.OK
        if not self.move(p.REV_PACK):
            return st.NO_WRONG_TIME
        self._renew(self.pack.decks)
        self.is_shuffle_noted = False
        self.is_burn_due = self.game.BURN != BURN_NONE
        return st.OK

    def is_rest(self, cards_out):
        """With so many cards out the deck is empty: no deal of a game that is shuffled for every
        round goes so far, what came out last was for the next shuffle (4.1 of the poker games)."""
        return self.game.IS_SHUFFLED_EVERY_ROUND and cards_out == self.pack.decks * 52

    def offer(self, wager, choice):
        """The sign says so: from the next round on (TCB 14.8)."""
        self.offered[wager] = choice

    def set_times(self, settle_least_ms, deal_pause_ms):
        """How fast a round can be settled, how long a deal can pause (settings)."""
        self.settle_least_ms = settle_least_ms
        self.deal_pause_ms = deal_pause_ms

    # -- after a power cut -----------------------------------------------------------------

    def flags(self):
        """What is due, allowed and told, as bits."""
        flags = _SHUFFLE_DUE if self.is_shuffle_noted else 0
        flags |= _LAST_ROUND if self.is_last_round else 0
        flags |= _BURN_DUE if self.is_burn_due else 0
        flags |= _REFILL_ALLOWED if self.is_refill_allowed else 0
        flags |= _VOIDED if self.is_void_told else 0
        flags |= _SHORT_TOLD if self.is_short_told else 0
        flags |= _FIRST_ROUND if self.is_first_round else 0
        return flags

    def restore(self, phase, number, game, equipment, decks, seats, closed_as, flags):
        """The table as its cell has it; the round's cards come from another."""
        self.phase = phase
        self.game_number = number
        self.game = game
        self.equipment = equipment
        self.pack.set_decks(decks)
        self.seats = seats
        self.closed_as = closed_as
        self.is_shuffle_noted = flags & _SHUFFLE_DUE != 0
        self.is_last_round = flags & _LAST_ROUND != 0
        self.is_burn_due = flags & _BURN_DUE != 0
        self.is_refill_allowed = flags & _REFILL_ALLOWED != 0
        self.is_void_told = flags & _VOIDED != 0
        self.is_short_told = flags & _SHORT_TOLD != 0
        self.is_first_round = flags & _FIRST_ROUND != 0

    def restore_ruled(self, warned, stops, back_told, warned_now):
        """What rulings have left; the rulings' own room says it again at the end of a boot."""
        self.warned = warned
        self.stops = stops
        self.back_told = back_told
        self.warned_now = warned_now

    def restore_number(self, round_number):
        """Rounds are counted on, whatever became of the table."""
        self.round_number = round_number

    def restore_time(self, card_ms):
        """When the last card came, by the clock that is used from now on."""
        self.card_ms = card_ms

    # -- for the tracker and for what people tell ------------------------------------------

    def _renew(self, decks):
        self.pack.renew(decks)
        self.record.new_pack()
        self.is_last_round = False
        self.is_first_round = True

    def _refill(self):
        """The discards, shuffled, finish the round (LDB 10.10): what lies on the table is out."""
        self.is_refill_allowed = False
        self.is_last_round = False
        self.discards_are_back()

    def discards_are_back(self):
        """Only what lies on the table is out of the pack."""
        self.pack.renew(self.pack.decks)
        for i in range(self.record.count):
            if c.is_card(self.record.codes[i]):
                self.pack.take(self.record.codes[i])

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
        if seats == st.SEATS_LEARNED:
            return game.DEAL[0][-1][0] < TO_DRAWERS  # drawn cards can't be told from areas
        areas = 0
        for seat in range(7):
            areas += seats >> seat & 1
        return seats < st.SEATS_LEARNED and game.AREAS_LEAST <= areas <= game.AREAS_MOST
