"""Damaged cards: listed one by one, replaced from a new deck (TCB 13.3, 13.5; LDB 11.3, 11.5)."""

from firmware.rounds.steps import BY_REPLACEMENT
from firmware.ruling import rows
from firmware.ruling.vocabulary import DAMAGED


class Replacement:
    """Fed by the supervisor, and each card that leaves the shoe while replacements are fed in."""

    def __init__(self, record, desk, cases):
        self._record = record
        self._desk = desk
        self._damaged = desk.damaged
        self._cases = cases

    def mark(self, card, role):
        """Put a card on the list; it answers the question whether any is damaged."""
        if not self._damaged.add(card):
            return False
        self._cases.commit(rows.EV_DAMAGE_LISTED, card, self._damaged.count)
        case = self._desk.find(0)
        if case is not None and case.question == DAMAGED:
            self._cases.answer(case, DAMAGED, 1, role)
        return True

    def unmark(self, card):
        if not self._damaged.remove(card):
            return False
        self._cases.commit(rows.EV_DAMAGE_LISTED, card, self._damaged.count)
        return True

    def feed(self, is_on):
        """The supervisor begins or ends it; False while no card is missing."""
        damaged = self._damaged
        if is_on and damaged.missing == 0:
            return False
        damaged.feed(is_on)
        self._cases.commit(rows.EV_REPLACING, 1 if is_on else 0, damaged.missing)
        return True

    def take(self, card):
        """A card of a new deck is fed in; False, and an event, when it is not on the list."""
        damaged = self._damaged
        if not damaged.replace(card):
            self._record(rows.EV_REPLACEMENT_REFUSED, card, damaged.missing)
            return False
        missing = damaged.missing
        if missing == 0:
            damaged.clear()
        self._cases.commit(rows.EV_CARD_REPLACED, card, missing)
        if missing == 0:
            self._cases.tick_all(BY_REPLACEMENT)
        return True
