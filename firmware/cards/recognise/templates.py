"""The enrolled deck: maps of ranks, suits and faces, and where on the card they stand.

One packed block with version and CRC, so that it is stored, sent and checked as it is.
"""

from firmware.cards.codes import CARDS_PER_DECK
from firmware.cards.recognise.faces import FACE_CELLS
from firmware.cards.recognise.maps import RANK_CELLS, SUIT_CELLS
from firmware.core.bytes_into import crc_put, is_crc_good

VERSION = 3
MAGIC = 0xFA
N_RANKS = 13
N_SUITS = 4

# per card: heights of rank and suit in pixels; least and greatest distance from rank to suit and
# from the card's end to the rank (its two ends may differ); widths of rank and suit in lines; how
# far the rank's ink stands beside the suit's; width of the rank's map in 1/64 of the suit's, and
# half pixels from its middle to the suit's
SPOT_BYTES = 12
SPOT_RANK_TALL = 0
SPOT_SUIT_TALL = 1
SPOT_LOW_LEAST = 2
SPOT_LOW_MOST = 3
SPOT_DOWN_LEAST = 4
SPOT_DOWN_MOST = 5
SPOT_RANK_WIDE = 6
SPOT_SUIT_WIDE = 7
SPOT_BESIDE_LEAST = 8
SPOT_BESIDE_MOST = 9
SPOT_SPREAD = 10
SPOT_APART = 11

HEAD_BYTES = 18
RANKS_AT = HEAD_BYTES
SUITS_AT = RANKS_AT + N_RANKS * RANK_CELLS
FACES_AT = SUITS_AT + N_SUITS * SUIT_CELLS
SPOTS_AT = FACES_AT + CARDS_PER_DECK * FACE_CELLS
# per card: how unlike its rank and its suit a good read of it is, in sixteenths; 0 for most, more
# where the artwork touches the index
ODDS_AT = SPOTS_AT + CARDS_PER_DECK * SPOT_BYTES
TEMPLATE_BYTES = ODDS_AT + CARDS_PER_DECK * 2 + 4

# the head
H_MAGIC = 0
H_VERSION = 1
H_RANK_P0 = 2  # window of the ranks and of the suits, in pixels from the card's end
H_RANK_P1 = 3
H_SUIT_P0 = 4
H_SUIT_P1 = 5
H_INDEX_L1 = 6  # the farthest line of any index
H_BLACK = 7  # share of the ink that black keeps in red light, in 1/256 (capped)
H_RED = 8
H_READS = 9  # reads per card that made it
H_RANK_TALL = 11  # height that the maps cover, in pixels
H_SUIT_TALL = 12
H_PAPER_RED = 13  # paper's level in red light against green, in 1/128
H_INK_BLACK = 14  # usual density of black and of red ink
H_INK_RED = 15
H_PALE = 16  # points of black ink that good reads show pale in red light: a coarse red line
H_SUIT_MID = 10  # first plus last line of the suit in an undisturbed pass


def is_good(block):
    """Whether a block is a whole template set of this version."""
    return (
        len(block) == TEMPLATE_BYTES
        and block[H_MAGIC] == MAGIC
        and block[H_VERSION] == VERSION
        and is_crc_good(block, TEMPLATE_BYTES, 0)
    )


def seal(block):
    """Write magic, version and CRC."""
    block[H_MAGIC] = MAGIC
    block[H_VERSION] = VERSION
    crc_put(block, TEMPLATE_BYTES, 0)
