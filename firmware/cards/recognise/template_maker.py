"""Reads of the 52 cards in known order become the house's templates.

It goes in runs over the deck.  The first finds where rank and suit stand, the second makes maps
there, and every further one makes them anew from reads that are like the run before: a read that
is not like its kind is turned away with its reason.
"""

from array import array

from firmware.cards.codes import CARDS_PER_DECK
from firmware.cards.recognise import column_levels, faces, maps, reasons, templates
from firmware.cards.recognise.faces import FACE_CELLS
from firmware.cards.recognise.maps import RANK_CELLS, SUIT_CELLS
from firmware.cards.recognise.templates import N_RANKS, N_SUITS, SPOT_BYTES

THRESHOLD_PERCENT = 38
_MAX_STRAY = 4000  # squared difference of a read from its kind's mean that is turned away
_MAX_IN_MEAN = 1500  # and that no longer counts into the mean
_MIN_ODD = 300  # a difference smaller than this is chance, not the artwork
_MOST_PALE = 96
_SIZES = 7  # sums per card
_PLACES = 6  # least and most of three places, per card
_FACE_SLACK = 10  # added to the levels seen, either way


SPEEDS = (94, 97, 100, 103, 106)  # percent: enrolment passes are smooth ones


class TemplateMaker:
    """Sums of maps and places over the reads of one run; `end_run` makes the template block."""

    def __init__(self, view):
        self.view = view
        self.guide = bytearray(templates.TEMPLATE_BYTES)  # now: an enrolment that begins can end
        self.run = 0
        self._ranks = array("H", bytes(2 * N_RANKS * RANK_CELLS))
        self._suits = array("H", bytes(2 * N_SUITS * SUIT_CELLS))
        self._sizes = array("H", bytes(2 * CARDS_PER_DECK * _SIZES))
        self._places = bytearray(CARDS_PER_DECK * _PLACES)
        self.reads = bytearray(CARDS_PER_DECK)
        self._face_low = bytearray(CARDS_PER_DECK * FACE_CELLS)
        self._face_high = bytearray(CARDS_PER_DECK * FACE_CELLS)
        self._mids = array("H", bytes(2 * 256))
        self._shares = array("H", bytes(2 * 128))
        self._now = array("H", [0, 0])  # this read's difference from its rank and suit
        self._rank_reads = array("H", bytes(2 * N_RANKS))
        self._suit_reads = array("H", bytes(2 * N_SUITS))
        self._odds = bytearray(CARDS_PER_DECK * 2)
        self._tints = array("H", bytes(2 * 256))
        self._inks = array("H", bytes(2 * 128))
        self._pales = array("H", bytes(2 * _MOST_PALE))

    def add(self, card, green, red, n_lines):
        """Take one read of a known card; a reason when it is not good enough."""
        view = self.view
        reason = view.take(green, n_lines)
        if not reason:
            if self.run == 0:
                reason = view.find(THRESHOLD_PERCENT)
            else:
                reason = view.cut(THRESHOLD_PERCENT, self.guide)
        if not reason:
            view.make_maps()
        if not reason and self.run > 1:
            reason = self._compare(card >> 2, card & 3)
        if reason:
            return reason
        share = view.red_share(red, n_lines)
        if share > 0x7000:
            return reasons.NO_RED
        if not 1 <= (card & 3) <= 2:
            self._pales[min(view.tally[0], _MOST_PALE - 1)] += 1
        self._keep(card, share)
        return reasons.READ

    def _compare(self, rank, suit):
        """How far this read is from what the last run made of its rank and suit."""
        at = templates.RANKS_AT + rank * RANK_CELLS
        maps.differ(0, 0, self.view.rank_map, 0, RANK_CELLS, self.guide, at, 1, self._now, 0)
        at = templates.SUITS_AT + suit * SUIT_CELLS
        maps.differ(0, 0, self.view.suit_map, 0, SUIT_CELLS, self.guide, at, 1, self._now, 1)
        if self._now[0] > _MAX_STRAY:
            return reasons.RANK_FAR
        if self._now[1] > _MAX_STRAY:
            return reasons.SUIT_FAR
        return reasons.READ

    def _keep(self, card, share):
        view = self.view
        boxes = view.boxes
        top = view.top
        suit = card & 3
        rank = card >> 2
        now = self._now
        if now[0] <= _MAX_IN_MEAN:
            _sum(self._ranks, rank * RANK_CELLS, view.rank_map, RANK_CELLS)
            self._rank_reads[rank] += 1
        if now[1] <= _MAX_IN_MEAN:
            _sum(self._suits, suit * SUIT_CELLS, view.suit_map, SUIT_CELLS)
            self._suit_reads[suit] += 1
        for k in range(2):
            # kept as 255 - value, so that a cleared array means nothing seen
            odd = 255 - min(now[k] >> 4, 254)
            self._odds[card * 2 + k] = max(self._odds[card * 2 + k], odd)
        is_red = 1 if 1 <= suit <= 2 else 0
        self._shares[is_red * 64 + min(share >> 3, 63)] += 1
        tint = column_levels.rank_level(0, view.tally, view.red_white, 90) * 128 // view.paper
        self._tints[min(tint, 255)] += 1
        self._inks[is_red * 64 + (view.ink_level >> 2)] += 1
        mid = boxes[6] + boxes[7]
        self._mids[min(mid, 255)] += 1
        sizes = self._sizes
        at = card * _SIZES
        sizes[at] += boxes[1] - boxes[0] + 1
        sizes[at + 1] += boxes[5] - boxes[4] + 1
        sizes[at + 2] += boxes[3] - boxes[2] + 1
        sizes[at + 3] += boxes[7] - boxes[6] + 1
        sizes[at + 4] += boxes[3]
        sizes[at + 5] += view.spread
        sizes[at + 6] += view.apart
        # least ones are kept as 255 - value, so that a cleared array means nothing seen
        places = self._places
        at = card * _PLACES
        for value in (boxes[4] - boxes[0], boxes[0] - top, view.beside):
            places[at] = max(places[at], 255 - value)
            places[at + 1] = max(places[at + 1], value)
            at += 2
        self.reads[card] += 1
        if self.run == 0:
            return
        view.fold_face()
        seen = self._best_face(card, mid)
        at = card * FACE_CELLS
        for i in range(seen * 8):
            level = view.face_map[i]
            # kept as 255 - low, so that a cleared array means nothing seen
            if 255 - level > self._face_low[at + i]:
                self._face_low[at + i] = 255 - level
            if level > self._face_high[at + i]:
                self._face_high[at + i] = level

    def _best_face(self, card, mid):
        """The face at the speed that fits the last run's best; gives the strips seen."""
        view = self.view
        if self.run == 1:
            return view.face(mid, self.guide, view.face_map, 0)
        at = templates.FACES_AT + card * FACE_CELLS
        best = best_mid = 9999
        for percent in SPEEDS:
            lines = mid * percent // 100
            seen = view.face(lines, self.guide, view.face_map, 0)
            if seen:
                diff = faces.differ_face(view.face_map, seen * 8, self.guide, at)
                if diff < best:
                    best = diff
                    best_mid = lines
        return view.face(best_mid, self.guide, view.face_map, 0)

    def end_run(self, most_lacking=0):
        """Make the block of this run, which guides the next; None while a rank or suit lacks.

        So many ranks may lack: their cards have no template and are refused.  All runs make it in
        the same memory: what reads by the last run's block must have ended.
        """
        lacking = sum(0 if n else 1 for n in self._rank_reads)
        if lacking > most_lacking or min(self._suit_reads) == 0:
            return None
        _clear(self.guide)
        self._make(self.guide)
        self.run += 1
        for sums in (
            self._ranks, self._suits, self._sizes, self._places, self._mids, self._shares,
            self.reads, self._face_low, self._face_high, self._rank_reads, self._suit_reads,
            self._odds, self._tints, self._inks, self._pales,
        ):  # fmt: skip
            _clear(sums)
        return self.guide

    def _make(self, block):
        reads = self.reads
        for rank in range(N_RANKS):
            n = self._rank_reads[rank]
            if n:
                _mean(self._ranks, rank * RANK_CELLS, RANK_CELLS, n, block, templates.RANKS_AT)
        for suit in range(N_SUITS):
            n = self._suit_reads[suit]
            _mean(self._suits, suit * SUIT_CELLS, SUIT_CELLS, n, block, templates.SUITS_AT)
        for i in range(CARDS_PER_DECK * FACE_CELLS):
            bound = faces.UNKNOWN
            if self._face_low[i]:
                low = 255 - self._face_low[i] - _FACE_SLACK
                high = self._face_high[i] + _FACE_SLACK
                bound = (max(low, 0) >> 4) | (min(high, 255) & 0xF0)
            block[templates.FACES_AT + i] = bound
        for card in range(CARDS_PER_DECK):
            if reads[card]:
                self._make_spot(card, block)
        for i in range(CARDS_PER_DECK * 2):
            odd = 255 - self._odds[i]
            if self.run > 1 and _MIN_ODD >> 4 <= odd < 255:
                block[templates.ODDS_AT + i] = odd
        self._make_head(block)
        templates.seal(block)

    def _make_spot(self, card, block):
        """Sizes and places of one card."""
        n = self.reads[card]
        at = templates.SPOTS_AT + card * SPOT_BYTES
        sizes = self._sizes
        places = self._places
        for spot, k in (
            (templates.SPOT_RANK_TALL, 0),
            (templates.SPOT_SUIT_TALL, 1),
            (templates.SPOT_RANK_WIDE, 2),
            (templates.SPOT_SUIT_WIDE, 3),
            (templates.SPOT_SPREAD, 5),
            (templates.SPOT_APART, 6),
        ):
            block[at + spot] = (sizes[card * _SIZES + k] + n // 2) // n
        for spot, k in (
            (templates.SPOT_LOW_LEAST, 0),
            (templates.SPOT_DOWN_LEAST, 2),
            (templates.SPOT_BESIDE_LEAST, 4),
        ):
            block[at + spot] = 255 - places[card * _PLACES + k]
            block[at + spot + 1] = places[card * _PLACES + k + 1]

    def _make_head(self, block):
        """Windows that hold every index of the deck; a few strays do not widen them."""
        starts, stops, lows, ends, lasts, talls, suit_talls = [], [], [], [], [], [], []
        for card in range(CARDS_PER_DECK):
            n = self.reads[card]
            if n:
                at = templates.SPOTS_AT + card * SPOT_BYTES
                tall = block[at + templates.SPOT_RANK_TALL]
                suit_tall = block[at + templates.SPOT_SUIT_TALL]
                down = block[at + templates.SPOT_DOWN_LEAST]
                starts.append(down)
                lows.append(down + block[at + templates.SPOT_LOW_LEAST])
                down = block[at + templates.SPOT_DOWN_MOST]
                stops.append(down + tall - 1)
                ends.append(down + block[at + templates.SPOT_LOW_MOST] + suit_tall - 1)
                lasts.append(self._sizes[card * _SIZES + 4] // n)
                talls.append(tall)
                suit_talls.append(suit_tall)
        for values in (starts, stops, lows, ends, lasts, talls, suit_talls):
            values.sort()
        block[templates.H_RANK_P0] = starts[3]
        block[templates.H_RANK_P1] = stops[-4]
        block[templates.H_SUIT_P0] = lows[3]
        block[templates.H_SUIT_P1] = ends[-4]
        block[templates.H_INDEX_L1] = lasts[-4]
        block[templates.H_RANK_TALL] = talls[len(talls) * 9 // 10] + 2
        block[templates.H_SUIT_TALL] = suit_talls[len(suit_talls) * 9 // 10] + 2
        block[templates.H_BLACK] = min(255, _middle(self._shares, 0, 64) * 8 + 4)
        block[templates.H_RED] = min(255, _middle(self._shares, 64, 64) * 8 + 4)
        block[templates.H_READS] = min(255, sum(self.reads) // CARDS_PER_DECK)
        block[templates.H_INK_BLACK] = _middle(self._inks, 0, 64) * 4 + 2
        block[templates.H_INK_RED] = _middle(self._inks, 64, 64) * 4 + 2
        pale = _place_of(self._pales, 0, _MOST_PALE, 90)
        block[templates.H_PALE] = min(255, pale * 2) if pale > 2 else 0
        block[templates.H_PAPER_RED] = _middle(self._tints, 0, 256)
        block[templates.H_SUIT_MID] = _middle(self._mids, 0, 256)


def _clear(values):
    for i in range(len(values)):
        values[i] = 0


def _sum(sums, at, data, count):
    for i in range(count):
        sums[at + i] += data[i]


def _mean(sums, at, count, n, block, base):
    for i in range(at, at + count):
        block[base + i] = (sums[i] + n // 2) // n


def _middle(counts, at, size):
    """The place in a tally that has half of it below."""
    return _place_of(counts, at, size, 50)


def _place_of(counts, at, size, percent):
    """The place in a tally that has so many percent of it below."""
    below = sum(counts[at : at + size]) * percent // 100
    seen = 0
    for i in range(size):
        seen += counts[at + i]
        if seen > below:
            return i
    return 0
