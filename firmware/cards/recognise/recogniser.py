"""The recogniser: `read(green, red, n_lines)` gives a card of the pack or what it is instead.

Rather refuse than misread: a card is named only when every check of `decide` agrees.  What a
first try refuses is looked at again in other ways, and they must not contradict.
"""

from firmware.cards.recognise import reasons, templates
from firmware.cards.recognise.decide import Decision
from firmware.cards.recognise.glyphs import LOOK_BYTES
from firmware.cards.recognise.index_view import IndexView
from firmware.cards.recognise.non_cards import name_of_picture
from firmware.core.compat import const

# ways to find the index, tried in turn: threshold in percent of the ink, how far apart pieces of
# a glyph may lie; the last ones by counting lines instead of following blobs
_CUTS = ((36, 0), (50, 0), (28, 3), (62, 0))
_SLICES = ((36, 9), (36, 1), (50, 9))
# the later ones, a piece of work each: by lines, then
_OTHERWISE = const(3)
_BESIDE_SUIT = const(4)
_BLURRED = const(5)
_FAINT = const(6)
_FAINT_LINES = const(7)
_PATCHED = const(8)
_PIECES = const(10)
_LEANING = 2500  # a refused try that came this near to a rank must not be contradicted


class Recogniser:
    """One sensor's reader; `reason` says why the last picture was not taken for a card."""

    def __init__(self, block, view=None):
        if not templates.is_good(block):
            raise ValueError("not a template set of version %d" % templates.VERSION)
        self.block = block
        self.view = view or IndexView()
        self.decision = Decision(block)
        self.reason = reasons.READ
        self.tries = 0
        self._leaning = -1
        self._is_unsure = False
        self._before = bytearray(LOOK_BYTES)  # what the first try beside a patch looked at
        self._red = b""
        self._n_lines = 0
        self._last = reasons.READ  # what the latest try said
        self.pieces_left = 0  # later tries that may follow
        self._suit_at = 0  # the column of what may be no suit; 0: none to pass by

    def read(self, green, red, n_lines, is_brief=False):
        """Code (cards.codes) of one picture; red holds every fourth line.

        A brief look leaves out the later tries: they take several times as long.
        """
        self.begin(green, red, n_lines)
        while not is_brief and self.pieces_left:
            self.go_on()
        return self.name()

    def begin(self, green, red, n_lines):
        """The brief look; then `go_on` while there are `pieces_left`, and `name` for the result."""
        view = self.view
        self.tries = 0
        self.decision.forget()
        self._red = red
        self._n_lines = n_lines
        self.pieces_left = 0
        self.reason = self._last = view.take(green, n_lines)
        if self.reason:
            return
        self._leaning = -1
        self._is_unsure = False
        for percent, reach in _CUTS:
            if self._try(view.cut(percent, self.block, reach)):
                return
        self.pieces_left = _PIECES

    def go_on(self):
        """One later try: nothing else keeps the loop for so long at a time."""
        piece = _PIECES - self.pieces_left
        self.pieces_left = 0 if self._is_last(piece) else self.pieces_left - 1

    def name(self):
        """The card, or what the picture shows instead."""
        if self._last == reasons.READ:
            self.reason = reasons.READ
            return self.decision.card
        return name_of_picture(
            self.view, self.decision, self.block, self._red, self._n_lines, self.reason
        )

    def _is_last(self, piece):
        """By lines; passing by what lies beside the index; against blur, wear, a patch."""
        view = self.view
        block = self.block
        if piece < _OTHERWISE:
            percent, join = _SLICES[piece]
            return self._try(view.slice(percent, block, join))
        if piece == _OTHERWISE:
            return self._pass_by_rank()
        if piece == _BESIDE_SUIT:
            return self._suit_at > 0 and self._try(view.cut(36, block, 0, 3, self._suit_at))
        if piece == _BLURRED:
            view.see_blurred()
            return self._try(view.cut(50, block))
        if piece == _FAINT:
            view.see_faint()
            return self._try(view.cut(28, block, 3))
        if piece == _FAINT_LINES:
            return self._try(view.slice(28, block, 9))
        # what one patch may have changed is left out of the rank
        if piece == _PATCHED:
            view.see_worn()
            return self._try(view.cut(36, block), True)
        view.note(self._before)
        return self._try(view.slice(36, block, 9), True)

    def _pass_by_rank(self):
        """Something beside the index may have been taken for a part of it."""
        view = self.view
        self._suit_at = 0
        found = view.cut(36, self.block)
        if found == reasons.NO_RANK:
            return False
        if found == reasons.READ:
            self._suit_at = view.boxes[6] + 1
        return self._try(view.cut(36, self.block, 0, view.boxes[2] + 1))

    def _try(self, reason, is_patched=False):
        """Judge one try, True for the last word; the first refusal's reason stays."""
        decision = self.decision
        red, n_lines = self._red, self._n_lines
        self.tries += 1
        if not reason:
            if is_patched:
                # a joker is told by how unlike it is to all ranks
                is_whole = self.reason == reasons.NO_RANK or self.reason == reasons.NO_SUIT
                reason = decision.judge_under_patch(self.view, red, n_lines, is_whole)
            else:
                reason = decision.judge(self.view, red, n_lines, self.tries > 1)
            if not reason and self._is_unsure:
                # which rank the try before came nearest to was of no matter until now
                rank = decision.rank_before(self.view, self._before, _LEANING)
                self._leaning = rank if rank >= 0 else self._leaning
            if not reason and self._leaning >= 0 and self._leaning != decision.rank:
                reason = reasons.TRIES_DIFFER
            elif decision.rank < 0:
                self._is_unsure = True
            elif decision.rank_diff < _LEANING:
                self._leaning = decision.rank
        self._last = reason
        is_over = _is_last_word(reason)
        if self.tries == 1 or is_over:
            self.reason = reason
        return is_over


def _is_last_word(reason):
    """Read, or refused for something that another threshold would only hide."""
    if reason == reasons.RANK_COVERED or reason == reasons.SUIT_COVERED:
        return True
    return reason == reasons.READ or reason == reasons.PATCH
