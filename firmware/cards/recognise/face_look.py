"""What the face beside the index says: pips and courts speak for a card or against it."""

from array import array

from firmware.cards.recognise import faces, limits, templates
from firmware.cards.recognise.faces import FACE_CELLS

_UNSEEN = 2040
_UNKNOWN = 0xFFFF  # not compared yet
_N_SPEEDS = len(limits.SPEEDS)


class FaceLook:
    """Differences of one picture's face from those of the cards that share a rank or suit.

    Each card is compared at the speed that fits it best, when it is first asked for: the card may
    have changed its speed since the index.
    """

    def __init__(self, block):
        self.block = block
        self._ranks = array("H", bytes(2 * 13))  # of every rank in the suit
        self._suits = array("H", bytes(2 * 4))  # of every suit in the rank
        self._maps = bytearray(_N_SPEEDS * FACE_CELLS)
        self._seen = bytearray(_N_SPEEDS)  # strips of each map
        self._prices = bytearray(abs(p - 100) * limits.SPEED_PRICE for p in limits.SPEEDS)
        self.strips = 0  # that were seen
        self._card = 0
        self._mid = -1  # where the suit stood when the maps were made

    def forget(self):
        """Drop what the picture before showed."""
        self.strips = 0
        self._mid = -1

    def look(self, view, card):
        """Make the face's maps, unless they are there."""
        mid = view.boxes[6] + view.boxes[7]
        is_other = mid != self._mid
        if is_other or (card ^ self._card) & 3:
            faces.fill(self._ranks, 13, _UNKNOWN)
        if is_other or card >> 2 != self._card >> 2:
            faces.fill(self._suits, 4, _UNKNOWN)
        self._card = card
        if is_other:
            self._mid = mid
            view.fold_face(mid * limits.SLOWEST // 100, self.block)
            for k in range(_N_SPEEDS):
                lines = mid * limits.SPEEDS[k] // 100
                self._seen[k] = view.face(lines, self.block, self._maps, k * FACE_CELLS)
        self.strips = self._seen[0]

    def own(self):
        """The card's own difference."""
        return self.of_rank(self._card >> 2)

    def of_rank(self, k):
        """The difference from rank k of this suit."""
        if self._ranks[k] == _UNKNOWN:
            self._ranks[k] = self._nearest(k * 4 + (self._card & 3))
        return self._ranks[k]

    def _of_suit(self, k):
        if self._suits[k] == _UNKNOWN:
            self._suits[k] = self._nearest((self._card & ~3) + k)
        return self._suits[k]

    def _nearest(self, card):
        if self.strips == 0:
            # no face in view speaks neither for nor against: the rank must be clear by itself
            return 0
        at = templates.FACES_AT + card * FACE_CELLS
        return faces.nearest_face(
            0, 0, self._maps, self.block, at, self._seen, self._prices, _N_SPEEDS, _UNSEEN
        )

    def for_rank(self, k):
        """How clearly the face is this card's rather than that of rank k; 0 when it can't tell."""
        return self._for(k * 4 + (self._card & 3), self.of_rank(k))

    def is_against_for_rank(self, k):
        """Whether the face is clearly that of rank k instead."""
        if self.own() <= limits.FACE_GAP:
            return False  # none lies so much nearer
        return self._is_against(self.for_rank(k), self.of_rank(k))

    def is_against_for_suit(self, k):
        """Whether the face is clearly that of suit k instead."""
        if self.own() <= limits.FACE_GAP:
            return False
        diff = self._of_suit(k)
        return self._is_against(self._for((self._card & ~3) + k, diff), diff)

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
