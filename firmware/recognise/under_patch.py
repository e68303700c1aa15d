"""Glyphs with something opaque on them, compared by what it leaves uncovered.

The other glyph of the index says where one stands and how wide it is: it is laid there and moved
a little to its best place.  Then it may have one patch: a rectangle of the picture that is all
paper or all dark does not count.  What is left tells how well the glyph explains the picture.
"""

from array import array

from firmware.recognise import maps, patch_search, templates
from firmware.recognise.maps import RANK_CELLS, SUIT_CELLS

NONE = 65535  # rest of a rank that was never enrolled
_HOPELESS = 5000  # a glyph with this much left at first is none of those that a better place helps
_CELL_MOST = 60  # difference of one cell that counts while the best place is sought
_SHIFTS = (-12, 12)  # sixteenths of a line
_WIDTHS = (-10, 10)  # percent
_HEIGHTS = (-16, 16)  # sixteenths of a pixel


class UnderPatch:
    """Rests of ranks and suits, each under the patch that suits it best."""

    def __init__(self, block):
        self.block = block
        self.rests = array("H", bytes(2 * 13))  # of the ranks
        self.hidden = bytearray(13)  # their cells under the patch
        self.wholes = array("H", bytes(2 * 13))  # their differences without a patch
        self.whole = 0  # the last suit's
        self._map = bytearray(RANK_CELLS)
        self._span = array("H", bytes(2 * 4))
        self._ink_sums = array("H", bytes(2 * 117))
        self._cost_sums = array("H", bytes(2 * 117))
        self._found = array("H", bytes(2 * 3))
        self._view = None
        self._at = self._along = self._tall = 0  # the template laid now

    def compare_ranks(self, view, suit):
        """Lay every rank above the suit that was found; gives the one with the least rest."""
        block = self.block
        self._view = view
        self._along = 16
        self._tall = block[templates.H_RANK_TALL] << 4
        bounds = view.suit_span
        wide = bounds[3] - bounds[2]
        best = 0
        for rank in range(13):
            at = templates.SPOTS_AT + (rank * 4 + suit) * templates.SPOT_BYTES
            spread = block[at + templates.SPOT_SPREAD]
            self.rests[rank] = NONE
            if spread:
                line = ((bounds[2] + bounds[3]) >> 1) + (_beside(block, at) * wide >> 7)
                pixel = ((bounds[0] + bounds[1]) >> 1) - (block[at + templates.SPOT_APART] << 3)
                self._at = templates.RANKS_AT + rank * RANK_CELLS
                self.rests[rank] = self._rest(pixel, line, wide * spread >> 7)
                self.hidden[rank] = self._found[1]
                self.wholes[rank] = self._found[2]
            if self.rests[rank] < self.rests[best]:
                best = rank
        return best

    def rest_of_suit(self, view, rank, suit):
        """Lay one suit below the rank that was found; gives its rest, `whole` without a patch."""
        block = self.block
        at = templates.SPOTS_AT + (rank * 4 + suit) * templates.SPOT_BYTES
        spread = block[at + templates.SPOT_SPREAD]
        if spread == 0:
            return NONE
        self._view = view
        self._along = 12
        self._tall = block[templates.H_SUIT_TALL] << 4
        bounds = view.rank_span
        wide = (bounds[3] - bounds[2]) * 64 // spread
        line = ((bounds[2] + bounds[3]) >> 1) - (_beside(block, at) * wide >> 7)
        pixel = ((bounds[0] + bounds[1]) >> 1) + (block[at + templates.SPOT_APART] << 3)
        self._at = templates.SUITS_AT + suit * SUIT_CELLS
        rest = self._rest(pixel, line, wide >> 1)
        self.whole = self._found[2]
        return rest

    def _rest(self, pixel, line, half):
        """The template's difference beside its best patch, from its best place near to this one."""
        least = self._differ(pixel, line, half, NONE)
        if self._find_patch() > _HOPELESS:
            return self._found[0]
        best_line = line
        for shift in _SHIFTS:
            diff = self._differ(pixel, line + shift, half, least)
            if diff < least:
                least = diff
                best_line = line + shift
        best_half = half
        for percent in _WIDTHS:
            trial = half + half * percent // 100
            diff = self._differ(pixel, best_line, trial, least)
            if diff < least:
                least = diff
                best_half = trial
        best_pixel = pixel
        for shift in _HEIGHTS:
            diff = self._differ(pixel + shift, best_line, best_half, least)
            if diff < least:
                least = diff
                best_pixel = pixel + shift
        self._differ(best_pixel, best_line, best_half, 0)
        return self._find_patch()

    def _find_patch(self):
        """The map's difference beside its best patch."""
        patch_search.find_patch(
            self._ink_sums, self._cost_sums, 0, self._map, self._along, self.block, self._at,
            self._found,
        )  # fmt: skip
        return self._found[0]

    def _differ(self, pixel, line, half, least):
        """Make the map at one place; gives its difference, that of a cell counting so far only."""
        view = self._view
        cells = self._along * 12
        view.lay(pixel, self._tall, line, half, self._span)
        maps.fill_map(view.curve, view.ink, 0, self._span, 12, self._along, self._map, view.tally)
        maps.level_map(self._map, 0, cells, 16, view.tally)
        return patch_search.capped_differ(self._map, self.block, cells, self._at, _CELL_MOST, least)


def _beside(block, at):
    """How far the rank stands beside the suit, in 1/128 of its width."""
    return block[at + templates.SPOT_BESIDE_LEAST] + block[at + templates.SPOT_BESIDE_MOST] - 256
