"""Uptime without wrap and UTC once somebody has set it; and how far that can be trusted.

Wall-clock time is for people and for video beside the record: nothing is ordered by it.  A step
changes what later records say, never an earlier one, and numbers go on rising.
"""

from firmware.core.compat import const
from firmware.core.rows import CLOCK_JUMPED, CLOCK_SET, CLOCK_UNSET
from firmware.core.ticks import ticks_diff

_SLACK_S = const(2)  # between two clocks that show whole seconds, with a request between them
_DRIFT_S = const(5_000)  # a second in so many: two crystals of 100 ppm
FIRST_UTC_S = const(1_577_836_800)  # 2020: an earlier time is a host's whose own clock is not set


class Clock:
    """Fed the tick counter now and then; never reads it itself."""

    def __init__(self, now_ms):
        self._last_ms = now_ms
        self.uptime_ms = 0
        self._utc_at_s = 0
        self._utc_at_uptime_s = 0
        self._step_s = 0  # the last time that was no drift, and when it was told
        self._step_uptime_s = 0
        self.quality = CLOCK_UNSET

    def update(self, now_ms):
        self.uptime_ms += max(ticks_diff(now_ms, self._last_ms), 0)
        self._last_ms = now_ms

    def is_drift(self, utc_s):
        """Whether a new time differs no more than clocks do, counted from the last step.

        From there, not from the last time told: many small steps are one large one.
        """
        elapsed_s = self.uptime_ms // 1000 - self._step_uptime_s
        off_s = abs(utc_s - self._step_s - elapsed_s)
        return self._step_s != 0 and off_s <= _SLACK_S + elapsed_s // _DRIFT_S

    def step_utc(self, utc_s):
        """A new time that is more than drift; the first one after a boot is no jump."""
        self.quality = CLOCK_SET if self.quality == CLOCK_UNSET else CLOCK_JUMPED
        self.set_utc(utc_s)
        self._step_s = utc_s
        self._step_uptime_s = self._utc_at_uptime_s

    def set_utc(self, utc_s):
        self._utc_at_s = utc_s
        self._utc_at_uptime_s = self.uptime_ms // 1000

    def stamp(self, boot_count):
        """(UTC, 1), or (boot count, 0) while nobody has told the time."""
        utc_s = self.utc_s()
        return (utc_s, 1) if utc_s else (boot_count, 0)

    def utc_s(self):
        """Seconds since 1970, or 0 while nobody has told the time."""
        if self._utc_at_s == 0:
            return 0
        return self._utc_at_s + self.uptime_ms // 1000 - self._utc_at_uptime_s
