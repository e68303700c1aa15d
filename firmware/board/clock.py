"""Uptime without wrap and UTC once somebody has set it."""

from firmware.core.ticks import ticks_diff


class Clock:
    """Fed the tick counter now and then; never reads it itself."""

    def __init__(self, now_ms):
        self._last_ms = now_ms
        self.uptime_ms = 0
        self._utc_at_s = 0
        self._utc_at_uptime_s = 0

    def update(self, now_ms):
        self.uptime_ms += max(ticks_diff(now_ms, self._last_ms), 0)
        self._last_ms = now_ms

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
