"""The decision: several independent checks that must all agree, each with its own refusal.

Figures are sums of differences of maps whose cells go from 0 to 255 (rank 192 cells, suit 144,
face 8 per strip); how they were found is in docs/recognition.md.
"""

from array import array

from firmware.recognise import maps, reasons, templates
from firmware.recognise.maps import FACE_CELLS, RANK_CELLS, SUIT_CELLS

RANK_MOST = 9000  # a rank farther than this from every template is none
RANK_GAP = 2000  # the next rank must be farther by this
RANK_PERCENT = 70  # and the best at most this part of the next
RANK_WORST = 2000  # largest difference in one block of 4 × 4 cells
SUIT_MOST = 6000
SUIT_GAP = 500
SUIT_PERCENT = 80
SUIT_WORST = 1700
FACE_MOST = 260  # mean over the strips seen
FACE_GAP = 90
PIXEL_SLACK = 3  # the array axis has no speed error


class Decision:
    """Compares one view with the templates; the evidence stays in the attributes."""

    def __init__(self, block):
        self.block = block
        self._sums = array("H", [0] * 16)
        self.rank = self.suit = self.card = -1
        self.rank_diff = self.rank_next = self.rank_worst = 0
        self.suit_diff = self.suit_next = self.suit_worst = 0
        self.share = self.face_diff = self.face_best = self.strips = 0

    def judge(self, view, red, n_lines):
        """A reason; READ when `card` is sure."""
        reason = self._judge_rank(view)
        if not reason:
            reason = self._judge_suit(view, red, n_lines)
        if not reason:
            self.card = self.rank * 4 + self.suit
            reason = self._judge_place(view)
        if not reason:
            reason = self._judge_face(view)
        return reason

    def _best(self, count):
        """Best and next of the sums, as one number: best * 16 + next."""
        sums = self._sums
        best = 0
        after = 1
        if sums[1] < sums[0]:
            best, after = 1, 0
        for k in range(2, count):
            if sums[k] < sums[best]:
                after = best
                best = k
            elif sums[k] < sums[after]:
                after = k
        return best * 16 + after

    def _judge_rank(self, view):
        self.rank = self.suit = self.card = -1
        maps.differ(view.rank_map, RANK_CELLS, self.block, templates.RANKS_AT, 13, self._sums)
        both = self._best(13)
        self.rank = rank = both >> 4
        self.rank_diff = diff = self._sums[rank]
        self.rank_next = after = self._sums[both & 15]
        self.rank_worst = maps.worst_block(
            view.rank_map, 12, 16, self.block, templates.RANKS_AT + rank * RANK_CELLS
        )
        if diff > RANK_MOST:
            return reasons.RANK_FAR
        if after - diff < RANK_GAP or diff * 100 > after * RANK_PERCENT:
            return reasons.RANK_CLOSE
        if self.rank_worst > RANK_WORST:
            return reasons.RANK_SPOILED
        return reasons.READ

    def _judge_suit(self, view, red, n_lines):
        block = self.block
        self.share = share = view.red_share(red, n_lines)
        maps.differ(view.suit_map, SUIT_CELLS, block, templates.SUITS_AT, 4, self._sums)
        both = self._best(4)
        self.suit = suit = both >> 4
        self.suit_diff = diff = self._sums[suit]
        self.suit_next = after = self._sums[both & 15]
        self.suit_worst = maps.worst_block(
            view.suit_map, 12, 12, block, templates.SUITS_AT + suit * SUIT_CELLS
        )
        if diff > SUIT_MOST:
            return reasons.SUIT_FAR
        if after - diff < SUIT_GAP or diff * 100 > after * SUIT_PERCENT:
            return reasons.SUIT_CLOSE
        if self.suit_worst > SUIT_WORST:
            return reasons.SUIT_SPOILED
        # black ink stays in red light, red ink goes; between them lies no card
        black = block[templates.H_BLACK]
        faint = block[templates.H_RED]
        if suit == 1 or suit == 2:
            if share * 2 > black + faint - (black - faint) // 8:
                return reasons.COLOUR
        elif share * 2 < black + faint + (black - faint) // 8 or share > 0x7000:
            return reasons.COLOUR
        return reasons.READ

    def _judge_place(self, view):
        at = templates.SPOTS_AT + self.card * templates.SPOT_BYTES
        block = self.block
        boxes = view.boxes
        tall = boxes[1] - boxes[0] - block[at + 1] + block[at]
        low = boxes[4] - boxes[0] - block[at + 2] + block[at]
        suit_tall = boxes[5] - boxes[4] - block[at + 3] + block[at + 2]
        down = boxes[0] - view.top - block[at]
        if not (
            -PIXEL_SLACK <= tall <= PIXEL_SLACK
            and -PIXEL_SLACK <= low <= PIXEL_SLACK
            and -PIXEL_SLACK <= suit_tall <= PIXEL_SLACK
            and -PIXEL_SLACK <= down <= PIXEL_SLACK
        ):
            return reasons.GEOMETRY
        return reasons.READ

    def _judge_face(self, view):
        block = self.block
        boxes = view.boxes
        seen = view.face(boxes[6] + boxes[7], block[templates.H_SUIT_MID], view.top + 6)
        self.strips = seen
        if seen == 0:
            return reasons.FACE
        sums = self._sums
        maps.differ(
            view.face_map, seen * 8, block, templates.FACES_AT + self.card * FACE_CELLS, 1, sums
        )
        self.face_diff = sums[0] // seen
        if self.face_diff > FACE_MOST:
            return reasons.FACE
        return reasons.READ
