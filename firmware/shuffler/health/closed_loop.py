"""What came out against what the plan says, card by card; gives the measured order as well.

Fed with the plan, the cards as read on the way in, and each card read on the way out.  Feeds the
findings of the cycle; `order` feeds order_stats.py.

Evidence is positions and counts.  Card names would tell about cards not yet dealt (RULES A2).
"""

from array import array

from firmware.core.compat import const

LOOP_OK = 0
LOOP_OTHER_CARD = 1  # a card of the pack, in another place than planned
LOOP_UNKNOWN_CARD = 2  # one that did not go in, or one more of its kind than went in

_NOWHERE = const(0xFFFF)


class ClosedLoop:
    """`order[position]` = in-feed index of what came out; whole when `seen` is the count."""

    def __init__(self, max_cards=416):
        self.order = array("H", bytes(2 * max_cards))
        self._is_out = bytearray(max_cards)  # by in-feed index
        self._plan = None
        self._cards_in = b""
        self.count = self.seen = 0
        self.wrong = self.unknown = self.unread = 0
        self.first_wrong = -1

    def begin(self, plan, cards_in):
        """Before the first card comes out; `cards_in` by in-feed index, plan.count of them."""
        self._plan = plan
        self._cards_in = cards_in
        self.count = plan.count
        self.seen = self.wrong = self.unknown = self.unread = 0
        self.first_wrong = -1
        for i in range(len(self._is_out)):
            self._is_out[i] = 0
        for i in range(len(self.order)):
            self.order[i] = _NOWHERE

    def saw(self, card):
        """The next card on the way out, as read."""
        position = self.seen
        if position >= self.count:
            self.unknown += 1
            return LOOP_UNKNOWN_CARD
        self.seen += 1
        planned = self._plan.index_at(position)
        index = planned
        if self._cards_in[planned] != card or self._is_out[planned]:
            index = self._find(card)
        if index < 0:
            self.unknown += 1
        else:
            self._is_out[index] = 1
            self.order[position] = index
            # equal cards of a pack with several decks are the same to everybody at the table
            if self._cards_in[planned] == card:
                return LOOP_OK
            self.wrong += 1
        if self.first_wrong < 0:
            self.first_wrong = position
        return LOOP_UNKNOWN_CARD if index < 0 else LOOP_OTHER_CARD

    def missed(self):
        """The next card came out and could not be read: it proves nothing either way."""
        if self.seen < self.count:
            self.seen += 1
            self.unread += 1

    def is_as_planned(self):
        """Every card came out, each was read, each in its place."""
        return self.is_order_whole() and self.wrong == 0

    def is_order_whole(self):
        """Every card that went in came out and was read, in whatever order: judge `order`."""
        return self.seen == self.count > 0 and self.unknown == self.unread == 0

    def forget(self):
        """Wipe the order with the plan."""
        for i in range(len(self.order)):
            self.order[i] = _NOWHERE
        self._plan = None
        self._cards_in = b""
        self.count = self.seen = 0

    def _find(self, card):
        """In-feed index of such a card that is still inside, or -1."""
        for index in range(self.count):
            if self._cards_in[index] == card and not self._is_out[index]:
                return index
        return -1
