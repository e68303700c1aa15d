"""The decision: several independent checks that must all agree, each with its own refusal.

A map's difference from a template is a sum of squares.  How clearly it is template a rather than
b is that difference against b, less that against a, in percent of what lies between a and b: 100
is a itself, 0 half way, so noise that is equally unlike both does not count.  Where the figures
come from stands in docs/recognition.md.
"""

from array import array

from firmware.cards.codes import CARDS_PER_DECK
from firmware.cards.recognise import glyphs, limits, maps, patch_search, places, reasons, templates
from firmware.cards.recognise.face_look import FaceLook
from firmware.cards.recognise.faces import FACE_STRIPS
from firmware.cards.recognise.maps import RANK_CELLS, SUIT_CELLS
from firmware.cards.recognise.under_patch import UnderPatch

_FAR = 0xFFFF
_LOOKS = 10
_LOOK_BYTES = 16
_LOOK_RANK = 12  # behind what was looked at: the nearest rank, its difference
_LOOK_DIFF = 13


class Decision:
    """Compares one view with the templates; the evidence stays in the attributes."""

    def __init__(self, block):
        self.block = block
        self._ranks = array("H", bytes(2 * 13))
        self._suits = array("H", bytes(2 * 4))
        self._face = FaceLook(block)
        self._rank_apart = array("H", bytes(2 * 169))
        self._suit_apart = array("H", bytes(2 * 16))
        self._under_patch = UnderPatch(block)
        for rank in range(13):
            at = templates.RANKS_AT + rank * RANK_CELLS
            maps.differ(
                0,
                0,
                block,
                at,
                RANK_CELLS,
                block,
                templates.RANKS_AT,
                13,
                self._rank_apart,
                rank * 13,
            )
        for suit in range(4):
            at = templates.SUITS_AT + suit * SUIT_CELLS
            maps.differ(
                0,
                0,
                block,
                at,
                SUIT_CELLS,
                block,
                templates.SUITS_AT,
                4,
                self._suit_apart,
                suit * 4,
            )
        self._rank_squares = array("i", bytes(4 * 13))
        self._suit_squares = array("i", bytes(4 * 4))
        maps.add_squares(0, 0, block, templates.RANKS_AT, RANK_CELLS, 13, self._rank_squares)
        maps.add_squares(0, 0, block, templates.SUITS_AT, SUIT_CELLS, 4, self._suit_squares)
        # the maps that were compared last, and what came of it: nearest, worst block, extra ink
        self._rank_stamp = self._suit_stamp = -1
        self._near_rank = array("H", bytes(2 * 3))
        self._near_suit = array("H", bytes(2 * 3))
        # a rank that differs from all by this is far, whatever the artwork of its card adds
        self._far = limits.RANK_MOST + _most_odd(block) + 1
        self._far_try = bytearray(glyphs.LOOK_BYTES)  # what the last try that was far looked at
        self._was_far = False
        self._now = bytearray(glyphs.LOOK_BYTES)
        # what refused tries of this picture looked at
        self._looks = bytearray(_LOOKS * _LOOK_BYTES)
        self._n_looks = 0
        self._is_colour_seen = False
        self._is_rival = bytearray(13)
        self.forget()

    def forget(self):
        """Drop the evidence of the picture before."""
        self.rank = self.suit = self.card = -1
        self.rank_diff = self.rank_clear = self.rank_worst = self.rank_extra = 0
        self.suit_diff = self.suit_clear = self.suit_worst = self.suit_extra = 0
        self.share = 0
        self._face.forget()
        self._under_patch.forget()
        self._was_far = False
        self._n_looks = 0
        self._is_clear_due = False
        self._rank_rest = self._suit_rest = self._rank_odd = self._suit_odd = 0
        self.places_off = self.oddness = self.worn = 0

    def judge(self, view, red, n_lines, is_again=False):
        """A reason; READ when `card` is sure.

        When a picture is looked at again, the reason of a refusal only matters where it is a last
        word (see `recogniser`): what will be refused ends as soon as that is certain.
        """
        view.note(self._now)
        if is_again and self._was_refused(view):
            return reasons.TRIES_DIFFER
        self._is_colour_seen = False
        self._was_far = is_again and self._is_far(view)
        reason = reasons.RANK_FAR
        if not self._was_far:
            self._compare_ranks(view)
            if is_again and self._is_close() and not self._may_be_patch(view, red, n_lines):
                reason = reasons.RANK_CLOSE
            else:
                reason = self._judge_all(view, red, n_lines, is_again)
        if reason:
            self._note_refusal()
        return reason

    def _was_refused(self, view):
        """Whether an earlier try looked at the very same; it leaves the same rank behind."""
        at = glyphs.find_look(self._looks, self._n_looks, self._now)
        if at < 0:
            return False
        looks = self._looks
        self.rank = looks[at + _LOOK_RANK]
        self.rank_diff = looks[at + _LOOK_DIFF] | looks[at + _LOOK_DIFF + 1] << 8
        self._was_far = self.rank_diff == _FAR
        if self._was_far:
            view.note(self._far_try)
        return True

    def _note_refusal(self):
        """Write down what was looked at, for `_was_refused`."""
        if self._n_looks < _LOOKS:
            looks = self._looks
            at = self._n_looks * _LOOK_BYTES
            for k in range(_LOOK_RANK):
                looks[at + k] = self._now[k]
            looks[at + glyphs.LOOK_ANY] = 0 if self._is_colour_seen else 1
            looks[at + _LOOK_RANK] = self.rank
            looks[at + _LOOK_DIFF] = self.rank_diff & 0xFF
            looks[at + _LOOK_DIFF + 1] = self.rank_diff >> 8
            self._n_looks += 1

    def _may_be_patch(self, view, red, n_lines):
        """Whether the colour could be called a patch, which is a last word."""
        self._is_colour_seen = True
        view.red_share(red, n_lines)
        counts = view.tally
        most = limits.OTHER_COLOUR_BLACK + self.block[templates.H_PALE]
        return counts[1] > limits.OTHER_COLOUR_RED or counts[0] > most

    def _judge_all(self, view, red, n_lines, is_again):
        self._compare_suits(view)
        self._name(view)
        is_thinned = view.is_thinned
        if self._rank_rest > (limits.RANK_MOST_THIN if is_thinned else limits.RANK_MOST):
            return reasons.RANK_FAR
        if self.rank_worst > limits.RANK_WORST or (
            self.rank_extra > limits.RANK_EXTRA + self._rank_odd
        ):
            return reasons.RANK_SPOILED
        most = limits.SUIT_MOST + self.worn * limits.SUIT_MOST_WORN
        if self._suit_rest > (limits.SUIT_MOST_THIN if is_thinned else most):
            return reasons.SUIT_FAR
        reason = self._judge_suit_ink()
        if not reason:
            reason = self._judge_colour(view, red, n_lines)
        if not reason and is_again and (self._is_close() or self._is_suit_close()):
            # as `_judge_suit` or `_judge_rank` would say in the end, if no other did
            return reasons.RANK_CLOSE
        if not reason:
            view.relate()
            reason = self._judge_place(places.index_off(self.block, self.card, view))
        if not reason:
            self._face.look(view, self.card)
            reason = self._judge_suit(view)
        if not reason:
            reason = self._judge_rank()
        if not reason:
            reason = self._judge_covered(view)
        if not reason:
            reason = self._judge_oddness()
        if not reason:
            reason = self._judge_rivals(view)
        return reason

    def judge_under_patch(self, view, red, n_lines, is_whole):
        """As `judge` where something lies on the rank: by what it leaves uncovered.

        The suit must be whole; it gives the rank's place, and the colour.  Without `is_whole` a
        refusal need not have its evidence.
        """
        self._compare_suits(view)
        if self.suit_diff > limits.WHOLE_SUIT_MOST:
            return reasons.SUIT_FAR
        patched = self._under_patch
        rests = patched.rests
        self._was_far = False
        self.rank_extra = 0
        view.drop_rank()  # nothing of the rank counts for the colour
        if not is_whole and self._is_suit_alone_refused(view, red, n_lines):
            self.rank = -1
            return reasons.SUIT_CLOSE
        self.rank = rank = patched.best_rank(view, self.suit, is_whole)
        if rank < 0:
            return reasons.RANK_CLOSE
        self.rank_diff = rest = rests[rank]
        if rest > limits.PATCH_REST_MOST:
            return reasons.RANK_FAR
        if patched.hidden[rank] > limits.PATCH_CELLS_MOST:
            return reasons.RANK_SPOILED
        self._name(view)
        # a patch is in one place: what differs all over is wear, or another design
        is_spread = rest * 100 > patched.wholes[rank] * limits.PATCH_REST_PERCENT
        if is_spread and rest > limits.PATCH_REST_SPREAD + self.worn * limits.PATCH_REST_WORN:
            return reasons.RANK_FAR
        for k in range(13):
            if k != rank and rests[k] - rest < limits.PATCH_CLEAR:
                return reasons.RANK_CLOSE
        reason = self._judge_suit_ink()
        if not reason:
            reason = self._judge_colour(view, red, n_lines)
        if not reason:
            reason = self._judge_place(places.suit_off(self.block, self.card, view))
        if not reason:
            self._face.look(view, self.card)
            reason = self._judge_suit(view)
        if not reason and self.suit_clear < limits.WHOLE_SUIT_CLEAR:
            reason = reasons.SUIT_CLOSE
        if not reason:
            reason = self._judge_face(limits.PATCH_FACE_MOST)
        if not reason:
            reason = self._judge_oddness(limits.ODD_PATCH)
        self._is_clear_due = not reason
        return reason

    def work_out_clear(self, view):
        """Make `rank_clear` known where the rank lay under a patch: no decision needs it."""
        if self._is_clear_due:
            self._is_clear_due = False
            self.rank_clear = self._under_patch.clear_of(
                view, self.suit, self.rank, self._rank_apart, self.rank * 13
            )

    def _is_suit_alone_refused(self, view, red, n_lines):
        """Whether the suit's colour or its likeness to another refuses it, whatever the rank."""
        self._suit_odd = 0
        reason = self._judge_colour(view, red, n_lines)
        if reason:
            return reason == reasons.COLOUR
        suits = self._suits
        suit = self.suit
        is_red = 1 <= suit <= 2
        for k in range(4):
            if k != suit:
                need = limits.WHOLE_SUIT_CLEAR
                if (1 <= k <= 2) != is_red:
                    need -= limits.COLOUR_HELP
                if (suits[k] - suits[suit]) * 100 < need * (self._suit_apart[suit * 4 + k] + 1):
                    return True
        return False

    def _is_far(self, view):
        """Whether the rank is none, whatever the suit."""
        view.make_rank_map()
        at = templates.RANKS_AT
        near = at + max(self.rank, 0) * RANK_CELLS  # most likely it is the rank of the last try
        if not maps.are_all_far(0, 0, view.rank_map, self.block, near, 1, self._far):
            return False
        if not maps.are_all_far(0, 0, view.rank_map, self.block, at, 13, self._far):
            return False
        view.note(self._far_try)
        self.rank = 0
        self.rank_diff = _FAR
        return True

    def settle(self, view):
        """Work out the evidence of the last try, if it was far."""
        if self._was_far:
            self._was_far = False
            view.note(self._now)
            view.recall(self._far_try)
            self._compare_ranks(view)
            self._compare_suits(view)
            self._name(view)
            view.recall(self._now)

    def _is_close(self):
        """Whether another rank is about equally like it."""
        ranks = self._ranks
        return maps.is_any_near(ranks, self._rank_apart, self._near_rank[0], limits.RANK_CLEAR)

    def _is_suit_close(self):
        """Whether another suit is, with what the colour helps."""
        suits = self._suits
        suit = self.suit
        is_red = 1 <= suit <= 2
        for k in range(4):
            if k != suit:
                need = limits.SUIT_CLEAR
                if (1 <= k <= 2) != is_red:
                    need -= limits.COLOUR_HELP
                apart = self._suit_apart[suit * 4 + k] + 1
                if (suits[k] - suits[suit]) * 100 < need * apart:
                    return True
        return False

    def rank_before(self, view, looked_at, most):
        """The rank that an earlier try beside a patch came nearest to, if it has less than `most`.

        Of others than the rank that was read any one will do.
        """
        view.note(self._now)
        view.recall(looked_at)
        self._compare_suits(view)
        rank = self._under_patch.nearest_rank(view, self.suit, self.rank, most)
        view.recall(self._now)
        self._compare_suits(view)
        return rank

    def _name(self, view):
        """The card that rank and suit make, and what its print and its artwork are like."""
        self.card = self.rank * 4 + self.suit
        is_red = 1 <= self.suit <= 2
        usual = self.block[templates.H_INK_RED if is_red else templates.H_INK_BLACK]
        self.worn = max(usual - view.ink_level, 0)
        # what the artwork itself adds is no evidence against the card
        at = templates.ODDS_AT + self.card * 2
        self._rank_odd = self.block[at] << 4
        self._suit_odd = self.block[at + 1] << 4
        self._rank_rest = max(self.rank_diff - self._rank_odd, 0)
        self._suit_rest = max(self.suit_diff - self._suit_odd, 0)

    def _judge_suit_ink(self):
        """Ink missing and added: a patch on the suit, or the wrong one."""
        most = limits.SUIT_EXTRA + self._suit_odd + self.worn * limits.SUIT_EXTRA_WORN
        if self.suit_worst > limits.SUIT_WORST or self.suit_extra > most:
            return reasons.SUIT_SPOILED
        if min(self.suit_extra, self._suit_rest - self.suit_extra) > limits.SUIT_BOTH:
            return reasons.SUIT_SPOILED
        return reasons.READ

    def _judge_covered(self, view):
        """Refuse when a fuller rank with a part of it covered would look so too.

        Such a rank explains the ink that is there; then the face must not hint at it, and no
        more may be missing than wear takes, unless the face speaks clearly for this one.
        """
        worn = 0 if view.is_thinned else self.worn  # which shows wear as blur
        face = self._face
        own = face.own()
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
            extra = maps.extra_ink(RANK_CELLS, 0, view.rank_map, self.block, at, reach)
            if extra >= reach:
                continue
            apart = face.apart(k * 4 + self.suit)
            if (
                extra < self.rank_extra + limits.RANK_FULLER_HINT
                and apart >= limits.FACE_HINT
                and own - face.of_rank(k) > limits.FACE_HINT_GAP
            ):
                return reasons.RANK_COVERED
            is_told = apart >= limits.FACE_APART and (
                (face.of_rank(k) - own) * 100 >= apart * limits.FACE_FOR
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

    def _judge_rivals(self, view):
        """Neither the other suit of this colour nor another rank may explain it better patched."""
        patched = self._under_patch
        suit = self.suit
        if self._suit_rest > limits.RIVAL_SUIT_FROM:
            less = 0 if self.suit_extra > limits.RIVAL_SUIT_EXTRA else limits.RIVAL_SUIT
            if patched.is_other_suit_better(view, self.rank, suit, self._suit_rest, less):
                return reasons.SUIT_COVERED
        if self._rank_rest > limits.RIVAL_RANK_FROM:
            less = 0 if self.rank_extra > limits.RIVAL_RANK_EXTRA else limits.RIVAL_RANK
            is_rival = self._is_rival
            for k in range(13):
                is_rival[k] = k != self.rank and self._face.for_rank(k) < limits.FACE_FOR
            if patched.is_any_better(view, suit, is_rival, self.rank, self._rank_rest, less):
                return reasons.RANK_COVERED
        return reasons.READ

    def _judge_oddness(self, odd=0):
        """A card of another design may pass each check by itself, but not all of them well."""
        odd += self.places_off + self._rank_rest // 10 + self.rank_extra // 11
        odd += self._suit_rest // 8 + self._face.own() * 3 // 4
        if self._face.strips < FACE_STRIPS:
            odd += limits.ODD_HIDDEN_FACE
        if 1 <= self.suit <= 2:
            paler = self.block[templates.H_RED] - self.share
            odd += limits.ODD_RED + max(paler - 4, 0) * 20
        self.oddness = odd // 10
        if self.oddness > limits.STRANGE_MOST + self.worn * limits.STRANGE_WORN // 100:
            return reasons.STRANGE
        return reasons.READ

    def _compare_ranks(self, view):
        """Nearest rank, its worst block and its extra ink."""
        view.make_rank_map()
        near = self._near_rank
        ranks = self._ranks
        if view.rank_stamp != self._rank_stamp:
            self._rank_stamp = view.rank_stamp
            _compare(
                view.rank_map, self.block, templates.RANKS_AT, 16, self._rank_squares, ranks, near,
                view.tally,
            )  # fmt: skip
        self.rank = near[0]
        self.rank_diff = ranks[near[0]]
        self.rank_worst = near[1]
        self.rank_extra = near[2]

    def _compare_suits(self, view):
        """Nearest suit, its worst block and its extra ink."""
        view.make_suit_map()
        near = self._near_suit
        suits = self._suits
        if view.suit_stamp != self._suit_stamp:
            self._suit_stamp = view.suit_stamp
            _compare(
                view.suit_map, self.block, templates.SUITS_AT, 12, self._suit_squares, suits, near,
                view.tally,
            )  # fmt: skip
        self.suit = near[0]
        self.suit_diff = suits[near[0]]
        self.suit_worst = near[1]
        self.suit_extra = near[2]

    def _judge_colour(self, view, red, n_lines):
        """Black ink stays in red light, red ink goes; between them lies no card of the pack."""
        self._is_colour_seen = True
        self.share = share = view.red_share(red, n_lines)
        black = self.block[templates.H_BLACK]
        faint = self.block[templates.H_RED]
        slack = (black - faint) >> 3
        counts = view.tally
        if 1 <= self.suit <= 2:
            if share * 2 > black + faint - slack:
                return reasons.COLOUR
            if counts[1] > limits.OTHER_COLOUR_RED + (self._suit_odd >> 5):
                return reasons.PATCH
        else:
            if share > 0x7000 or share * 2 < black + faint + slack:
                return reasons.COLOUR
            most = limits.OTHER_COLOUR_BLACK + self.block[templates.H_PALE]
            if counts[0] > most:
                return reasons.PATCH
        return reasons.READ

    def _judge_place(self, off):
        """Heights and distances along the array are the card's own, whatever the speed."""
        self.places_off = off
        return reasons.GEOMETRY if off == places.NOT_HERE else reasons.READ

    def _judge_suit(self, view):
        """Against every other suit: clear by its own shape, and the pips must not object."""
        suits = self._suits
        suit = self.suit
        is_red = 1 <= suit <= 2
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
            if self._face.is_against_for_suit(k):
                return reasons.FACE
            apart = self._suit_apart[suit * 4 + k]
            need = usual + max(limits.SUITS_NEAR - apart, 0) // limits.SUITS_NEAR_PART
            at = templates.SUITS_AT + k * SUIT_CELLS
            if (
                maps.extra_ink(SUIT_CELLS, 0, view.suit_map, self.block, at, self.suit_extra)
                < self.suit_extra
            ):
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
        if self._face.own() > limits.FACE_MOST:
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
            if self._face.is_against_for_rank(k):
                return reasons.FACE
            if clear < need and self._face.for_rank(k) < limits.FACE_FOR:
                reason = reasons.RANK_CLOSE
        return reason

    def _judge_face(self, most):
        """The face must be this card's, and not object to the rank."""
        if self._face.own() > most:
            return reasons.FACE
        for k in range(13):
            if self._face.is_against_for_rank(k):
                return reasons.FACE
        return reasons.READ


def _compare(data, block, start, along, squares, diffs, near, work):
    """Differences of a map from its templates; the nearest one, its worst block and extra ink."""
    cells = along * 12
    maps.differ_fast(0, 0, data, cells, block, start, len(diffs), squares, diffs)
    best = patch_search.least_of(diffs, len(diffs))
    at = start + best * cells
    near[0] = best
    near[1] = maps.worst_block(0, 0, data, 12, along, block, at, work)
    near[2] = maps.extra_ink(cells, 0, data, block, at, 0xFFFF)


def _most_odd(block):
    """The most that any card's artwork adds to the difference of its rank."""
    most = 0
    for card in range(CARDS_PER_DECK):
        most = max(most, block[templates.ODDS_AT + card * 2] << 4)
    return most
