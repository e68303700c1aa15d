"""One picture made into what can be compared: straight ink picture, boxes of rank and suit, maps.

`take` does what is the same for every threshold, `cut` finds the index at one threshold.  All
buffers are made once; nothing is allocated by a reading.
"""

from array import array

from firmware.cards.recognise import (
    bounds,
    card_edge,
    column_levels,
    faces,
    first_look,
    glyphs,
    ink_density,
    maps,
    reasons,
    red_light,
    templates,
)
from firmware.cards.recognise.blobs import BlobField

LINES = 96
PIX = 128
RED_LINES = 24
_MIN_PAPER = 50  # darker than this is no paper, whatever the lamp's age
_MIN_EDGE_PIXELS = 40
_MIN_INK = 36
_MIN_STRIP = 3  # lines: a deck whose index leaves less room than this shows no face


class IndexView:
    """Work memory and results of looking at one picture."""

    def __init__(self):
        self.ink = bytearray(LINES * PIX)
        self.low = bytearray(PIX)
        self.high = bytearray(PIX)
        self.column = bytearray(PIX)
        self.white = bytearray(PIX)
        self.gain = array("H", bytes(2 * PIX))
        self.edge = array("H", bytes(2 * PIX))
        self.first_line = bytearray(PIX)
        self.fit = array("H", bytes(2 * 2))
        self.tally = array("H", bytes(2 * 1024))
        self.blobs = BlobField()
        self.boxes = bytearray(8)
        self.rank_span = array("H", bytes(2 * 4))  # bounds of the maps, in sixteenths
        self.suit_span = array("H", bytes(2 * 4))
        self.rank_map = bytearray(maps.RANK_CELLS)
        self.suit_map = bytearray(maps.SUIT_CELLS)
        self.face_map = bytearray(faces.FACE_CELLS)
        # the boxes that the maps were made of; a stamp each, which a new map changes
        self._rank_box = bytearray(4)
        self._suit_box = bytearray(4)
        self.rank_stamp = self.suit_stamp = 0
        self.bands = bytearray(LINES * 8)
        self.curve = bytearray(256)
        self.red_white = bytearray(PIX)
        self.dark = self.ground = self.paper = self.n_edge = 0
        self.top = self.ink_level = self.threshold = 0
        self.n_lines = 0
        self._folded_from = LINES  # the first line of `bands` that is this picture's
        self._has_red_whites = False
        self._rank_middle = self._suit_middle = 0
        self._rank_tall = self._suit_tall = 0
        self._tone_low = self._tone_high = 0
        self.is_thinned = self.is_retoned = False  # which tone curve the maps went through
        # the rank's map against the suit's: width in 1/64, distance of the middles in half pixels
        self.spread = self.apart = 0
        self.beside = 128  # how far the rank's ink stands beside the suit's, in 1/64 of its width

    def take(self, green, n_lines):
        """Levels, edge, straight picture; a reason, or READ when the index can be looked for."""
        tally = self.tally
        self.blobs.forget()
        self._folded_from = LINES
        self._has_red_whites = False
        column_levels.find_levels(0, 0, green, n_lines, self.low, self.high)
        column_levels.map_columns(self.low, self.high, self.column)
        self.dark = column_levels.rank_level(0, tally, self.low, 12)
        self.paper = column_levels.rank_level(0, tally, self.high, 90)
        if self.paper < _MIN_PAPER or self.paper - self.dark < _MIN_PAPER // 2:
            return reasons.NO_PAPER
        self.ground = self._background(green)
        card_edge.find_edges(
            0, 0, green, n_lines, self.column, self.high, self.ground, self.paper, self.edge
        )
        self.n_edge = card_edge.fit_edge(0, 0, self.edge, tally, self.fit)
        if self.n_edge < _MIN_EDGE_PIXELS:
            return reasons.NO_EDGE
        card_edge.first_lines(self.fit, self.first_line)
        column_levels.find_whites(
            0, 0, green, n_lines, self.column, self.high, self.first_line, self.paper, self.ground,
            self.white, self.gain,
        )  # fmt: skip
        ink_density.straighten(
            0, 0, green, n_lines, self.column, self.white, self.gain, self.first_line, self.fit,
            self.ink,
        )  # fmt: skip
        # lines that the picture has at every pixel of the index, either way that it leans
        self.n_lines = n_lines + 32 - max(self.first_line[8], self.first_line[104])
        self.top = ink_density.card_end(self.ink)
        if self.top > 40:
            return reasons.NO_END
        self.ink_level = ink_density.ink_level(0, tally, self.ink, self.top, 40)
        if self.ink_level < _MIN_INK:
            return reasons.NO_INK
        self.see_worn()
        return reasons.READ

    def see_worn(self):
        """Maps from now on show half worn ink as black: print keeps its shape."""
        self.is_thinned = self.is_retoned = False
        self._use_curve(38, 116)

    def see_blurred(self):
        """Maps from now on show only good ink as black: what is out of focus gets thinner."""
        self.is_thinned = self.is_retoned = True
        self._use_curve(70, 166)

    def see_faint(self):
        """Maps from now on show what little ink is left as black."""
        self.is_thinned = False
        self.is_retoned = True
        self._use_curve(26, 84)

    def _use_curve(self, low, high):
        self._tone_low = low
        self._tone_high = high
        maps.make_curve(self.ink_level, low, high, self.curve)
        self._rank_box[1] = self._suit_box[1] = 0  # no box ends there: the maps are to be made anew

    def _background(self, green):
        """Level of the path without a card: on the first line, or beyond the card's end."""
        high = self.high
        low, mid = min(high[0], high[1]), max(high[0], high[1])
        beside = max(low, min(mid, high[2]))
        ground = min(beside, column_levels.rank_level(0, self.tally, green, 64))
        if ground < self.dark or ground * 10 > self.paper * 7:
            return self.dark
        return ground

    def find(self, percent):
        """Find rank and suit without knowing the deck; makes boxes."""
        n = self._blobs(percent)
        reason = first_look.choose(self.blobs.box, n, self.blobs.n_lines, self.top, self.boxes)
        if reason:
            return reasons.NO_RANK if reason == first_look.NO_RANK else reasons.NO_SUIT
        boxes = self.boxes
        self._trim((boxes[1] - boxes[0] + 3) << 4, (boxes[5] - boxes[4] + 3) << 4)
        return reasons.READ

    def cut(self, percent, head, reach=0, rank_from=3, suit_from=3):
        """Find rank and suit in the windows of a template set's head; make boxes.

        `rank_from` and `suit_from` pass by what lies nearer to the edge than these lines.
        """
        n = self._blobs(percent)
        top = self.top
        box = self.blobs.box
        n_lines = self.blobs.n_lines
        out = self.boxes
        low = top + head[templates.H_RANK_P0] - 3
        high = top + head[templates.H_RANK_P1] + 3
        if glyphs.assemble(box, n, n_lines, low, high, rank_from, n_lines, reach, out, 0):
            return reasons.NO_RANK
        near = max(out[2] - 18, suit_from)
        far = out[3] + 24
        low = top + head[templates.H_SUIT_P0] - 3
        high = top + head[templates.H_SUIT_P1] + 3
        if high > 127:
            high = 127
        if glyphs.assemble(box, n, n_lines, low, high, near, far, reach, out, 4):
            return reasons.NO_SUIT
        self._trim(head[templates.H_RANK_TALL] << 4, head[templates.H_SUIT_TALL] << 4)
        return reasons.READ

    def slice(self, percent, head, join):
        """As `cut`, but by counting ink on each line instead of following blobs."""
        self.threshold = threshold = self.ink_level * percent // 100
        ink = self.ink
        out = self.boxes
        top = self.top
        last = self.n_lines - 1
        low = top + head[templates.H_RANK_P0] - 2
        high = top + head[templates.H_RANK_P1] + 2
        if glyphs.slice_lines(0, 0, ink, threshold, low, high, 4, last, 5, join, out, 0):
            return reasons.NO_RANK
        near = out[2] - 18 if out[2] > 22 else 4
        far = out[3] + 20
        if far > last:
            far = last
        low = top + head[templates.H_SUIT_P0] - 2
        high = top + head[templates.H_SUIT_P1] + 2
        if high > 127:
            high = 127
        if glyphs.slice_lines(0, 0, ink, threshold, low, high, near, far, 5, 2, out, 4):
            return reasons.NO_SUIT
        self._trim(head[templates.H_RANK_TALL] << 4, head[templates.H_SUIT_TALL] << 4)
        return reasons.READ

    def _blobs(self, percent):
        self.threshold = self.ink_level * percent // 100
        return self.blobs.find(self.ink, self.threshold, self.top + 2, self.n_lines)

    def _trim(self, rank_tall, suit_tall):
        """Trim both boxes; their maps will be so tall."""
        glyphs.trim(0, 0, self.ink, self.threshold, 3, self.boxes, 0)
        glyphs.trim(0, 0, self.ink, self.threshold, 3, self.boxes, 4)
        self._rank_tall = rank_tall
        self._suit_tall = suit_tall

    def make_maps(self):
        """Both maps, and how they stand to each other."""
        self.make_rank_map()
        self.make_suit_map()
        self.relate()

    def relate(self):
        """How the rank's map stands to the suit's."""
        rank = self.rank_span
        suit = self.suit_span
        wide = max(suit[3] - suit[2], 1)
        beside = (rank[2] + rank[3] - suit[2] - suit[3]) * 32 // wide
        self.beside = min(max(beside + 128, 1), 255)
        self.spread = min(max((rank[3] - rank[2]) * 64 // wide, 1), 255)
        self.apart = min(max(self._suit_middle - self._rank_middle, 0) >> 3, 255)

    def make_rank_map(self):
        """The map of the rank's box; the last try's may be the same."""
        boxes = self.boxes
        if glyphs.keep_box(boxes, 0, self._rank_box):
            span = self.rank_span
            self._rank_middle = (boxes[0] + boxes[1] + 1) << 3
            _about(span, self._rank_middle, self._rank_tall)
            bounds.line_bounds(self.curve, 0, self.ink, boxes, 0, span)
            self._fill_map(span, 16, self.rank_map)
            self.rank_stamp = (self.rank_stamp + 1) & 0xFFFFFF

    def make_suit_map(self):
        """And that of the suit's."""
        boxes = self.boxes
        if glyphs.keep_box(boxes, 4, self._suit_box):
            span = self.suit_span
            self._suit_middle = bounds.middle_pixel(self.curve, 0, self.ink, boxes, 4)
            _about(span, self._suit_middle, self._suit_tall)
            bounds.line_bounds(self.curve, 0, self.ink, boxes, 4, span)
            self._fill_map(span, 12, self.suit_map)
            self.suit_stamp = (self.suit_stamp + 1) & 0xFFFFFF

    def _fill_map(self, span, along, to):
        start, line = span[0], span[2]
        tall = span[1] - start
        first = line >> 4
        work = self.blobs.work
        n = ((span[3] + 15) >> 4) - first
        maps.add_columns(self.curve, 0, self.ink, work, first, n, start, tall, along)
        wide = span[3] - line
        maps.lay_map(0, 0, work, first, line, wide, tall, along, to, self.tally)

    def note(self, look):
        """Write down what is looked at, for `recall`: both boxes, the tone curve, the threshold."""
        glyphs.copy(self.boxes, look, 8)
        look[glyphs.LOOK_TONE] = self._tone_low
        look[glyphs.LOOK_TONE + 1] = self._tone_high
        look[glyphs.LOOK_THRESHOLD] = self.threshold

    def recall(self, look):
        """Look again as it was written down."""
        glyphs.copy(look, self.boxes, 8)
        self.threshold = look[glyphs.LOOK_THRESHOLD]
        if look[glyphs.LOOK_TONE] != self._tone_low:
            self._use_curve(look[glyphs.LOOK_TONE], look[glyphs.LOOK_TONE + 1])

    def drop_rank(self):
        """Leave an empty box where the rank was."""
        self.boxes[0] = 1
        self.boxes[1] = 0

    def fold_face(self, lines=0, head=None):
        """Prepare the coarse maps of the face: every line's means over eight bands of pixels.

        With a head only what `face` needs, for a suit that stood at `lines` or farther on.
        """
        start = 0
        if head is not None:
            start = (head[templates.H_INDEX_L1] + 2) * lines // max(head[templates.H_SUIT_MID], 1)
        if start < self._folded_from:
            first_pixel = min(max(self.top + 6, 0), 23)
            faces.fold(0, 0, self.ink, start, first_pixel, self.ink_level, self.bands)
            self._folded_from = start

    def face(self, lines, head, to, at):
        """Coarse map beside the index into to[at:]; `lines` is where the suit stood, for the speed.

        Gives the strips that were seen, 0 where the index leaves no room for any.
        """
        start = head[templates.H_INDEX_L1] + 2
        wide = (81 - start) // faces.FACE_STRIPS
        if wide < _MIN_STRIP:
            return 0
        return faces.face_strips(
            0, 0, self.bands, lines, head[templates.H_SUIT_MID], start, wide, self.n_lines, to, at
        )

    def find_red_whites(self, red, n_lines):
        """White of every pixel in red light, once for a picture."""
        if not self._has_red_whites:
            self._has_red_whites = True
            n_red = (n_lines + 3) >> 2
            red_light.red_whites(0, 0, red, n_red, self.column, self.red_white)

    def red_share(self, red, n_lines):
        """The index's ink in red light against green, in 1/256."""
        self.find_red_whites(red, n_lines)
        return red_light.red_share(
            0, 0, red, (n_lines + 3) >> 2, self.red_white, self.ink, self.threshold, self.column,
            self.first_line, self.fit, self.boxes, self.tally,
        )  # fmt: skip


def _about(span, middle, tall):
    """Bounds of `tall` sixteenths about a middle, kept inside the array."""
    span[0] = start = start_about(middle, tall)
    span[1] = start + tall


def start_about(middle, tall):
    """Where `tall` sixteenths about a middle begin, so that they lie inside the array."""
    start = middle - (tall >> 1)
    if start < 0:
        start = 0
    if start + tall > 2048:
        start = 2048 - tall
    return start
