"""Glyphs with something opaque on them, compared by what it leaves uncovered.

The other glyph of the index says where one stands and how wide it is: it is laid there and moved
a little to its best place.  Then it may have one patch: a rectangle of the picture that is all
paper or all dark does not count.  What is left tells how well the glyph explains the picture.
"""

from array import array

from firmware.cards.recognise import limits, maps, patch_search, templates
from firmware.cards.recognise.maps import RANK_CELLS, SUIT_CELLS

NONE = 65535  # rest of a rank that was never enrolled, or that is of no matter
_HOPELESS = 5000  # a glyph with this much left at first is none of those that a better place helps
_CELL_MOST = 60  # difference of one cell that counts while the best place is sought
_HEIGHTS = (-16, 16)  # sixteenths of a pixel
_LINES = 14  # where the lines begin among the spots, and half the widths
_HALVES = 28
_RANKS = 13
_SUIT = 13  # the place of a suit behind the ranks
_FIRST_LOOKS = 3  # ranks that are looked at before all others
# what a glyph is at
_OUT = 0  # not enrolled, or not asked for
_LAID = 1
_ALIVE = 2  # a better place may help
_PLACED = 3
_HOPES_NOT = 4


class UnderPatch:
    """Rests of ranks and suits, each under the patch that suits it best."""

    def __init__(self, block):
        self.block = block
        self.rests = array("H", bytes(2 * 14))  # of the ranks, and of the last suit
        self.hidden = bytearray(14)  # their cells under the patch
        self.wholes = array("H", bytes(2 * 14))  # their differences without a patch
        self._state = bytearray(14)
        self._ats = array("H", bytes(2 * 14))  # the templates
        self._spots = array("i", bytes(4 * 42))  # pixels and lines of each, half of its width
        self._least = array("H", bytes(2 * 14))  # difference at the best place so far
        self._is_due = bytearray(14)
        self._order = array("H", bytes(2 * 13))
        self._key = array("H", bytes(2 * 5))  # what the ranks were compared with last
        self._best = 0
        self._map = bytearray(RANK_CELLS)
        self._steps = bytearray(511)
        maps.make_steps(_CELL_MOST, self._steps)
        self._ink_sums = array("H", bytes(2 * 117))
        self._cost_sums = array("H", bytes(2 * 126))
        self._found = array("H", bytes(2 * 8))
        self._view = None
        self._along = self._tall = 0

    def forget(self):
        """Another picture."""
        self._key[1] = 0  # no span ends there

    def best_rank(self, view, suit, is_whole):
        """Lay every rank above the suit that was found; gives the one with the least rest.

        -1: none can be read, since too much is left of all, the likeliest has too much hidden or
        another is too near.  With `is_whole` there is one in any case; where all are without hope,
        its rest only tells whether it may be a joker.
        """
        if is_whole or not self._is_same(view.suit_span, suit):
            self._best = self._find_best(view, suit, is_whole)
        return self._best

    def _is_same(self, span, suit):
        """Whether the ranks were last laid at this very suit; they are so from now on."""
        key = self._key
        is_same = key[4] == suit
        for k in range(4):
            is_same = is_same and key[k] == span[k]
            key[k] = span[k]
        key[4] = suit
        return is_same

    def _find_best(self, view, suit, is_whole):
        state = self._state
        for rank in range(_RANKS):
            self._set_rank(view, suit, rank)
        self._lay_all(0, _RANKS, 0)
        if not is_whole and self._is_likely_refused():
            return -1
        self._find_places(0, _RANKS)
        if not is_whole:
            return self._readable_rank()
        for rank in range(_RANKS):
            if state[rank] == _PLACED:
                self._find_patch(rank, NONE)
        best = patch_search.least_of(self.rests, _RANKS)
        if self.rests[best] <= _HOPELESS:
            return best  # those without hope have more
        for rank in range(_RANKS):
            if state[rank] == _HOPES_NOT:
                self._find_patch(rank, limits.JOKER_RANK)
                if self.rests[rank] <= limits.JOKER_RANK:
                    return rank
        return best

    def _readable_rank(self):
        """The only rank that can be read, or -1; the rests of some are known."""
        best = patch_search.least_of(self.rests, _RANKS)
        if self.rests[best] > limits.PATCH_REST_MOST:
            best = -1
            for k in range(_RANKS):
                if best < 0 and self._is_unknown_within(k, limits.PATCH_REST_MOST):
                    self._find_patch(k, NONE)
                    best = k
        if best < 0 or self._is_none(best):
            return -1
        most = self.rests[best] + limits.PATCH_CLEAR - 1
        for k in range(_RANKS):
            if self._is_unknown_within(k, most):
                return -1
        return best

    def _is_unknown_within(self, k, most):
        """Whether a rank that is placed has at most so much left, if that is not known yet."""
        if self._state[k] != _PLACED or self.rests[k] != NONE:
            return False
        self._find_patch(k, most)
        self.rests[k] = NONE
        return self._found[0] <= most

    def nearest_rank(self, view, suit, rank, most):
        """This rank if it has the least rest, or one that has less; -1: none is below `most`."""
        for k in range(_RANKS):
            self._set_rank(view, suit, k)
        self._lay_all(0, _RANKS, 0)
        self._find_places(0, _RANKS)
        if self._state[rank] == _PLACED:
            self._find_patch(rank, NONE)
        rest = min(self.rests[rank], most)
        for k in range(_RANKS):
            if k != rank and self._state[k] == _PLACED:
                # of equals the first one counts
                if self._is_within(k, rest if k < rank and rest < most else rest - 1):
                    return k
        return rank if rest < most else -1

    def clear_of(self, view, suit, rank, apart, at):
        """How clear a rank is of the nearest other, in percent of what lies between them."""
        for k in range(_RANKS):
            self._set_rank(view, suit, k)
        self._lay_all(0, _RANKS, 0)
        self._find_places(0, _RANKS)
        for k in range(_RANKS):
            if self._state[k] != _OUT:
                self._find_patch(k, NONE)
        rest = self.rests[rank]
        least = 999
        for k in range(_RANKS):
            if k != rank:
                least = min(least, (self.rests[k] - rest) * 100 // (apart[at + k] + 1))
        return least

    def is_any_better(self, view, suit, is_asked, rank, rest, less):
        """Whether a rank that is asked for, under a patch, leaves less than this one by `less`.

        `rest` is this one's difference, or what it has at its best place if that is smaller: which
        is worked out only when it matters.
        """
        most = rest - less - 1
        if most < 0:
            return False
        state = self._state
        for k in range(_RANKS):
            self._set_rank(view, suit, k)
            if not is_asked[k]:
                state[k] = _OUT
        self._lay_all(0, _RANKS, 0)
        self._find_places(0, _RANKS)
        is_known = False
        for k in range(_RANKS):
            if state[k] == _PLACED and self._is_within(k, most):
                if is_known:
                    return True
                is_known = True
                self._set_rank(view, suit, rank)
                most = min(rest, self._find_whole(rank)) - less - 1
                state[rank] = _OUT
                if most < 0:
                    return False
                if self._is_within(k, most):
                    return True
        return False

    def is_other_suit_better(self, view, rank, suit, rest, less):
        """Whether the other suit of this colour, under a patch, leaves less than this one."""
        if not self._is_suit_within(view, rank, 3 - suit, rest - less - 1):
            return False
        self._set_suit(view, rank, suit)
        rest = min(rest, self._find_whole(_SUIT))
        return self._is_suit_within(view, rank, 3 - suit, rest - less - 1)

    def _is_suit_within(self, view, rank, suit, most):
        if most < 0:
            return False
        self._set_suit(view, rank, suit)
        self._lay_all(_SUIT, _SUIT + 1, 0)
        self._find_places(_SUIT, _SUIT + 1)
        return self._state[_SUIT] == _PLACED and self._is_within(_SUIT, most)

    def _find_whole(self, k):
        """A glyph's difference at its best place, without a patch."""
        self._lay_all(k, k + 1, 0)
        self._find_places(k, k + 1)
        self._find_patch(k, NONE - 1)
        return self.wholes[k]

    def _is_within(self, k, most):
        self._find_patch(k, most)
        return self._found[0] <= most

    def _set_rank(self, view, suit, rank):
        block = self.block
        self._view = view
        self._along = 16
        self._tall = block[templates.H_RANK_TALL] << 4
        bounds = view.suit_span
        wide = bounds[3] - bounds[2]
        at = templates.SPOTS_AT + (rank * 4 + suit) * templates.SPOT_BYTES
        spread = block[at + templates.SPOT_SPREAD]
        middle = (bounds[0] + bounds[1]) >> 1
        self._state[rank] = _LAID if spread else _OUT
        self.rests[rank] = NONE
        line = (bounds[2] + bounds[3]) >> 1
        self._spots[_LINES + rank] = line + (_beside(block, at) * wide >> 7)
        self._spots[rank] = middle - (block[at + templates.SPOT_APART] << 3)
        self._spots[_HALVES + rank] = wide * spread >> 7
        self._ats[rank] = templates.RANKS_AT + rank * RANK_CELLS

    def _set_suit(self, view, rank, suit):
        block = self.block
        self._view = view
        self._along = 12
        self._tall = block[templates.H_SUIT_TALL] << 4
        bounds = view.rank_span
        at = templates.SPOTS_AT + (rank * 4 + suit) * templates.SPOT_BYTES
        spread = block[at + templates.SPOT_SPREAD]
        wide = (bounds[3] - bounds[2]) * 64 // max(spread, 1)
        middle = (bounds[0] + bounds[1]) >> 1
        self._state[_SUIT] = _LAID if spread else _OUT
        line = (bounds[2] + bounds[3]) >> 1
        self._spots[_LINES + _SUIT] = line - (_beside(block, at) * wide >> 7)
        self._spots[_SUIT] = middle + (block[at + templates.SPOT_APART] << 3)
        self._spots[_HALVES + _SUIT] = wide >> 1
        self._ats[_SUIT] = templates.SUITS_AT + suit * SUIT_CELLS

    def _is_likely_refused(self):
        """Whether the likeliest ranks show already that none will be read."""
        order = self._order
        for k in range(_RANKS):
            order[k] = self._least[k] if self._state[k] == _LAID else NONE
        for _ in range(_FIRST_LOOKS):
            likely = patch_search.least_of(order, _RANKS)
            order[likely] = NONE
            if self._state[likely] == _LAID:
                self._find_places(likely, likely + 1)
            if self._state[likely] == _PLACED:
                best = patch_search.least_of(self.rests, _RANKS)
                if self.rests[best] <= limits.PATCH_REST_MOST:
                    most = self.rests[best] + limits.PATCH_CLEAR - 1
                    if self._is_unknown_within(likely, most):
                        return True
                else:
                    self._find_patch(likely, NONE)
                    if self._is_none(patch_search.least_of(self.rests, _RANKS)):
                        return True
        return False

    def _is_none(self, best):
        """Whether no rank can be read, judged by those whose rest is known.

        With so small a rest this rank is read or none is: it is too near to any better one.
        """
        rest = self.rests[best]
        if rest >= limits.PATCH_CLEAR:
            return False
        if rest > limits.PATCH_REST_MOST or self.hidden[best] > limits.PATCH_CELLS_MOST:
            return True
        for k in range(_RANKS):
            if k != best and self.rests[k] - rest < limits.PATCH_CLEAR:
                return True
        return False

    def _find_places(self, first, end):
        """The best place of each that is laid, unless it has no hope."""
        for k in range(first, end):
            if self._state[k] == _LAID:
                self._find_patch(k, _HOPELESS)
                self._state[k] = _ALIVE if self._found[0] <= _HOPELESS else _HOPES_NOT
                self.rests[k] = NONE
        self._lay_all(first, end, 1)
        for shift in _HEIGHTS:
            self._lay_all(first, end, shift)
        for k in range(first, end):
            if self._state[k] == _ALIVE:
                self._state[k] = _PLACED

    def _lay_all(self, first, end, step):
        """Lay each, at first or moved about: see `maps.lay_glyphs`."""
        view = self._view
        maps.lay_glyphs(
            0, self._spots, first, end, step, self._tall, self._along, self._state, self._is_due,
            self._least, self._ats, view.curve, view.ink, view.blobs.work, self.block, self._steps,
            self._map, view.blobs.spare, view.tally,
        )  # fmt: skip

    def _find_patch(self, k, limit):
        """The kept map's difference beside its best patch; NONE when it is over the limit."""
        found = self._found
        patch_search.find_patch(
            0, 0, self._ink_sums, self._cost_sums, self._view.blobs.spare, k % _RANKS * RANK_CELLS,
            self._along, self.block, self._ats[k], limit, found,
        )  # fmt: skip
        self.rests[k] = found[0]
        self.hidden[k] = found[1]
        self.wholes[k] = found[2]


def _beside(block, at):
    """How far the rank stands beside the suit, in 1/128 of its width."""
    return block[at + templates.SPOT_BESIDE_LEAST] + block[at + templates.SPOT_BESIDE_MOST] - 256
