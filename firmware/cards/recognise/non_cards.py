"""What a picture shows when it is no card that can be read: cut card, blank, back, joker, other.

Only a code for people and the audit: none of them is ever dealt as a card.  A picture that is
merely worn stays "unreadable"; the others are named when the print is strong enough to say so.
"""

from firmware.cards.codes import BLANK, CUT_CARD, FACE_UP, FOREIGN, JOKER, UNREADABLE
from firmware.cards.recognise import column_levels, limits, reasons, templates
from firmware.cards.recognise.ink_density import coverage

_STRONG_INK = 150  # density of good print
_BACK_PERCENT = 34  # of the picture inked: no face has that much
_TINT_PERCENT = 14  # paper's red against green may be off by this before it is a coloured card


def name_of_picture(view, decision, block, red, n_lines, reason):
    """A code of NOT_CARDS for a refused picture."""
    if reason == reasons.NO_PAPER:
        return CUT_CARD  # the gate saw something pass, and it is dark
    if reason == reasons.NO_EDGE or reason == reasons.NO_END:
        return UNREADABLE
    if is_tinted(view, block, red, n_lines):
        return CUT_CARD
    if reason == reasons.NO_INK:
        return BLANK
    if coverage(view.ink, view.top, view.ink_level * 36 // 100, view.n_lines) > _BACK_PERCENT:
        return FACE_UP
    if view.ink_level < _STRONG_INK:
        return UNREADABLE
    if reason == reasons.NO_RANK or reason == reasons.NO_SUIT:
        # good print, and nothing like an index in any try, or a rank like none
        decision.settle(view)
        is_joker = decision.rank_diff == 0 or decision.rank_diff > limits.JOKER_RANK
        return JOKER if is_joker else UNREADABLE
    # not `in (…)`: a tuple of attributes would be made anew each time
    if reason == reasons.RANK_FAR or reason == reasons.SUIT_FAR or reason == reasons.STRANGE:
        return FOREIGN
    return UNREADABLE


def is_tinted(view, block, red, n_lines):
    """Whether the paper's colour is not that of the enrolled cards."""
    usual = block[templates.H_PAPER_RED]
    if usual == 0 or view.paper == 0:
        return False
    view.find_red_whites(red, n_lines)
    tint = column_levels.rank_level(0, view.tally, view.red_white, 90) * 128 // view.paper
    return tint * 100 > usual * (100 + _TINT_PERCENT) or tint * 100 < usual * (100 - _TINT_PERCENT)
