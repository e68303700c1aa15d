"""How compartments turn a wanted order into a stack: one distribution pass, or two.

Fed by plan.py with final positions; tells it the compartment of each pass.

One pass (no more cards than compartments): one card in each; plan.py takes them out in any order.

Two passes: with C compartments, N cards, `width` w = ceil(N / C) and H = ceil(N / w), the card for
final position p = h * w + r goes

    in pass 2 to compartment h,              which then holds w neighbours of the final order;
    in pass 1 to compartment key // depth,   key = r * H + h,  depth = ceil(w * H / C).

Compartments are emptied 0, 1, 2 …, so in pass 2 the cards arrive by rising key // depth.  Two cards
of one h have keys at least H apart, and w <= C gives depth <= H: they lay in different compartments
and arrive in the order of r.  So every order of up to C * C cards comes out, whatever lies on what
inside a compartment of pass 1; and neither pass puts more than w cards into a compartment.
"""

COMPARTMENTS = 54
CAPACITY_CARDS = 10  # of one compartment
MAX_CARDS = COMPARTMENTS * CAPACITY_CARDS


class Passes:
    """The arithmetic for one count; `is_lifo` if a compartment gives its last card first."""

    def __init__(self, compartments=COMPARTMENTS, is_lifo=False):
        self.compartments = compartments
        self._is_lifo = is_lifo
        self.count = 0
        self.passes = 0
        self.width_cards = 0  # the most that lie in one compartment
        self._rows = 0
        self._depth = 1

    def begin(self, count):
        """Set up for `count` cards; False if two passes can't order so many."""
        compartments = self.compartments
        width = -(-count // compartments)
        if count < 1 or width > compartments:
            return False
        self.count = count
        self.width_cards = width
        self.passes = 1 if width == 1 else 2
        self._rows = -(-count // width)
        self._depth = -(-width * self._rows // compartments)
        return True

    def first(self, position):
        """Compartment of pass 1 for the card that shall come out at `position`."""
        width = self.width_cards
        if width == 1:
            return position
        row = position // width
        place = position - row * width
        if self._is_lifo:  # what comes out first must go in last
            place = width - 1 - place
        return (place * self._rows + row) // self._depth

    def last(self, position):
        """Compartment of the last pass, from which the card comes out at `position`."""
        return position // self.width_cards
