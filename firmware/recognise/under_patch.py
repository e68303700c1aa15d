"""Glyphs with something opaque on them, compared by what it leaves uncovered.

The other glyph of the index says where one stands and how wide it is: it is laid there and moved
a little to its best place.  Then it may have one patch: a rectangle of the picture that is all
paper or all dark does not count.  What is left tells how well the glyph explains the picture.
"""

from array import array

from firmware.recognise import maps, patch_search, templates
from firmware.recognise.index_view import start_about
from firmware.recognise.maps import RANK_CELLS, SUIT_CELLS

NONE = 65535  # rest of a rank that was never enrolled
_HOPELESS = 5000  # a glyph with this much left at first is none of those that a better place helps
_CELL_MOST = 60  # difference of one cell that counts while the best place is sought
_SHIFTS = (-12, 12)  # sixteenths of a line
_WIDTHS = (-10, 10)  # percent
_HEIGHTS = (-16, 16)  # sixteenths of a pixel
_RANKS = 13
_SUIT = 13  # the place of a suit behind the ranks


class UnderPatch:
    """Rests of ranks and suits, each under the patch that suits it best."""

    def __init__(self, block):
        self.block = block
        self.rests = array("H", bytes(2 * 14))  # of the ranks, and of the last suit
        self.hidden = bytearray(14)  # their cells under the patch
        self.wholes = array("H", bytes(2 * 14))  # their differences without a patch
        self._ats = array("H", bytes(2 * 14))  # the templates
        self._pixels = array("h", bytes(2 * 14))  # where each is laid, and half of its width
        self._lines = array("h", bytes(2 * 14))
        self._halves = array("h", bytes(2 * 14))
        self._least = array("H", bytes(2 * 14))  # difference at the best place so far
        self._is_alive = bytearray(14)  # its place is still sought
        self._is_due = bytearray(14)
        self._map = bytearray(RANK_CELLS)
        self._steps = bytearray(511)
        patch_search.make_steps(_CELL_MOST, self._steps)
        self._ink_sums = array("H", bytes(2 * 117))
        self._cost_sums = array("H", bytes(2 * 126))
        self._found = array("H", bytes(2 * 3))
        self._key = array("H", bytes(2 * 6))  # what the ranks were compared with last
        self._best = 0
        self._view = None
        self._along = self._tall = self._first = 0

    def forget(self):
        """Another picture."""
        self._key[1] = 0  # no span ends there

    def compare_ranks(self, view, suit):
        """Lay every rank above the suit that was found; gives the one with the least rest."""
        if self._is_same(view, suit):
            return self._best
        block = self.block
        self._along = 16
        self._tall = block[templates.H_RANK_TALL] << 4
        bounds = view.suit_span
        wide = bounds[3] - bounds[2]
        for rank in range(_RANKS):
            at = templates.SPOTS_AT + (rank * 4 + suit) * templates.SPOT_BYTES
            spread = block[at + templates.SPOT_SPREAD]
            self._is_alive[rank] = spread > 0
            self.rests[rank] = NONE
            self._lines[rank] = ((bounds[2] + bounds[3]) >> 1) + (_beside(block, at) * wide >> 7)
            self._pixels[rank] = ((bounds[0] + bounds[1]) >> 1) - (
                block[at + templates.SPOT_APART] << 3
            )
            self._halves[rank] = wide * spread >> 7
            self._ats[rank] = templates.RANKS_AT + rank * RANK_CELLS
        self._find_rests(view, 0, _RANKS)
        best = 0
        for rank in range(1, _RANKS):
            if self.rests[rank] < self.rests[best]:
                best = rank
        self._best = best
        return best

    def rest_of_suit(self, view, rank, suit):
        """Lay one suit below the rank that was found; gives its rest."""
        block = self.block
        at = templates.SPOTS_AT + (rank * 4 + suit) * templates.SPOT_BYTES
        spread = block[at + templates.SPOT_SPREAD]
        if spread == 0:
            return NONE
        self._along = 12
        self._tall = block[templates.H_SUIT_TALL] << 4
        bounds = view.rank_span
        wide = (bounds[3] - bounds[2]) * 64 // spread
        self._is_alive[_SUIT] = 1
        self._lines[_SUIT] = ((bounds[2] + bounds[3]) >> 1) - (_beside(block, at) * wide >> 7)
        self._pixels[_SUIT] = ((bounds[0] + bounds[1]) >> 1) + (
            block[at + templates.SPOT_APART] << 3
        )
        self._halves[_SUIT] = wide >> 1
        self._ats[_SUIT] = templates.SUITS_AT + suit * SUIT_CELLS
        self._find_rests(view, _SUIT, _SUIT + 1)
        return self.rests[_SUIT]

    @property
    def whole(self):
        """The last suit's difference without a patch."""
        return self.wholes[_SUIT]

    def _is_same(self, view, suit):
        """Whether the ranks were last laid on this very picture; they are so from now on."""
        key = self._key
        span = view.suit_span
        tone = view.is_thinned * 2 + view.is_retoned
        is_same = key[4] == suit and key[5] == tone
        for k in range(4):
            is_same = is_same and key[k] == span[k]
            key[k] = span[k]
        key[4] = suit
        key[5] = tone
        return is_same

    def _find_rests(self, view, first, end):
        """The difference of each template beside its best patch, from its best place near by."""
        self._view = view
        self._lay_all(first, end, 0)
        for shift in _HEIGHTS:
            self._lay_all(first, end, shift)
        for k in range(first, end):
            if self._is_alive[k]:
                self._find_patch(k, -1)

    def _lay_all(self, first, end, shift):
        """Lay each, moved by so much along the pixels; those at one pixel share its columns."""
        due = self._is_due
        pixels = self._pixels
        for k in range(first, end):
            due[k] = self._is_alive[k]
        for k in range(first, end):
            if due[k]:
                pixel = pixels[k]
                self._add_columns(k, end, pixel + shift)
                for j in range(k, end):
                    if due[j] and pixels[j] == pixel:
                        due[j] = 0
                        if shift:
                            self._try(j, self._lines[j], self._halves[j])
                        else:
                            self._find_place(j)

    def _add_columns(self, k, end, pixel):
        """The columns for those that stand at one pixel, as far as any of their places reaches."""
        view = self._view
        pixels = self._pixels
        start_line = 1535
        stop_line = 1
        for j in range(k, end):
            if self._is_due[j] and pixels[j] == pixels[k]:
                reach = self._halves[j] + self._halves[j] // 10 + 12
                start_line = min(start_line, self._lines[j] - reach)
                stop_line = max(stop_line, self._lines[j] + reach)
        self._first = first = max(start_line, 0) >> 4
        n = min((stop_line + 15) >> 4, 96) - first
        start = start_about(min(max(pixel, 0), 2048), self._tall)
        maps.add_columns(
            view.curve, 0, view.ink, view.blobs.work, first, n, start, self._tall, self._along
        )

    def _find_place(self, k):
        """The best place across the lines, unless nothing can help."""
        line = self._lines[k]
        half = self._halves[k]
        self._least[k] = NONE
        self._try(k, line, half)
        self._find_patch(k, _HOPELESS)
        if self._found[0] > _HOPELESS:
            self._is_alive[k] = 0
            return
        for shift in _SHIFTS:
            self._try(k, line + shift, half)
        line = self._lines[k]
        for percent in _WIDTHS:
            self._try(k, line, half + half * percent // 100)

    def _try(self, k, line, half):
        """Keep a place, and its map, if it is better than those before."""
        view = self._view
        along = self._along
        start = min(max(line - half, 0), 1535)
        wide = min(max(line + half, start + 1), 1536) - start
        data = self._map
        maps.lay_map(
            0, 0, view.blobs.work, self._first, start, wide, self._tall, along, data, view.tally
        )
        least = patch_search.stepped_differ(
            along * 12, 0, data, self.block, self._ats[k], self._steps, self._least[k]
        )
        if least < self._least[k]:
            self._least[k] = least
            self._lines[k] = line
            self._halves[k] = half
            patch_search.keep_map(data, along * 12, view.patch_maps, k % _RANKS * RANK_CELLS)

    def _find_patch(self, k, enough):
        """The kept map's difference beside its best patch."""
        found = self._found
        patch_search.find_patch(
            0, 0, self._ink_sums, self._cost_sums, self._view.patch_maps, k % _RANKS * RANK_CELLS,
            self._along, self.block, self._ats[k], enough, found,
        )  # fmt: skip
        self.rests[k] = found[0]
        self.hidden[k] = found[1]
        self.wholes[k] = found[2]


def _beside(block, at):
    """How far the rank stands beside the suit, in 1/128 of its width."""
    return block[at + templates.SPOT_BESIDE_LEAST] + block[at + templates.SPOT_BESIDE_MOST] - 256
