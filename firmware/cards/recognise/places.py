"""Where rank and suit stand: heights and distances along the array are the card's own.

Each function gives how far off a card's glyphs are, weighed for the sum of oddness, or NOT_HERE.
"""

from firmware.cards.recognise import limits
from firmware.cards.recognise import templates as t
from firmware.cards.recognise.templates import SPOTS_AT

NOT_HERE = -1


def index_off(block, card, view):
    """Rank and suit of a card."""
    at = SPOTS_AT + card * t.SPOT_BYTES
    box = view.boxes
    tall = abs(box[1] - box[0] + 1 - block[at + t.SPOT_RANK_TALL])
    suit_tall = box[5] - box[4] + 1 - block[at + t.SPOT_SUIT_TALL]
    low = _outside(box[4] - box[0], block[at + t.SPOT_LOW_LEAST], block[at + t.SPOT_LOW_MOST])
    down = _outside(box[0] - view.top, block[at + t.SPOT_DOWN_LEAST], block[at + t.SPOT_DOWN_MOST])
    down = abs(down)
    beside = _outside(view.beside, block[at + t.SPOT_BESIDE_LEAST], block[at + t.SPOT_BESIDE_MOST])
    beside = abs(beside)
    wide = (box[3] - box[2] + 1) * block[at + t.SPOT_SUIT_WIDE] * 100
    usual = (box[7] - box[6] + 1) * block[at + t.SPOT_RANK_WIDE]
    if (
        tall > 3
        or not -6 <= suit_tall <= 3
        or not -3 <= low <= 5
        or down > 4
        or beside > limits.BESIDE_MOST
        or wide > usual * (100 + limits.WIDTH_PERCENT)
        or wide * (100 + limits.WIDTH_PERCENT) < usual * 10000
    ):
        return NOT_HERE
    width = abs(wide // max(usual, 1) - 100)
    return (
        tall * 22
        + _suit_tall_off(suit_tall)
        + abs(low) * (35 + abs(low) * 8)
        + _down_off(down)
        + beside * beside * 8
        + width * 12
    )


def suit_off(block, card, view):
    """A card's suit alone, where the rank is covered: its height, how far from the card's end."""
    at = SPOTS_AT + card * t.SPOT_BYTES
    box = view.boxes
    tall = box[5] - box[4] + 1 - block[at + t.SPOT_SUIT_TALL]
    least = block[at + t.SPOT_LOW_LEAST] + block[at + t.SPOT_DOWN_LEAST]
    most = block[at + t.SPOT_LOW_MOST] + block[at + t.SPOT_DOWN_MOST]
    down = abs(_outside(box[4] - view.top, least, most))
    if not -6 <= tall <= 3 or down > 4:
        return NOT_HERE
    return _suit_tall_off(tall) + _down_off(down)


def _suit_tall_off(tall):
    return tall * 16 if tall > 0 else -tall * 34


def _down_off(down):
    return down * (14 + down * 8)


def _outside(value, least, most):
    """By how much a value lies outside two bounds, with its sign."""
    if value < least:
        return value - least
    return value - most if value > most else 0
