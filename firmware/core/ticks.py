"""Numbers that go round: ticks of a clock, counts of an encoder.  Only here are they subtracted.

The chip's ticks_ms() begins again after 12.4 days, so a difference is right for 6.2 of them.
What a step or a flag ends sooner needs no more.  What may stay for longer is `aged` once a
heartbeat: then it is long ago, and stays so.  What never happened is a flag, not a time.
"""

import sys

from firmware.core.compat import const

_PERIOD = const(1 << 30)
_HALF = const(1 << 29)
_OLD_MS = const(3 * 24 * 60 * 60 * 1000)
_AHEAD_MS = const(60_000)  # an interrupt's moment may be later than the heartbeat's
_HALF_TURN = const(1 << 29)
_TURN = 1 << 31  # of the encoder, after 100 km

if sys.implementation.name == "micropython":
    from time import ticks_add as later  # pyright: ignore[reportAssignmentType]
    from time import ticks_diff as elapsed  # pyright: ignore[reportAssignmentType]
else:

    def elapsed(now_ms, since_ms):
        """How long ago it was; less than 0 for what comes yet."""
        return ((now_ms - since_ms + _HALF) & (_PERIOD - 1)) - _HALF

    def later(ticks_ms, delay_ms):
        """So long after a moment."""
        return ticks_ms + delay_ms & _PERIOD - 1


def left(due_ms, now_ms):
    """How long it takes until then; 0 when it is over."""
    return max(elapsed(due_ms, now_ms), 0)


def aged(now_ms, since_ms):
    """The same moment, but never longer ago than ticks can tell: three days are long ago."""
    if -_AHEAD_MS < elapsed(now_ms, since_ms) < _OLD_MS:
        return since_ms
    return later(now_ms, -_OLD_MS)


def turned(count, before):
    """Which way and how far an encoder has turned; its counts have 31 bits with a sign."""
    moved = count - before
    if -_HALF_TURN < moved < _HALF_TURN:
        return moved
    return moved - _TURN if moved > 0 else moved + _TURN
