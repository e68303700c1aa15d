"""The recogniser: `read(green, red, n_lines)` gives a card of the pack or what it is instead.

Rather refuse than misread: a card is named only when every check of `decide` agrees.  What a
first try refuses is looked at again in other ways, and they must not contradict.
"""

from firmware.cards.recognise import reasons, templates
from firmware.cards.recognise.decide import Decision
from firmware.cards.recognise.glyphs import LOOK_BYTES
from firmware.cards.recognise.index_view import IndexView
from firmware.cards.recognise.non_cards import name_of_picture

# ways to find the index, tried in turn: threshold in percent of the ink, how far apart pieces of
# a glyph may lie; the last ones by counting lines instead of following blobs
_CUTS = ((36, 0), (50, 0), (28, 3), (62, 0))
_SLICES = ((36, 9), (36, 1), (50, 9))
_LEANING = 2500  # a refused try that came this near to a rank must not be contradicted


class Recogniser:
    """One sensor's reader; `reason` says why the last frame was not taken for a card."""

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
        self._later = (self._look_by_lines, self._look_otherwise, self._look_beside_patch)

    def read(self, green, red, n_lines, is_brief=False):
        """Code of core.cards for one frame; red holds every fourth line.

        A brief look leaves out the later tries: they take several times as long.
        """
        view = self.view
        block = self.block
        decision = self.decision
        self.tries = 0
        decision.forget()
        self.reason = reason = view.take(green, n_lines)
        if reason:
            return name_of_picture(view, decision, block, red, n_lines, reason)
        self._leaning = -1
        self._is_unsure = False
        for percent, reach in _CUTS:
            reason = self._try(view.cut(percent, block, reach), red, n_lines)
            if _is_last_word(reason):
                break
        if not is_brief:
            for look in self._later:
                if _is_last_word(reason):
                    break
                reason = look(red, n_lines)
        if reason == reasons.READ:
            self.reason = reason
            return decision.card
        return name_of_picture(view, decision, block, red, n_lines, self.reason)

    def _look_by_lines(self, red, n_lines):
        """Tries that count ink line by line."""
        view = self.view
        for percent, join in _SLICES:
            reason = self._try(view.slice(percent, self.block, join), red, n_lines)
            if _is_last_word(reason):
                break
        return reason

    def _look_otherwise(self, red, n_lines):
        """Tries that pass by what lies beside the index; then against blur, then against wear."""
        view = self.view
        block = self.block
        # something beside the index may have been taken for a part of it
        found = view.cut(36, block)
        if found != reasons.NO_RANK:
            rank_at, suit_at = view.boxes[2], view.boxes[6]
            reason = self._try(view.cut(36, block, 0, rank_at + 1), red, n_lines)
            if found == reasons.READ and not _is_last_word(reason):
                reason = self._try(view.cut(36, block, 0, 3, suit_at + 1), red, n_lines)
            if _is_last_word(reason):
                return reason
        view.see_blurred()
        reason = self._try(view.cut(50, block), red, n_lines)
        if not _is_last_word(reason):
            view.see_faint()
            reason = self._try(view.cut(28, block, 3), red, n_lines)
        if not _is_last_word(reason):
            reason = self._try(view.slice(28, block, 9), red, n_lines)
        return reason

    def _look_beside_patch(self, red, n_lines):
        """Tries that leave out of the rank what one patch may have changed."""
        view = self.view
        block = self.block
        view.see_worn()
        reason = self._try(view.cut(36, block), red, n_lines, True)
        if not _is_last_word(reason):
            view.note(self._before)
            reason = self._try(view.slice(36, block, 9), red, n_lines, True)
        return reason

    def _try(self, reason, red, n_lines, is_patched=False):
        """Judge one try; the first refusal's reason is the one that stays."""
        decision = self.decision
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
        if self.tries == 1 or _is_last_word(reason):
            self.reason = reason
        return reason


def _is_last_word(reason):
    """Read, or refused for something that another threshold would only hide."""
    if reason == reasons.RANK_COVERED or reason == reasons.SUIT_COVERED:
        return True
    return reason == reasons.READ or reason == reasons.PATCH
