"""Enrolment: reads of the 52 cards in known order become the house's templates.

It goes in runs over the deck.  The first finds where rank and suit stand, the second makes maps
there, and every further one makes them anew from reads that are like the run before: a read that
is not like its kind is turned away with its reason.
"""

from array import array

from firmware.core.cards import CARDS_PER_DECK
from firmware.recognise import maps, reasons, templates
from firmware.recognise.maps import FACE_CELLS, FACE_STRIPS, RANK_CELLS, SUIT_CELLS
from firmware.recognise.templates import N_RANKS, N_SUITS, SPOT_BYTES

THRESHOLD_PERCENT = 38
_MAX_RANK_STRAY = 2600  # squared difference of a read from its kind's mean that is turned away
_MAX_SUIT_STRAY = 2200


SPEEDS = (94, 97, 100, 103, 106)  # percent: enrolment passes are smooth ones


class Enrolment:
    """Sums of maps and places over the reads of one run; `end_run` makes the template block."""

    def __init__(self, view):
        self.view = view
        self.guide = None
        self.run = 0
        self._ranks = array("H", [0] * (N_RANKS * RANK_CELLS))
        self._suits = array("H", [0] * (N_SUITS * SUIT_CELLS))
        self._faces = array("H", [0] * (CARDS_PER_DECK * FACE_CELLS))
        self._spots = array("H", [0] * (CARDS_PER_DECK * SPOT_BYTES))
        self.reads = bytearray(CARDS_PER_DECK)
        self._strip_reads = bytearray(CARDS_PER_DECK * FACE_STRIPS)
        self._mids = array("H", [0] * 256)
        self._shares = array("H", [0] * 128)
        self._one = array("H", [0])

    def add(self, card, green, red, n_lines):
        """Take one read of a known card; a reason when it is not good enough."""
        view = self.view
        reason = view.take(green, n_lines)
        if not reason:
            if self.run == 0:
                reason = view.find(THRESHOLD_PERCENT)
            else:
                reason = view.cut(THRESHOLD_PERCENT, self.guide)
        if not reason and self.run > 1:
            reason = self._stray(card >> 2, card & 3)
        if reason:
            return reason
        share = view.red_share(red, n_lines)
        if share > 0x7000:
            return reasons.NO_RED
        self._keep(card, share)
        return reasons.READ

    def _stray(self, rank, suit):
        """Whether this read is far from what the last run made of its rank and suit."""
        at = templates.RANKS_AT + rank * RANK_CELLS
        maps.differ(self.view.rank_map, 0, RANK_CELLS, self.guide, at, 1, self._one, 0)
        if self._one[0] > _MAX_RANK_STRAY:
            return reasons.RANK_FAR
        at = templates.SUITS_AT + suit * SUIT_CELLS
        maps.differ(self.view.suit_map, 0, SUIT_CELLS, self.guide, at, 1, self._one, 0)
        if self._one[0] > _MAX_SUIT_STRAY:
            return reasons.SUIT_FAR
        return reasons.READ

    def _keep(self, card, share):
        view = self.view
        boxes = view.boxes
        top = view.top
        suit = card & 3
        _sum(self._ranks, (card >> 2) * RANK_CELLS, view.rank_map, RANK_CELLS)
        _sum(self._suits, suit * SUIT_CELLS, view.suit_map, SUIT_CELLS)
        is_red = 1 if 1 <= suit <= 2 else 0
        self._shares[is_red * 64 + min(share >> 3, 63)] += 1
        mid = boxes[6] + boxes[7]
        self._mids[min(mid, 255)] += 1
        spots = self._spots
        at = card * SPOT_BYTES
        spots[at] += boxes[0] - top
        spots[at + 1] += boxes[1] - top
        spots[at + 2] += boxes[4] - top
        spots[at + 3] += boxes[5] - top
        spots[at + 4] += boxes[3]
        spots[at + 5] += boxes[7]
        spots[at + 6] += boxes[3] - boxes[2] + 1
        spots[at + 7] += boxes[7] - boxes[6] + 1
        self.reads[card] += 1
        if self.run == 0:
            return
        view.fold_face(top + 6)
        seen = self._best_face(card, mid)
        for strip in range(seen):
            self._strip_reads[card * FACE_STRIPS + strip] += 1
        _sum(self._faces, card * FACE_CELLS, view.face_map, seen * 8)

    def _best_face(self, card, mid):
        """The face at the speed that fits the last run's best; gives the strips seen."""
        view = self.view
        if self.run == 1:
            return view.face(mid, self.guide)
        at = templates.FACES_AT + card * FACE_CELLS
        best = best_mid = 9999
        for percent in SPEEDS:
            lines = mid * percent // 100
            seen = view.face(lines, self.guide)
            if seen:
                diff = maps.differ_face(view.face_map, seen * 8, self.guide, at)
                if diff < best:
                    best = diff
                    best_mid = lines
        return view.face(best_mid, self.guide)

    def end_run(self):
        """Make the block of this run, which guides the next; None while a rank or suit lacks."""
        block = self._make()
        if block is not None:
            self.guide = block
            self.run += 1
            for sums in (self._ranks, self._suits, self._faces, self._spots, self._mids):
                _clear(sums)
            for sums in (self._shares, self.reads, self._strip_reads):
                _clear(sums)
        return block

    def _make(self):
        reads = self.reads
        block = bytearray(templates.TEMPLATE_BYTES)
        for rank in range(N_RANKS):
            n = sum(reads[rank * 4 : rank * 4 + 4])
            if n == 0:
                return None
            _mean(self._ranks, rank * RANK_CELLS, RANK_CELLS, n, block, templates.RANKS_AT)
        for suit in range(N_SUITS):
            n = sum(reads[rank * 4 + suit] for rank in range(N_RANKS))
            if n == 0:
                return None
            _mean(self._suits, suit * SUIT_CELLS, SUIT_CELLS, n, block, templates.SUITS_AT)
        for strip in range(CARDS_PER_DECK * FACE_STRIPS):
            n = self._strip_reads[strip]
            if n:
                _mean(self._faces, strip * 8, 8, n, block, templates.FACES_AT)
            else:
                for i in range(8):
                    block[templates.FACES_AT + strip * 8 + i] = maps.UNKNOWN
        for card in range(CARDS_PER_DECK):
            n = reads[card]
            if n:
                at = card * SPOT_BYTES
                _mean(self._spots, at, SPOT_BYTES, n, block, templates.SPOTS_AT)
        self._make_head(block)
        templates.seal(block)
        return block

    def _make_head(self, block):
        at = templates.SPOTS_AT
        cards = [at + card * SPOT_BYTES for card in range(CARDS_PER_DECK) if self.reads[card]]
        # a few strays at either end do not widen the windows
        for head, spot, is_last in (
            (templates.H_RANK_P0, 0, False),
            (templates.H_RANK_P1, 1, True),
            (templates.H_SUIT_P0, 2, False),
            (templates.H_SUIT_P1, 3, True),
            (templates.H_INDEX_L1, 4, True),
        ):
            values = sorted(block[card + spot] for card in cards)
            block[head] = values[-4] if is_last else values[3]
        for head, spot in ((templates.H_RANK_TALL, 0), (templates.H_SUIT_TALL, 2)):
            values = sorted(block[card + spot + 1] - block[card + spot] + 1 for card in cards)
            block[head] = values[len(values) * 9 // 10] + 2
        block[templates.H_BLACK] = min(255, _middle(self._shares, 0, 64) * 8 + 4)
        block[templates.H_RED] = min(255, _middle(self._shares, 64, 64) * 8 + 4)
        block[templates.H_READS] = min(255, sum(self.reads) // CARDS_PER_DECK)
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
    half = sum(counts[at : at + size]) // 2
    seen = 0
    for i in range(size):
        seen += counts[at + i]
        if seen > half:
            return i
    return 0
