"""One table: its game, the pack in the shoe, and what the table software tells of them.

The tracker builds on it; nothing here looks at a card that leaves the shoe.
"""

from firmware.cards import codes as c
from firmware.rounds import holds as h
from firmware.rounds import phases as p
from firmware.rounds import steps as st
from firmware.rounds.findings import DEALER
from firmware.rounds.games.vocabulary import BURN_NONE, SHOE, TO_DRAWERS
from firmware.rounds.other_board import OtherBoard
from firmware.rounds.pack_count import PackCount
from firmware.rounds.placing import Placing
from firmware.rounds.round_record import (
    JACKPOT_BACK,
    NOT_YET,
    ROUND_VOID,
    WAGERS_MOST,
    RoundRecord,
)

_SETTLE_LEAST_MS = 4_000
_DEAL_PAUSE_MS = 20_000
_ALL_SEATS = 0x7F

# in `stops`, above what rulings hold (holds.py): what they order or allow until it is done
ORDERS_SHUFFLE = 0x1000  # a round that begins all the same is not shuffled for
ALLOWS_REFILL = 0x2000  # shuffled cards finish this round (TCB 13.5.4, LDB 11.5.4)
ALLOWS_BACK = 0x4000  # players may take their wagers back (TCB 13.5.1, LDB 11.5.1)
ORDERS_LAST = 0x8000  # the round in play, or else the next, is the last before a shuffle (TCB 4.8)
BURNS_NEXT = 0x0800  # the next coup's first card was disclosed: it is burned (TCB 12.8)

# in flags()
_SHUFFLE_DUE = 1
_LAST_ROUND = 2
_BURN_DUE = 4
_REFILL_ALLOWED = 8
_VOIDED = 16
_SHORT_TOLD = 32
_FIRST_ROUND = 64
_JACKPOT = 128

