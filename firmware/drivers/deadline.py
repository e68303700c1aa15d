"""One alarm at a time, to the millisecond: it comes through the same ring as the inputs."""

from time import ticks_diff, ticks_ms

from machine import Timer


class Deadline:
    """`arm` replaces the alarm that was set; `drop` takes it back.

    `count` gives an encoder's place, which is kept with the alarm.
    """

    def __init__(self, source, ring, wake, count):
        self._timer = Timer(-1)
        self._source = source
        self._ring = ring
        self._wake = wake
        self._count = count
        self._alarm = self._due  # bound once: arming allocates nothing
        self._is_armed = False
        self._armed_ms = 0

    def arm(self, delay_ms):
        self._is_armed = True
        self._armed_ms = ticks_ms()
        self._timer.init(
            mode=Timer.ONE_SHOT, period=max(delay_ms, 1), callback=self._alarm, hard=True
        )

    def drop(self):
        self._is_armed = False
        self._timer.deinit()

    def is_due(self, time_ms):
        """Whether an alarm of that moment still counts: it may have waited in the ring too long."""
        return self._is_armed and ticks_diff(time_ms, self._armed_ms) > 0

    def _due(self, _timer):
        self._ring.put(self._source, 1, ticks_ms(), self._count())
        self._wake()
