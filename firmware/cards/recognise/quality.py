"""Quality of an enrolled deck: which ranks and suits are near each other, and how near.

Distances are those that the decision works with, so a small one means more refusals between the
two, never a misreading.
"""

from array import array

from firmware.cards.recognise import maps, templates
from firmware.cards.recognise.maps import RANK_CELLS, SUIT_CELLS
from firmware.cards.recognise.templates import N_RANKS, N_SUITS

MIN_RANKS_APART = 1200  # nearer pairs cannot be told apart under wear
MIN_SUITS_APART = 350


def rank_pairs(block):
    """(distance, rank, rank) of every pair, nearest first."""
    return _pairs(block, templates.RANKS_AT, RANK_CELLS, N_RANKS)


def suit_pairs(block):
    """(distance, suit, suit) of every pair, nearest first."""
    return _pairs(block, templates.SUITS_AT, SUIT_CELLS, N_SUITS)


def is_safe(block):
    """Whether every pair of ranks and of suits is far enough apart to be told from each other."""
    return rank_pairs(block)[0][0] >= MIN_RANKS_APART and suit_pairs(block)[0][0] >= MIN_SUITS_APART


def _pairs(block, start, cells, count):
    out = array("H", [0])
    found = []
    for a in range(count):
        for b in range(a + 1, count):
            maps.differ(0, 0, block, start + a * cells, cells, block, start + b * cells, 1, out, 0)
            found.append((out[0], a, b))
    found.sort()
    return found
