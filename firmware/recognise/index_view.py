"""One frame made into what can be compared: straight ink picture, boxes of rank and suit, maps.

`take` does what is the same for every threshold, `cut` finds the index at one threshold.  All
buffers are made once; nothing is allocated by a reading.
"""

from array import array

from firmware.recognise import card_edge, column_levels, glyphs, ink_density, maps, reasons
from firmware.recognise.blobs import BlobField
from firmware.recognise.red_light import red_share

LINES = 96
PIX = 128
RED_LINES = 24
_MIN_PAPER = 50  # darker than this is no paper, whatever the lamp's age
_MIN_EDGE_PIXELS = 40
_MIN_INK = 36


class IndexView:
    """Work memory and results of looking at one frame."""

    def __init__(self):
        self.ink = bytearray(LINES * PIX)
        self.low = bytearray(PIX)
        self.high = bytearray(PIX)
        self.column = bytearray(PIX)
        self.white = bytearray(PIX)
        self.gain = array("H", [0] * PIX)
        self.edge = array("H", [0] * PIX)
        self.first_line = bytearray(PIX)
        self.fit = array("H", [0] * 2)
        self.tally = array("H", [0] * 1024)
        self.blobs = BlobField()
        self.boxes = bytearray(8)
        self.span = array("H", [0] * 4)
        self.rank_map = bytearray(maps.RANK_CELLS)
        self.suit_map = bytearray(maps.SUIT_CELLS)
        self.face_map = bytearray(maps.FACE_CELLS)
        self.dark = self.paper = self.n_stuck = self.n_edge = 0
        self.top = self.ink_level = self.threshold = 0
        self.n_lines = 0

    def take(self, green, n_lines):
        """Levels, edge, straight picture; a reason, or READ when the index can be looked for."""
        tally = self.tally
        column_levels.find_levels(green, n_lines, self.low, self.high)
        self.n_stuck = column_levels.map_columns(self.low, self.high, self.column)
        self.dark = column_levels.rank_level(self.low, tally, 12)
        self.paper = column_levels.rank_level(self.high, tally, 90)
        if self.paper < _MIN_PAPER or self.paper - self.dark < _MIN_PAPER // 2:
            return reasons.NO_PAPER
        card_edge.find_edges(
            green, n_lines, self.column, self.high, self.dark, self.paper, self.edge
        )
        self.n_edge = card_edge.fit_edge(self.edge, tally, self.fit)
        if self.n_edge < _MIN_EDGE_PIXELS:
            return reasons.NO_EDGE
        card_edge.first_lines(self.fit, self.first_line)
        column_levels.find_whites(
            green,
            n_lines,
            self.column,
            self.high,
            self.first_line,
            self.paper,
            self.white,
            self.gain,
        )
        ink_density.straighten(
            green, n_lines, self.column, self.white, self.gain, self.first_line, self.fit, self.ink
        )
        self.n_lines = n_lines - (self.fit[0] >> 8) - 4
        self.top = ink_density.card_end(self.ink)
        if self.top > 40:
            return reasons.NO_END
        self.ink_level = ink_density.ink_level(self.ink, self.top, tally, 40)
        if self.ink_level < _MIN_INK:
            return reasons.NO_INK
        return reasons.READ

    def find(self, percent):
        """Find rank and suit without knowing the deck; makes boxes and maps."""
        n = self._blobs(percent)
        reason = glyphs.choose(self.blobs.box, n, self.blobs.n_lines, self.top, self.boxes)
        if reason:
            return reasons.NO_RANK if reason == glyphs.NO_RANK else reasons.NO_SUIT
        self._make_maps()
        return reasons.READ

    def cut(self, percent, rank_p0, rank_p1, suit_p0, suit_p1):
        """Find rank and suit in the deck's windows (pixels from the card's end); make maps."""
        n = self._blobs(percent)
        top = self.top
        box = self.blobs.box
        n_lines = self.blobs.n_lines
        out = self.boxes
        if glyphs.assemble(box, n, n_lines, top + rank_p0 - 3, top + rank_p1 + 3, 3, 80, out, 0):
            return reasons.NO_RANK
        near = out[2] - 10 if out[2] > 13 else 3
        far = out[3] + 14
        suit_end = top + suit_p1 + 3
        if suit_end > 127:
            suit_end = 127
        if glyphs.assemble(box, n, n_lines, top + suit_p0 - 3, suit_end, near, far, out, 4):
            return reasons.NO_SUIT
        self._make_maps()
        return reasons.READ

    def _blobs(self, percent):
        self.threshold = self.ink_level * percent // 100
        return self.blobs.find(self.ink, self.threshold, self.top + 2, self.n_lines)

    def _make_maps(self):
        glyphs.trim(self.ink, self.threshold, 3, self.boxes, 0)
        glyphs.trim(self.ink, self.threshold, 3, self.boxes, 4)
        self._map(0, 16, self.rank_map)
        self._map(4, 12, self.suit_map)
        maps.level_map(self.rank_map, maps.RANK_CELLS, 16, self.tally)
        maps.level_map(self.suit_map, maps.SUIT_CELLS, 16, self.tally)

    def face(self, lines, enrolled_lines, first_pixel):
        """Coarse map beside the index, lines scaled by lines/enrolled; gives cells across seen."""
        span = self.span
        if first_pixel < 0:
            first_pixel = 0
        if first_pixel > 23:
            first_pixel = 23
        span[0] = first_pixel << 4
        span[1] = (first_pixel + 104) << 4
        last = self.n_lines << 4
        seen = 0
        # six strips of eight enrolled lines each, from line 46 on
        while seen < 6:
            start = (46 + 8 * seen) * 16 * lines // enrolled_lines
            stop = (54 + 8 * seen) * 16 * lines // enrolled_lines
            if stop > last:
                break
            span[2] = start
            span[3] = stop
            maps.fill_map(self.ink, span, 1, 8, self.face_map, seen * 8)
            seen += 1
        maps.scale(self.face_map, seen * 8, self.ink_level)
        return seen

    def _map(self, at, along, out):
        span = self.span
        boxes = self.boxes
        span[0] = boxes[at] << 4
        span[1] = (boxes[at + 1] + 1) << 4
        span[2] = boxes[at + 2] << 4
        span[3] = (boxes[at + 3] + 1) << 4
        maps.fill_map(self.ink, span, 12, along, out, 0)

    def red_share(self, red, n_lines):
        """The index's ink in red light against green, in 1/256."""
        return red_share(
            red,
            (n_lines + 3) >> 2,
            self.ink,
            self.threshold,
            self.column,
            self.first_line,
            self.boxes,
        )
