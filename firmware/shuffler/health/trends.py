"""Slow change of the feed: time, slip, current, retries; and when it will be too much.

Fed each card that went in; gives a forecast in cards, so that the roller is cleaned before it
fails and not after.  Means move by 1/64 per card; the forecast compares the mean of the last
thousand cards with that of the thousand before.
"""

from firmware.core.compat import const

TREND_NONE = const(0)
TREND_SLIP = const(1)
TREND_SPEED = const(2)
TREND_RETRIES = const(3)
TREND_CURRENT = const(4)

_SHIFT = const(6)
_SLOW_SHIFT = const(9)  # a retry is rare: one in ten decks is no trend
_BLOCK_CARDS = const(208)  # four decks: a stretch over which a change is measured
_SLIP_LIMIT_UM = const(1250)  # roller travel per millimetre of card; jams are counted from 1300
_SPEED_LIMIT_US = const(2000)  # per millimetre: half the usual speed
_RETRIES_LIMIT_PPM = const(20_000)
_CURRENT_LIMIT_MA = const(1_200)
_FAR = const(0xFFFFFFFF)


class Trends:
    """Means are integers with 8 bits behind the point, in the units of their getters."""

    def __init__(self):
        self.cards = 0
        self.retries = 0
        self.warned = TREND_NONE
        self._slip = 1000 << 8
        self._speed = 1333 << 8
        self._current = 400 << 8
        self._retry = 0
        self._block = 0
        self._slip_before = 0
        self._slip_rise = 0  # per block

    def fed(self, pass_ms, length_mm):
        """One card went in: how long its 63 mm took, and how far the roller turned meanwhile."""
        self.cards += 1
        self._slip = _mean(self._slip, length_mm * 1000 // 63)
        self._speed = _mean(self._speed, pass_ms * 1000 // 63)
        self._retry = _slow_mean(self._retry, 0)
        self._block += 1
        if self._block == _BLOCK_CARDS:
            self._block = 0
            if self._slip_before:
                self._slip_rise = (self._slip - self._slip_before) >> 8
            self._slip_before = self._slip

    def drew(self, current_ma):
        """The motor's current with a card in the rollers."""
        self._current = _mean(self._current, current_ma)

    def retried(self):
        self.retries += 1
        self._retry = _slow_mean(self._retry, 1_000_000)

    def feed_time(self):
        """µs per millimetre."""
        return self._speed >> 8

    def slip(self):
        """µm of roller per millimetre of card."""
        return self._slip >> 8

    def current_ma(self):
        return self._current >> 8

    def retries_ppm(self):
        return min(self._retry >> 8, 0xFFFF)

    def forecast_cards(self):
        """Cards until the slip reaches its limit at the present rate; 0xFFFFFFFF: not in sight."""
        left = _SLIP_LIMIT_UM - self.slip()
        if left <= 0:
            return 0
        if self._slip_rise <= 0:
            return _FAR
        return left * _BLOCK_CARDS // self._slip_rise

    def value(self, trend):
        """The figure behind a warning."""
        if trend == TREND_SPEED:
            return self.feed_time()
        if trend == TREND_RETRIES:
            return self.retries_ppm()
        return self.current_ma() if trend == TREND_CURRENT else self.slip()

    def warning(self, warn_cards):
        """A trend that needs a person soon, once; TREND_NONE otherwise."""
        found = TREND_NONE
        if self.forecast_cards() <= warn_cards:
            found = TREND_SLIP
        elif self.feed_time() > _SPEED_LIMIT_US:
            found = TREND_SPEED
        elif self._retry >> 8 > _RETRIES_LIMIT_PPM:
            found = TREND_RETRIES
        elif self.current_ma() > _CURRENT_LIMIT_MA:
            found = TREND_CURRENT
        if found == self.warned:
            return TREND_NONE
        self.warned = found
        return found


def _mean(mean, value):
    return mean + (((value << 8) - mean) >> _SHIFT)


def _slow_mean(mean, value):
    return mean + (((value << 8) - mean) >> _SLOW_SHIFT)
