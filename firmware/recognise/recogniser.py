"""The recogniser: `read(green, red, n_lines)` gives a card of the pack or what it is instead.

Rather refuse than misread: a card is named only when every check of `decide` agrees.  What a
first threshold refuses is looked at again with two others, and they must not contradict.
"""

from firmware.core.cards import BLANK, CUT_CARD, FOREIGN, UNREADABLE
from firmware.recognise import reasons, templates
from firmware.recognise.decide import Decision
from firmware.recognise.index_view import IndexView

PERCENTS = (50, 38, 62)


class Recogniser:
    """One sensor's reader; `reason` says why the last frame was not taken for a card."""

    def __init__(self, block, view=None):
        if not templates.is_good(block):
            raise ValueError("not a template set of version %d" % templates.VERSION)
        self.block = block
        self.view = view or IndexView()
        self.decision = Decision(block)
        self.reason = reasons.READ
        self.tries = 0

    def read(self, green, red, n_lines):
        """Code of core.cards for one frame; red holds every fourth line."""
        view = self.view
        block = self.block
        decision = self.decision
        self.tries = 0
        self.reason = reason = view.take(green, n_lines)
        if reason:
            return self._not_a_card(reason)
        for percent in PERCENTS:
            self.tries += 1
            reason = view.cut(percent, block[2], block[3], block[4], block[5])
            if not reason:
                reason = decision.judge(view, red, n_lines)
            if not reason:
                self.reason = reason
                return decision.card
            if self.tries == 1:
                self.reason = reason
        return self._not_a_card(self.reason)

    def _not_a_card(self, reason):
        if reason == reasons.NO_PAPER:
            return CUT_CARD
        if reason == reasons.NO_INK:
            return BLANK
        if reason == reasons.RANK_FAR or reason == reasons.SUIT_FAR:
            return FOREIGN
        return UNREADABLE
