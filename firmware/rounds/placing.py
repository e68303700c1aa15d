"""Gives the cards of a round their places: the record of what left, against the game's deal.

Everything can be worked out again from the first card, so what people tell afterwards (an extra
card, an area passed over, the name of a card) puts all later cards right as well.
"""

from firmware.cards import codes as c
from firmware.rounds.deal_order import DONE, WAITS, DealOrder, areas_of, cards_needed
from firmware.rounds.findings import DEALER, NO_PLACE
from firmware.rounds.games.baccarat_hand import point_count
from firmware.rounds.round_record import AS_DEALT

_NOT_KNOWN = -1


class Placing:
    """Owned by the tracker; reads and fills its record."""

    def __init__(self, record):
        self.record = record
        self.order = DealOrder(record.decisions, self._is_dealer_low)
        self.seats = 0
        self.is_open = False  # the areas are known
        self._steps = ()
        self._draws_to = 0
        self._two = bytearray(2)

    def start(self, steps, draws_to, seats):
        """Begin with the first card; areas that got a hand without a wager count as well."""
        self.is_open = True
        self._steps = steps
        self._draws_to = draws_to
        self.seats = seats
        self.again()

    def start_unknown(self, steps):
        """Begin a round of which nobody told the areas: nothing is placed yet."""
        self.is_open = False
        self._steps = steps
        self.record.place_again()

    def again(self):
        """Forget the places and begin with the first card."""
        self.order.start(self._steps, self.seats | self.record.unwagered)
        self.record.place_again()
        for i in range(self.record.count):
            self.record.places[i] = 0xFE

    def place_cards(self):
        """Give every card its place, as far as is known."""
        if self.is_open:
            self.place_up_to(self.record.count)

    def place_up_to(self, count):
        """Place the cards before `count`; stops at one that must wait."""
        record = self.record
        while record.placed < count:
            place = record.told[record.placed]
            if place == AS_DEALT:
                place = self.dealt_place()
                if place == WAITS:
                    return
                if place == DONE:
                    place = NO_PLACE
                else:
                    self.order.serve()
            record.place_next(place)

    def dealt_place(self):
        """The place that the deal serves next, DONE or WAITS; passed-over areas are no place."""
        place = self.order.place()
        while place >= 0 and self.record.is_skipped(self.order.turn):
            self.order.serve()
            place = self.order.place()
        return place

    def next_place(self):
        """Where a card that leaves now belongs; NO_PLACE when that is not known."""
        place = self.dealt_place() if self.is_open else WAITS
        return place if place >= 0 else NO_PLACE

    def is_complete(self):
        """Every card has its place and the deal asks for no more."""
        is_placed = self.is_open and self.record.placed == self.record.count
        return is_placed and self.dealt_place() == DONE

    def learn(self, least):
        """The number of areas follows from the number of cards: the first so many seats."""
        if not self.is_open:
            areas = areas_of(self._steps, self._dealt_count())
            if areas >= least:
                self.start(self._steps, self._draws_to, (1 << areas) - 1)
                self.place_cards()

    def cards_short(self):
        """How many cards the deal still lacks, as far as it is known."""
        if not self.is_open or self.is_complete():
            return 0
        seats = self.seats | self.record.unwagered
        return max(cards_needed(self._steps, seats) - self._dealt_count(), 1)

    def surplus(self, place):
        """Cards that people told lie at a place beyond its number, less those it was not given."""
        found = -self.record.skip_counts[place]
        for i in range(self.record.count):
            if self.record.told[i] == place:
                found += 1
        return found

    def _dealt_count(self):
        found = 0
        for i in range(self.record.count):
            if self.record.told[i] == AS_DEALT:
                found += 1
        return found

    def _is_dealer_low(self):
        """1 when the dealer's two cards count so little that a third is drawn (LDB 8.5)."""
        if self.record.hand_into(DEALER, self._two) < 2:
            return 0
        if not (c.is_card(self._two[0]) and c.is_card(self._two[1])):
            return _NOT_KNOWN
        return 1 if point_count(self._two, 0, 2) <= self._draws_to else 0
