"""Differences of millisecond ticks that wrap, the same on every Python."""

_PERIOD = 1 << 30  # the chip's time.ticks_ms() wraps here, after 12 days
_HALF = _PERIOD >> 1


def ticks_diff(later_ms, earlier_ms):
    """How long after `earlier_ms` it is; right across a wrap, for up to six days."""
    return ((later_ms - earlier_ms + _HALF) & (_PERIOD - 1)) - _HALF
