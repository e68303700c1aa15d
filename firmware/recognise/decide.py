"""The decision: several independent checks that must all agree, each with its own refusal.

A map's difference from a template is a sum of squares.  How clearly it is template a rather than
b is that difference against b, less that against a, in percent of what lies between a and b: 100
is a itself, 0 half way, so noise that is equally unlike both does not count.  Where the figures
come from stands in docs/recognition.md.
"""

from array import array

from firmware.recognise import faces, limits, maps, reasons, templates
from firmware.recognise.faces import FACE_CELLS
from firmware.recognise.maps import RANK_CELLS, SUIT_CELLS

_UNSEEN = 2040


class Decision:
    """Compares one view with the templates; the evidence stays in the attributes."""

    def __init__(self, block):
        self.block = block
        self._ranks = array("H", [0] * 13)
        self._suits = array("H", [0] * 4)
        self._faces = array("H", [0] * 17)
        self._rank_apart = array("H", [0] * 169)
        self._suit_apart = array("H", [0] * 16)
        for rank in range(13):
            at = templates.RANKS_AT + rank * RANK_CELLS
            maps.differ(
                block, at, RANK_CELLS, block, templates.RANKS_AT, 13, self._rank_apart, rank * 13
            )
        for suit in range(4):
            at = templates.SUITS_AT + suit * SUIT_CELLS
            maps.differ(
                block, at, SUIT_CELLS, block, templates.SUITS_AT, 4, self._suit_apart, suit * 4
            )
        self.forget()

    def forget(self):
        """Drop the evidence of the frame before."""
        self.rank = self.suit = self.card = -1
        self.rank_diff = self.rank_clear = self.rank_worst = self.rank_extra = 0
        self.suit_diff = self.suit_clear = self.suit_worst = self.suit_extra = 0
        self.share = self.face_diff = self.strips = 0
        self._rank_rest = self._suit_rest = self._suit_odd = 0
        self.places_off = self.oddness = self.worn = 0

    def judge(self, view, red, n_lines):
        """A reason; READ when `card` is sure."""
        self._compare(view)
        self.card = self.rank * 4 + self.suit
        is_red = 1 <= self.suit <= 2
        usual = self.block[templates.H_INK_RED if is_red else templates.H_INK_BLACK]
        self.worn = worn = max(usual - view.ink_level, 0)
        # what the artwork itself adds is no evidence against the card
        at = templates.ODDS_AT + self.card * 2
        rank_odd = self.block[at] << 4
        self._suit_odd = suit_odd = self.block[at + 1] << 4
        self._rank_rest = max(self.rank_diff - rank_odd, 0)
        self._suit_rest = max(self.suit_diff - suit_odd, 0)
        is_thinned = view.is_thinned
        if self._rank_rest > (limits.RANK_MOST_THIN if is_thinned else limits.RANK_MOST):
            return reasons.RANK_FAR
        if self.rank_worst > limits.RANK_WORST or self.rank_extra > limits.RANK_EXTRA + rank_odd:
            return reasons.RANK_SPOILED
        if self._suit_rest > (limits.SUIT_MOST_THIN if is_thinned else limits.SUIT_MOST):
            return reasons.SUIT_FAR
        if self.suit_worst > limits.SUIT_WORST or self.suit_extra > (
            limits.SUIT_EXTRA + suit_odd + worn * limits.SUIT_EXTRA_WORN
        ):
            return reasons.SUIT_SPOILED
        if min(self.suit_extra, self._suit_rest - self.suit_extra) > limits.SUIT_BOTH:
            return reasons.SUIT_SPOILED
        reason = self._judge_colour(view, red, n_lines)
        if not reason:
            reason = self._judge_place(view)
        if not reason:
            self._look_at_faces(view)
            reason = self._judge_suit(view)
        if not reason:
            reason = self._judge_rank()
        if not reason:
            reason = self._judge_covered(view)
        if not reason:
            reason = self._judge_oddness(view)
        return reason

    def _judge_covered(self, view):
        """Refuse when a fuller rank with a part of it covered would look so too.

        Such a rank explains the ink that is there; then the face must not hint at it, and no
        more may be missing than wear takes, unless the face speaks clearly for this one.
        """
        worn = 0 if view.is_thinned else self.worn  # which shows wear as blur
        own = self.face_diff
        reach = self.rank_extra + limits.RANK_FULLER
        if min(self.rank_extra, self._rank_rest - self.rank_extra) > limits.RANK_BOTH:
            reach = self.rank_extra + limits.RANK_FULLER_BOTH
        need = limits.RANK_ALONE + self._rank_rest // limits.RANK_ALONE_PART
        need += self.worn * limits.RANK_CLEAR_WORN // 100
        if view.is_thinned:  # faint ink was taken for blur: it may have been the rest of that rank
            need += limits.RANK_CLEAR_THIN
        for k in range(13):
            if k == self.rank:
                continue
            at = templates.RANKS_AT + k * RANK_CELLS
            extra = maps.extra_ink(view.rank_map, RANK_CELLS, self.block, at)
            if extra >= reach:
                continue
            apart = self._faces_apart(k * 4 + self.suit)
            if apart >= limits.FACE_HINT and own - self._faces[k] > limits.FACE_HINT_GAP:
                return reasons.RANK_COVERED
            is_told = apart >= limits.FACE_APART and (
                (self._faces[k] - own) * 100 >= apart * limits.FACE_FOR
            )
            most = limits.RANK_COVERED
            if extra >= self.rank_extra:
                most += worn * limits.RANK_COVERED_WORN
            if is_told:
                continue
            # worn print: what tells the two apart may be what has gone
            clear = (self._ranks[k] - self.rank_diff) * 100
            clear //= self._rank_apart[self.rank * 13 + k] + 1
            if self._rank_rest > most or clear < need:
                return reasons.RANK_COVERED
        return reasons.READ

    def _judge_oddness(self, view):
        """A card of another design may pass each check by itself, but not all of them well."""
        odd = self.places_off + self._rank_rest // 10 + self.rank_extra // 11
        odd += self._suit_rest // 8 + self.face_diff * 3 // 4
        if self.strips < faces.FACE_STRIPS:
            odd += limits.ODD_HIDDEN_FACE
        if 1 <= self.suit <= 2:
            paler = self.block[templates.H_RED] - self.share
            odd += limits.ODD_RED + max(paler - 4, 0) * 20
        self.oddness = odd // 10
        if self.oddness > limits.STRANGE_MOST + self.worn * limits.STRANGE_WORN // 100:
            return reasons.STRANGE
        return reasons.READ

    def _compare(self, view):
        """Nearest rank and suit, and the worst block of each."""
        block = self.block
        ranks = self._ranks
        maps.differ(view.rank_map, 0, RANK_CELLS, block, templates.RANKS_AT, 13, ranks, 0)
        best = 0
        for k in range(13):
            if ranks[k] < ranks[best]:
                best = k
        self.rank = best
        self.rank_diff = ranks[best]
        at = templates.RANKS_AT + best * RANK_CELLS
        self.rank_worst = maps.worst_block(view.rank_map, 12, 16, block, at)
        self.rank_extra = maps.extra_ink(view.rank_map, RANK_CELLS, block, at)
        suits = self._suits
        maps.differ(view.suit_map, 0, SUIT_CELLS, block, templates.SUITS_AT, 4, suits, 0)
        best = 0
        for k in range(4):
            if suits[k] < suits[best]:
                best = k
        self.suit = best
        self.suit_diff = suits[best]
        at = templates.SUITS_AT + best * SUIT_CELLS
        self.suit_worst = maps.worst_block(view.suit_map, 12, 12, block, at)
        self.suit_extra = maps.extra_ink(view.suit_map, SUIT_CELLS, block, at)

    def _judge_colour(self, view, red, n_lines):
        """Black ink stays in red light, red ink goes; between them lies no card of the pack."""
        self.share = share = view.red_share(red, n_lines)
        black = self.block[templates.H_BLACK]
        faint = self.block[templates.H_RED]
        slack = (black - faint) >> 3
        counts = view.tally
        if 1 <= self.suit <= 2:
            if share * 2 > black + faint - slack:
                return reasons.COLOUR
            if counts[7] > limits.OTHER_COLOUR_RED + (self._suit_odd >> 5):
                return reasons.PATCH
        else:
            if share > 0x7000 or share * 2 < black + faint + slack:
                return reasons.COLOUR
            most = limits.OTHER_COLOUR_BLACK + self.block[templates.H_PALE]
            if counts[0] + counts[1] + counts[2] + counts[3] > most:
                return reasons.PATCH
        return reasons.READ

    def _judge_place(self, view):
        """Heights and distances along the array are the card's own, whatever the speed."""
        at = templates.SPOTS_AT + self.card * templates.SPOT_BYTES
        block = self.block
        box = view.boxes
        tall = abs(box[1] - box[0] + 1 - block[at])
        suit_tall = box[5] - box[4] + 1 - block[at + 1]
        low = _outside(box[4] - box[0], block[at + 2], block[at + 3])
        down = abs(_outside(box[0] - view.top, block[at + 4], block[at + 5]))
        beside = abs(_outside(view.beside, block[at + 8], block[at + 9]))
        wide = (box[3] - box[2] + 1) * block[at + 7] * 100
        usual = (box[7] - box[6] + 1) * block[at + 6]
        if (
            tall > 3
            or not -6 <= suit_tall <= 3
            or not -3 <= low <= 5
            or down > 4
            or beside > limits.BESIDE_MOST
            or wide > usual * (100 + limits.WIDTH_PERCENT)
            or wide * (100 + limits.WIDTH_PERCENT) < usual * 10000
        ):
            return reasons.GEOMETRY
        width = abs(wide // max(usual, 1) - 100)
        self.places_off = (
            tall * 22
            + (suit_tall * 16 if suit_tall > 0 else -suit_tall * 34)
            + abs(low) * (35 + abs(low) * 8)
            + down * (14 + down * 8)
            + beside * beside * 8
            + width * 12
        )
        return reasons.READ

    def _judge_suit(self, view):
        """Against every other suit: clear by its own shape, and the pips must not object."""
        suits = self._suits
        suit = self.suit
        is_red = 1 <= suit <= 2
        own = self._faces[self.rank]
        rest = max(self._suit_rest - self.worn * limits.SUIT_CLEAR_WORN, 0)
        whole = self._suit_rest // limits.SUIT_CLEAR_PART
        usual = limits.SUIT_CLEAR + rest // limits.SUIT_CLEAR_PART
        if view.is_retoned:
            usual = limits.SUIT_CLEAR_RETONED + whole
        most = limits.SUIT_COVERED + self.worn * limits.SUIT_COVERED_WORN
        self.suit_clear = 999
        for k in range(4):
            if k == suit:
                continue
            clear = (suits[k] - suits[suit]) * 100 // (self._suit_apart[suit * 4 + k] + 1)
            if (1 <= k <= 2) != is_red:
                clear += limits.COLOUR_HELP
            if clear < self.suit_clear:
                self.suit_clear = clear
            face = self._face_says(self.rank * 4 + k, self._faces[13 + k], own)
            if face < -limits.FACE_AGAINST and own - self._faces[13 + k] > limits.FACE_GAP:
                return reasons.FACE
            apart = self._suit_apart[suit * 4 + k]
            need = usual + max(limits.SUITS_NEAR - apart, 0) // limits.SUITS_NEAR_PART
            at = templates.SUITS_AT + k * SUIT_CELLS
            if maps.extra_ink(view.suit_map, SUIT_CELLS, self.block, at) < self.suit_extra:
                # the other suit, part of it worn off or covered, explains the ink better
                if self._suit_rest > most:
                    return reasons.SUIT_SPOILED
                need = max(need, limits.SUIT_FULLER + whole)
            if clear < need:
                return reasons.SUIT_CLOSE
        return reasons.READ

    def _judge_rank(self):
        """Against every other rank: clear by its own shape, and the face must not object."""
        ranks = self._ranks
        rank = self.rank
        self.face_diff = own = self._faces[rank]
        if own > limits.FACE_MOST:
            return reasons.FACE
        need = limits.RANK_ALONE + self._rank_rest // limits.RANK_ALONE_PART
        self.rank_clear = 999
        reason = reasons.READ
        for k in range(13):
            if k == rank:
                continue
            clear = (ranks[k] - ranks[rank]) * 100 // (self._rank_apart[rank * 13 + k] + 1)
            if clear < self.rank_clear:
                self.rank_clear = clear
            if clear < limits.RANK_CLEAR:
                return reasons.RANK_CLOSE
            face = self._face_says(k * 4 + self.suit, self._faces[k], own)
            if face < -limits.FACE_AGAINST and own - self._faces[k] > limits.FACE_GAP:
                return reasons.FACE
            if clear < need and face < limits.FACE_FOR:
                reason = reasons.RANK_CLOSE
        return reason

    def _face_says(self, other, diff, own):
        """How clearly the face is this card's rather than another's; 0 when it can't tell."""
        apart = self._faces_apart(other)
        if apart < limits.FACE_APART:
            return 0
        return (diff - own) * 100 // apart

    def _faces_apart(self, other):
        """How far the face of another card lies from this one's, in the strips that were seen."""
        at = templates.FACES_AT
        return faces.faces_apart(
            self.block, at + self.card * FACE_CELLS, at + other * FACE_CELLS, self.strips * 8
        )

    def _look_at_faces(self, view):
        """Difference of the face from each rank in this suit and each suit in this rank.

        Each at the speed that fits it best: the card may have changed its speed since the index.
        """
        block = self.block
        diffs = self._faces
        mid = view.boxes[6] + view.boxes[7]
        for k in range(17):
            diffs[k] = _UNSEEN
        view.fold_face(view.top + 6)
        self.strips = 0
        ranks_at = templates.FACES_AT + self.suit * FACE_CELLS
        suits_at = templates.FACES_AT + self.rank * 4 * FACE_CELLS
        for percent in limits.SPEEDS:
            seen = view.face(mid * percent // 100, block)
            if percent == 100:
                self.strips = seen
            if seen:
                cells = seen * 8
                price = abs(percent - 100) * limits.SPEED_PRICE
                faces.nearer_faces(
                    view.face_map, cells, block, ranks_at, 4 * FACE_CELLS, 13, diffs, 0, price
                )
                faces.nearer_faces(
                    view.face_map, cells, block, suits_at, FACE_CELLS, 4, diffs, 13, price
                )
        if self.strips == 0:
            # no face in view speaks neither for nor against: the rank must be clear by itself
            for k in range(17):
                diffs[k] = 0


def _outside(value, least, most):
    """By how much a value lies outside two bounds, with its sign."""
    if value < least:
        return value - least
    return value - most if value > most else 0
