"""Enrolment: reads of the 52 cards in known order become the house's templates.

A first run over a deck finds where index and suit stand; a second, guided by it, makes the maps
and turns away reads that are not like their kind.
"""

from array import array

from firmware.core.cards import CARDS_PER_DECK
from firmware.recognise import maps, reasons, templates
from firmware.recognise.maps import FACE_CELLS, RANK_CELLS, SUIT_CELLS
from firmware.recognise.templates import N_RANKS, N_SUITS, SPOT_BYTES

THRESHOLD_PERCENT = 50
_MAX_RANK_STRAY = 6000  # difference of a read from its kind's mean that is turned away
_MAX_SUIT_STRAY = 5000


class Enrolment:
    """Sums of maps and places over the reads; `finish` makes the template block."""

    def __init__(self, view, guide=None):
        self.view = view
        self.guide = guide
        self._ranks = array("H", [0] * (N_RANKS * RANK_CELLS))
        self._suits = array("H", [0] * (N_SUITS * SUIT_CELLS))
        self._faces = array("H", [0] * (CARDS_PER_DECK * FACE_CELLS))
        self._spots = array("H", [0] * (CARDS_PER_DECK * SPOT_BYTES))
        self.reads = bytearray(CARDS_PER_DECK)
        self._face_reads = bytearray(CARDS_PER_DECK * 6)
        self._mids = array("H", [0] * 256)
        self._shares = array("H", [0] * (2 * 64))
        self._scratch = array("H", [0] * N_RANKS)

    def add(self, card, green, red, n_lines):
        """Take one read of a known card; a reason when it is not good enough."""
        view = self.view
        guide = self.guide
        reason = view.take(green, n_lines)
        if reason:
            return reason
        if guide is None:
            reason = view.find(THRESHOLD_PERCENT)
        else:
            reason = view.cut(THRESHOLD_PERCENT, guide[2], guide[3], guide[4], guide[5])
        if reason:
            return reason
        rank, suit = card >> 2, card & 3
        if guide is not None:
            at = templates.RANKS_AT + rank * RANK_CELLS
            maps.differ(view.rank_map, RANK_CELLS, guide, at, 1, self._scratch)
            if self._scratch[0] > _MAX_RANK_STRAY:
                return reasons.RANK_FAR
            at = templates.SUITS_AT + suit * SUIT_CELLS
            maps.differ(view.suit_map, SUIT_CELLS, guide, at, 1, self._scratch)
            if self._scratch[0] > _MAX_SUIT_STRAY:
                return reasons.SUIT_FAR
        share = view.red_share(red, n_lines)
        if share > 0x7000:
            return reasons.NO_RED
        self._keep(card, rank, suit, share)
        return reasons.READ

    def _keep(self, card, rank, suit, share):
        view = self.view
        boxes = view.boxes
        _sum(self._ranks, rank * RANK_CELLS, view.rank_map)
        _sum(self._suits, suit * SUIT_CELLS, view.suit_map)
        is_red = 1 if 1 <= suit <= 2 else 0
        self._shares[is_red * 64 + min(share >> 3, 63)] += 1
        mid = boxes[6] + boxes[7]
        self._mids[min(mid, 255)] += 1
        at = card * SPOT_BYTES
        top = view.top
        spots = self._spots
        for i, value in enumerate(
            (
                boxes[0] - top, boxes[1] - top, boxes[4] - top, boxes[5] - top, boxes[3], boxes[7],
                boxes[3] - boxes[2] + 1, boxes[7] - boxes[6] + 1,
            )
        ):  # fmt: skip
            spots[at + i] += value
        usual = self.guide[templates.H_SUIT_MID] if self.guide is not None else mid
        seen = view.face(mid, usual, view.top + 6)
        for strip in range(seen):
            self._face_reads[card * 6 + strip] += 1
        _sum(self._faces, card * FACE_CELLS, view.face_map, seen * 8)
        self.reads[card] += 1

    def finish(self):
        """The sealed template block; None while a card has no read."""
        if min(self.reads) == 0 and self.guide is None:
            pass
        block = bytearray(templates.TEMPLATE_BYTES)
        for rank in range(N_RANKS):
            n = sum(self.reads[rank * 4 : rank * 4 + 4])
            if n == 0:
                return None
            _mean(self._ranks, rank * RANK_CELLS, RANK_CELLS, n, block, templates.RANKS_AT)
        for suit in range(N_SUITS):
            n = sum(self.reads[rank * 4 + suit] for rank in range(N_RANKS))
            if n == 0:
                return None
            _mean(self._suits, suit * SUIT_CELLS, SUIT_CELLS, n, block, templates.SUITS_AT)
        for strip in range(CARDS_PER_DECK * 6):
            n = self._face_reads[strip]
            if n:
                _mean(self._faces, strip * 8, 8, n, block, templates.FACES_AT)
        for card in range(CARDS_PER_DECK):
            if self.reads[card]:
                _mean(
                    self._spots,
                    card * SPOT_BYTES,
                    SPOT_BYTES,
                    self.reads[card],
                    block,
                    templates.SPOTS_AT,
                )
        self._head(block)
        templates.seal(block)
        return block

    def _head(self, block):
        at = templates.SPOTS_AT
        cards = [at + card * SPOT_BYTES for card in range(CARDS_PER_DECK) if self.reads[card]]
        # the middle half of the deck decides: one bad read does not widen the window
        for head, spot, tail in ((2, 0, 0), (3, 1, 1), (4, 2, 0), (5, 3, 1)):
            values = sorted(block[c + spot] for c in cards)
            block[head] = values[len(values) - 4] if tail else values[3]
        block[templates.H_INDEX_L1] = sorted(block[c + 4] for c in cards)[len(cards) - 4]
        block[templates.H_BLACK] = min(255, _middle(self._shares, 0, 64) * 8 + 4)
        block[templates.H_RED] = min(255, _middle(self._shares, 64, 64) * 8 + 4)
        block[templates.H_READS] = min(255, sum(self.reads) // CARDS_PER_DECK)
        block[templates.H_SUIT_MID] = _middle(self._mids, 0, 256)


def _sum(sums, at, data, count=0):
    for i in range(count or len(data)):
        sums[at + i] += data[i]


def _mean(sums, at, count, n, block, base):
    for i in range(at, at + count):
        block[base + i] = (sums[i] + n // 2) // n


def _middle(counts, at, size):
    half = sum(counts[at : at + size]) // 2
    seen = 0
    for i in range(size):
        seen += counts[at + i]
        if seen > half:
            return i
    return 0
