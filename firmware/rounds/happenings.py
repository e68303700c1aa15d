"""What a tracker said while it took one input, in order, until it has been recorded."""

from array import array

from firmware.core.compat import const

_MOST = const(24)  # one card gives a handful; a learned round with everything wrong fewer than this
_FIELDS = const(5)
STEP = const(0)
FINDING = const(1)


class Happenings:
    """A list that is made once: `add_step` and `add_finding` are the tracker's two callbacks."""

    def __init__(self):
        self.count = 0
        self.dropped = 0
        self._rows = array("i", bytes(4 * _MOST * _FIELDS))

    def add_step(self, step, detail):
        self._add(STEP, step, 0, 0, detail)

    def add_finding(self, finding, place, number, detail):
        self._add(FINDING, finding, place, number, detail)

    def clear(self):
        self.count = 0

    def field(self, index, field):
        """0 STEP or FINDING, 1 its code, 2 place, 3 number, 4 detail."""
        return self._rows[index * _FIELDS + field]

    def _add(self, kind, code, place, number, detail):
        if self.count >= _MOST:
            self.dropped += 1
            return
        at = self.count * _FIELDS
        rows = self._rows
        rows[at] = kind
        rows[at + 1] = code
        rows[at + 2] = place
        rows[at + 3] = number
        rows[at + 4] = detail
        self.count += 1
