"""Where the next card of a round belongs, step by step through the game's deal."""

from firmware.core.compat import const
from firmware.rounds.findings import DEALER
from firmware.rounds.games.vocabulary import TO_AREAS, TO_DEALER, TO_DEALER_ON_LOW, TO_DRAWERS

DONE = const(-1)  # the deal is complete
WAITS = const(-2)  # for a decision, a card's name or the number of seats

SEATS_MOST = const(7)

UNDECIDED = const(0)
STANDS = const(1)
DRAWS = const(2)
REFUSES = const(3)  # would not take the card that came uncalled (LDB 10.4)
# told at the poker games, when it happens (TCP 8.4, 9.5; FCP 8.4, 9.3; CSP 8.4, 9.7)
FOLDS = const(4)
PLAYS = const(5)
CONCEDES = const(6)
# where a ruling leaves that to the player (TCB 13.5.1, LDB 11.5.1)
TAKES_BACK = const(7)
DECISION_NAMES = (
    "undecided",
    "stands",
    "draws",
    "refuses",
    "folds",
    "plays",
    "concedes",
    "takes_back",
)

_NOT_KNOWN = -1


class DealOrder:
    """Walks the deal of one game for the areas in play; `is_low` looks at the dealer's hand."""

    def __init__(self, decisions, is_low):
        self._decisions = decisions
        self._is_low = is_low
        self._steps = ()
        self._seats = 0
        self._step = self._given = 0
        self._seat = 1
        self.turn = 0  # how many places have been served

    def start(self, steps, seats):
        """From the first card on; `seats` has a bit for each area, 1 << 0 for seat 1."""
        self._steps = steps
        self._seats = seats
        self._step = self._given = self.turn = 0
        self._seat = 1

    def place(self):
        """The place of the next card, DONE, or WAITS."""
        while self._step < len(self._steps):
            who = self._steps[self._step][0]
            if who == TO_DEALER:
                return DEALER
            if who == TO_DEALER_ON_LOW:
                low = self._is_low()
                if low == _NOT_KNOWN:
                    return WAITS
                if low:
                    return DEALER
            else:
                place = self._area(who)
                if place != DONE:
                    return place
            self._step += 1
            self._seat = 1
        return DONE

    def serve(self):
        """The place that `place` gave has its card, or was passed over."""
        self.turn += 1
        self._given += 1
        who, cards = self._steps[self._step]
        if self._given < cards:
            return
        self._given = 0
        if who == TO_AREAS or who == TO_DRAWERS:
            self._seat += 1
        else:
            self._step += 1

    def awaited_seat(self):
        """The seat whose decision is next, 0 for none: in order from the left (LDB 8.1)."""
        self.place()
        if self._step >= len(self._steps) or self._steps[self._step][0] != TO_DRAWERS:
            return 0
        for seat in range(1, SEATS_MOST + 1):
            if self._seats >> (seat - 1) & 1 and self._decisions[seat] == UNDECIDED:
                return seat
        return 0

    def _area(self, who):
        while self._seat <= SEATS_MOST:
            if self._seats >> (self._seat - 1) & 1:
                decision = DRAWS if who == TO_AREAS else self._decisions[self._seat]
                if decision == UNDECIDED:
                    return WAITS
                if decision == DRAWS:
                    return self._seat
            self._seat += 1
        return DONE


def cards_needed(steps, seats):
    """Cards that the deal takes at least: without the cards that players or dealer draw."""
    areas = 0
    while seats:
        areas += seats & 1
        seats >>= 1
    total = 0
    for who, cards in steps:
        if who == TO_DEALER:
            total += cards
        elif who == TO_AREAS:
            total += cards * areas
    return total


def areas_of(steps, cards):
    """How many areas a complete deal of so many cards had; -1 when it does not come out even."""
    each = cards_needed(steps, 1) - cards_needed(steps, 0)
    rest = cards - cards_needed(steps, 0)
    if rest < 0 or rest % each or rest // each > SEATS_MOST:
        return -1
    return rest // each
