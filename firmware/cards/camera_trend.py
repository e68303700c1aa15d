"""How the cameras grow old: light that fades, dirt that settles on the glass.

Fed the paper's white of each pixel after each card; warns long before cards are refused.  A slow
mean over some dozens of cards, so that one dark or dirty card moves nothing.
"""

from array import array

from firmware.core.compat import const

_PIXELS = const(128)
_SHIFT = const(5)  # a mean over about 32 cards
_NEAR = const(9)  # dirt covers a few pixels; its neighbours so far away are clean
_EDGE = const(12)  # the card's end and beyond: no paper for certain
_DIRTY_PERCENT = const(88)
_SETTLED_CARDS = const(48)  # fewer tell nothing


class CameraTrend:
    """One camera; `level_percent` against the light at enrolment, `dirty_pixels` on the glass."""

    def __init__(self):
        self._white = array("H", (0 for _ in range(_PIXELS)))  # mean white per pixel, x 64
        self._paper = 0  # mean paper level, x 64
        self.reference = 0  # paper level when the deck was enrolled
        self.cards = 0
        self.level_percent = 100
        self.dirty_pixels = 0

    def restart(self, reference):
        """After enrolment or cleaning: everything from here on is measured against this."""
        self.reference = reference
        self.cards = 0
        self.level_percent = 100
        self.dirty_pixels = 0

    def take(self, paper, white):
        """One card's paper level and its white per pixel (0: that pixel saw no paper)."""
        if self.cards == 0:
            self._paper = paper << 6
            for i in range(_PIXELS):
                self._white[i] = white[i] << 6
        else:
            self._paper += ((paper << 6) - self._paper) >> _SHIFT
            for i in range(_PIXELS):
                if white[i]:
                    self._white[i] += ((white[i] << 6) - self._white[i]) >> _SHIFT
        self.cards += 1
        if self.cards >= _SETTLED_CARDS:
            self._judge()

    def paper(self):
        """The mean paper level."""
        return self._paper >> 6

    def _judge(self):
        if self.reference:
            self.level_percent = min(self.paper() * 100 // self.reference, 255)
        white = self._white
        dirty = 0
        for i in range(_EDGE + _NEAR, _PIXELS - _NEAR):
            # against the darker side: a slope of the light is not dirt
            near = min(white[i - _NEAR], white[i + _NEAR])
            if white[i] * 100 < near * _DIRTY_PERCENT:
                dirty += 1
        self.dirty_pixels = dirty