# in more_flags()
_NAMED_PACK = 1
_NEXT_BURNED = 2
_PACK_REFUSED = 4
_REFUSED_GONE = 8
_HAS_METER = 16


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
        self.is_next_burned = False  # the next card, which was disclosed, opens no coup (TCB 12.8)
        self.is_pack_refused = False  # a ruling has the pack in the device shuffled once more
        self.is_refused_gone = False  # it has left since, or is being shuffled
        self.is_named_pack = False  # the journal names undealt cards, in their order
        self.is_first_round = False  # since the shuffle: no round is over yet
        self.wins_pending = 0  # seats with a winning hand that is not paid yet (CSP 9.5)
        self.meter = OtherBoard(h.OPEN_METER)  # followed at a table with a jackpot
        self.is_machine_calling = False  # the way of its cards must be cleared
        self.stops = 0  # what is open of rulings, and what they order and allow
        self.warned = 0  # seats that were told of a Play wager too small (TCP 12.10, FCP 12.11)
        self.warned_now = 0  # those of them that a ruling of this round warned
        self.has_jackpot = False  # the round in play, or the last one, is of a game with a jackpot
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

    def opened(self):
        """All that is open at this table, as bits of holds.py."""
        found = self.stops & h.OPEN_ALL | self.meter.opened & h.OPEN_METER
        if self.wins_pending:
            found |= h.OPEN_WIN
        if self.is_machine_calling:
            found |= h.OPEN_MACHINE
        if self.has_unread():
            found |= h.OPEN_UNNAMED if self.phase == p.ST_READY else h.OPEN_UNREAD
        return found

    def is_held(self, action):
        """Whether something open holds this (HOLDS_…): here all of the shoe asks."""
        return h.held_by(self.opened(), action) != 0

    def has_unread(self):
        """A card of the round has no name, and a result hangs on it (TCP 3.1 and others): it is
        named, or a supervisor voids the round."""
        if self.phase == p.ST_CLOSED or self.is_voided:
            return False
        record = self.record
        for i in range(record.count):
            place = record.places[i]
            if c.is_card(record.codes[i]) or record.codes[i] == c.CUT_CARD:
                continue
            if place == DEALER or place == NOT_YET or record.is_played_at(place):
                return True
        return False

    def note_win(self, seat, is_pending):
        """The winning hand of a seat lies there, or no longer."""
        bit = 1 << (seat - 1)
        self.wins_pending = self.wins_pending | bit if is_pending else self.wins_pending & ~bit

    @property
    def is_voided(self):
        """The round has no result, by a person's word or by a ruling."""
        return self.is_void_told or self.record.ruled[DEALER] & ROUND_VOID != 0

    def back_seats(self):
        """Seats whose jackpot wagers of this round go back, a bit each (J13)."""
        if not self.has_jackpot:
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

    def open_table(self, number, game, equipment, decks, seats, has_meter=False):
        """A game begins at this table; its cards must be shuffled first (4.1 of each)."""
        if decks not in game.DECKS or not self._are_seats_right(game, seats):
            return st.NO_BAD_VALUE
        if self._is_closing_held():
            return st.NO_STOPPED
        if not self.move(p.REV_OPEN):
            return st.NO_WRONG_TIME
        self.is_stray_told = False
        self.meter.follow(has_meter)
        self.game_number = number
        self.game = game
        self.equipment = equipment
        self.seats = seats
        self._renew(decks)
        self.record.clear()
        self.warned = self.warned_now = 0
        self.is_shuffle_noted = True
        self.is_burn_due = False
        return st.OK

    def close_table(self):
        if self._is_closing_held():
            return st.NO_STOPPED
        if not self.move(p.REV_CLOSE):
            return st.NO_WRONG_TIME
        self.game = None
        self.game_number = 0
        self.meter.follow(False)
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

    @property
    def is_refill(self):
        """Shuffled cards finish the round that lacks some (LDB 10.10, TCB 13.5.4, LDB 11.5.4)."""
        return self.is_refill_allowed or self.stops & ALLOWS_REFILL != 0

    def may_take_pack(self, is_over):
        """What `new_pack` would answer, if a round that `is_over` is ended first."""
        if self.is_held(h.HOLDS_PACK):
            return st.NO_STOPPED
        if self.phase == p.ST_DEALT:
            if is_over and self.is_held(h.HOLDS_END):
                return st.NO_STOPPED
            return st.OK if is_over else st.NO_WRONG_TIME
        if self.is_refill and p.row_of(self.phase, p.REV_REFILL):
            return st.OK
        return st.OK if p.row_of(self.phase, p.REV_PACK) else st.NO_WRONG_TIME

    def new_pack(self):
        """Shuffled cards are in the shoe: before play, between rounds, or to finish a round."""
        if self.is_held(h.HOLDS_PACK):
            return st.NO_STOPPED  # the cards are checked first (TCP 12.9.3, TCB 12.13.3 and others)
        if self.is_refill and self.move(p.REV_REFILL):
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

    def refuse_pack(self):
        """The pack that waits in the device must not come into play as it is."""
        self.is_pack_refused = True
        self.is_refused_gone = False

    def forget_refused(self):
        self.is_pack_refused = self.is_refused_gone = False

    def see_device(self, has_new_pack, is_calling):
        """Now and then: whether a pack waits inside, or the device calls for a person; True if
        that is worth keeping."""
        is_dealt_from = self.phase != p.ST_CLOSED and self.equipment != SHOE
        self.is_machine_calling = is_calling and is_dealt_from
        if not self.is_pack_refused:
            return False
        if has_new_pack and self.is_refused_gone:
            self.forget_refused()  # another one, or the same one shuffled
            return True
        if has_new_pack or self.is_refused_gone:
            return False
        self.is_refused_gone = True
        return True

    def note_named_pack(self, is_named):
        """Records name the cards of a pack that nobody has dealt yet."""
        self.is_named_pack = is_named

    def forget_named_pack(self):
        """A round is over that was dealt out of the device; a shoe may hold such a pack yet."""
        if self.equipment != SHOE:
            self.is_named_pack = False

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
        flags |= _JACKPOT if self.has_jackpot else 0
        return flags

    def more_flags(self):
        """What else is so between two cards, as bits."""
        flags = _NAMED_PACK if self.is_named_pack else 0
        flags |= _NEXT_BURNED if self.is_next_burned else 0
        flags |= _PACK_REFUSED if self.is_pack_refused else 0
        flags |= _HAS_METER if self.meter.is_followed else 0
        return flags | (_REFUSED_GONE if self.is_refused_gone else 0)

    def restore_more(self, flags, wins_pending):
        self.wins_pending = wins_pending
        self.is_next_burned = flags & _NEXT_BURNED != 0
        self.is_pack_refused = flags & _PACK_REFUSED != 0
        self.is_refused_gone = flags & _REFUSED_GONE != 0
        self.is_named_pack = flags & _NAMED_PACK != 0
        self.meter.restore(flags & _HAS_METER != 0, 0)  # known while inputs are taken again

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
        self.has_jackpot = flags & _JACKPOT != 0

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
        self.is_next_burned = False
        self.forget_refused()
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
        """Only what lies on the table is out of the pack; between rounds that is nothing."""
        pack, record = self.pack, self.record
        pack.renew(pack.decks)
        if self.phase != p.ST_DEALING and self.phase != p.ST_DEALT:
            record.note_shuffled()
            return
        for i in range(record.count):
            if c.is_card(record.codes[i]):
                pack.take(record.codes[i])
            elif record.codes[i] != c.CUT_CARD:
                pack.count_unknown(1)

    def tell_meter(self, opened, now_ms):
        """What is open at the meter, by the table software's word."""
        if self.meter.tell(opened, now_ms):
            self.tell_step(st.STEP_OPEN_TOLD, self.meter.opened)

    def look_at_meter(self, now_ms):
        """Now and then: nobody has said lately how the meter stands."""
        if self.meter.tick(now_ms):
            self.tell_step(st.STEP_OPEN_TOLD, self.meter.opened)

    def _is_closing_held(self):
        """The table, or the one in its place, would lose what is open about the last round."""
        return p.row_of(self.phase, p.REV_CLOSE) is not None and self.is_held(h.HOLDS_CLOSE)

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
