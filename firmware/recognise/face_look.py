"""What the face beside the index says: pips and courts speak for a card or against it."""

from array import array

from firmware.recognise import faces, limits, templates
from firmware.recognise.faces import FACE_CELLS

_UNSEEN = 2040


class FaceLook:
    """Differences of one picture's face from those of the cards that share a rank or suit."""

    def __init__(self, block):
        self.block = block
        self.ranks = array("H", bytes(2 * 13))  # of every rank in the suit
        self.suits = array("H", bytes(2 * 4))  # of every suit in the rank
        self.strips = 0  # that were seen
        self._card = 0

    def forget(self):
        """Drop what the frame before showed."""
        self.strips = 0

    def look(self, view, card):
        """Compare the face, with each card at the speed that fits it best.

        The card may have changed its speed since the index.
        """
        block = self.block
        self._card = card
        mid = view.boxes[6] + view.boxes[7]
        _fill(self.ranks, _UNSEEN)
        _fill(self.suits, _UNSEEN)
        view.fold_face(view.top + 6)
        self.strips = 0
        ranks_at = templates.FACES_AT + (card & 3) * FACE_CELLS
        suits_at = templates.FACES_AT + (card & ~3) * FACE_CELLS
        for percent in limits.SPEEDS:
            seen = view.face(mid * percent // 100, block)
            if percent == 100:
                self.strips = seen
            if seen:
                cells = seen * 8
                price = abs(percent - 100) * limits.SPEED_PRICE
                faces.nearer_faces(
                    view.face_map, cells, block, ranks_at, 4 * FACE_CELLS, 13, self.ranks, 0, price
                )
                faces.nearer_faces(
                    view.face_map, cells, block, suits_at, FACE_CELLS, 4, self.suits, 0, price
                )
        if self.strips == 0:
            # no face in view speaks neither for nor against: the rank must be clear by itself
            _fill(self.ranks, 0)
            _fill(self.suits, 0)

    def own(self):
        """The card's own difference."""
        return self.ranks[self._card >> 2]

    def for_rank(self, k):
        """How clearly the face is this card's rather than that of rank k; 0 when it can't tell."""
        return self._for(k * 4 + (self._card & 3), self.ranks[k])

    def is_against_for_rank(self, k):
        """Whether the face is clearly that of rank k instead."""
        return self._is_against(self.for_rank(k), self.ranks[k])

    def is_against_for_suit(self, k):
        """Whether the face is clearly that of suit k instead."""
        return self._is_against(self._for((self._card & ~3) + k, self.suits[k]), self.suits[k])

    def apart(self, other):
        """How far the face of another card lies from this one's, in the strips that were seen."""
        at = templates.FACES_AT
        return faces.faces_apart(
            self.block, at + self._card * FACE_CELLS, at + other * FACE_CELLS, self.strips * 8
        )

    def _for(self, other, diff):
        apart = self.apart(other)
        if apart < limits.FACE_APART:
            return 0
        return (diff - self.own()) * 100 // apart

    def _is_against(self, says, diff):
        return says < -limits.FACE_AGAINST and self.own() - diff > limits.FACE_GAP


def _fill(values, value):
    for k in range(len(values)):
        values[k] = value
