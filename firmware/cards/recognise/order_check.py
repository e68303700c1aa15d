"""Whether what was learned looks like the cards that it was said to be: the order of the deck fed.

A deck in a wrong order that keeps to itself, aces first or diamonds before hearts, is learned as
well as the right one.  Only what the cards of every design share can tell: a ten has two digits,
a court card has a picture, red ink is light in red light, and suits have their shapes.
"""

from array import array

from firmware.cards.recognise import maps, reasons, templates
from firmware.cards.recognise.faces import FACE_CELLS, UNKNOWN
from firmware.cards.recognise.maps import RANK_CELLS, SUIT_CELLS
from firmware.cards.recognise.templates import N_RANKS, N_SUITS, SPOT_BYTES

_TEN = 8  # ranks in the order of the codes: 2 3 4 … T J Q K A
_COURTS = (9, 10, 11)
_SPADES, _HEARTS, _DIAMONDS, _CLUBS = range(N_SUITS)
_TEN_PERCENT = 88  # of the widest rank; letters as wide as a narrow ten are no doubt
_FACE_DARK = 100  # darker than this in all suits together a face shows a picture, or many pips
_FACE_PERCENT = 150  # of the palest court card: artwork in the corner of an ace is no doubt
_TIP_PERCENT = 125  # a spade comes to a point where a club is round
_TOP_PERCENT = 115  # a heart is wide at the top where a diamond is as at the bottom
_ACROSS = 12  # of a suit's map: cells across, and along from top to bottom
_ALONG = 12


def why_not(block, are_colours_apart):
    """A reason of `reasons`, or READ where nothing speaks against the order."""
    if not are_colours_apart:
        return reasons.COLOURS_MIXED
    if not _is_ten_wide(block):
        return reasons.TEN_NARROW
    if not _are_courts_dark(block):
        return reasons.COURT_PALE
    if not _have_suits_shapes(block):
        return reasons.SUITS_SWAPPED
    return reasons.READ


def count_moved(block, before):
    """Ranks and suits that look like another one of the deck enrolled before: to be shown."""
    return _moved(block, before, templates.RANKS_AT, RANK_CELLS, N_RANKS) + _moved(
        block, before, templates.SUITS_AT, SUIT_CELLS, N_SUITS
    )


def _is_ten_wide(block):
    widest = 0
    for rank in range(N_RANKS):
        widest = max(widest, _spread(block, rank))
    return _spread(block, _TEN) * 100 >= widest * _TEN_PERCENT


def _spread(block, rank):
    """Of all its suits together: each is measured by its own width."""
    at = templates.SPOTS_AT + rank * N_SUITS * SPOT_BYTES + templates.SPOT_SPREAD
    return sum(block[at + suit * SPOT_BYTES] for suit in range(N_SUITS))


def _are_courts_dark(block):
    palest = min(_darkness(block, rank) for rank in _COURTS)
    darkest = max(_darkness(block, rank) for rank in range(N_RANKS) if rank not in _COURTS)
    return darkest <= _FACE_DARK or darkest * 100 <= palest * _FACE_PERCENT


def _darkness(block, rank):
    at = templates.FACES_AT + rank * N_SUITS * FACE_CELLS
    found = 0
    for i in range(at, at + N_SUITS * FACE_CELLS):
        if block[i] != UNKNOWN:
            found += (block[i] & 15) + (block[i] >> 4)
    return found


def _have_suits_shapes(block):
    """Hearts and diamonds, spades and clubs, each in their own places."""
    tips = _share(block, _SPADES, 0, 2) * 100 <= _share(block, _CLUBS, 0, 2) * _TIP_PERCENT
    tops = _share(block, _DIAMONDS, 2, 8) * 100 <= _share(block, _HEARTS, 2, 8) * _TOP_PERCENT
    return tips and tops


def _share(block, suit, first, second):
    """Ink of two rows of cells from `first` on, in 1/256 of that of two rows from `second` on."""
    return (_rows(block, suit, first) << 8) // max(_rows(block, suit, second), 1)


def _rows(block, suit, row):
    at = templates.SUITS_AT + suit * SUIT_CELLS + row
    return sum(block[at + k * _ALONG] + block[at + k * _ALONG + 1] for k in range(_ACROSS))


def _moved(block, before, start, cells, count):
    out = array("H", [0])
    moved = 0
    for a in range(count):
        nearest = 0
        least = 0xFFFF
        for b in range(count):
            at = start + a * cells
            maps.differ(0, 0, block, at, cells, before, start + b * cells, 1, out, 0)
            if out[0] < least:
                nearest = b
                least = out[0]
        if nearest != a:
            moved += 1
    return moved
