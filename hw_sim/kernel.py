"""The virtual clock: a queue of things that happen, in order of time.

Everything physical is an event here.  A board's firmware is one too: it runs, in zero virtual
time but for what its bus accesses cost, when its own wake-up comes to the front.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable

FAR_FUTURE_US = 1 << 61


class Event:
    """Something that will happen at `time_us`; `cancel()` takes it back."""

    __slots__ = ("action", "is_cancelled", "time_us")

    def __init__(self, time_us: int, action: Callable[[], None]) -> None:
        self.time_us = time_us
        self.action = action
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True


class Kernel:
    """Owns virtual time.  The same seed gives the same run, byte for byte."""

    def __init__(self, seed: int = 1) -> None:
        self.seed = seed
        self.now_us = 0
        # time, then order of arrival: tuples compare much faster than objects
        self._queue: list[tuple[int, int, Event]] = []
        self._order = 0

    def rng(self, name: str) -> random.Random:
        """A random source of its own for each part, so that one part's use moves no other."""
        return random.Random(f"{self.seed}/{name}")

    def at(self, time_us: int, action: Callable[[], None]) -> Event:
        self._order += 1
        if time_us < self.now_us:
            time_us = self.now_us
        event = Event(time_us, action)
        heapq.heappush(self._queue, (time_us, self._order, event))
        return event

    def after(self, delay_us: int, action: Callable[[], None]) -> Event:
        return self.at(self.now_us + delay_us, action)

    def next_us(self) -> int:
        """When the next event is due; far in the future when there is none."""
        queue = self._queue
        while queue and queue[0][2].is_cancelled:
            heapq.heappop(queue)
        return queue[0][0] if queue else FAR_FUTURE_US

    def run_next(self) -> None:
        """Let the next event happen."""
        time_us, _, event = heapq.heappop(self._queue)
        if not event.is_cancelled:
            if time_us > self.now_us:
                self.now_us = time_us
            event.action()

    def run_until(self, time_us: int, is_done: Callable[[], bool] | None = None) -> bool:
        """Run up to `time_us`, or until `is_done()`; says whether it was done."""
        while True:
            if is_done is not None and is_done():
                return True
            if self.next_us() > time_us:
                self.now_us = max(self.now_us, time_us)
                return is_done is not None and is_done()
            self.run_next()

    def settle(self) -> None:
        """Let happen what is due by now: who acts then, acts at a moment that can be repeated."""
        while self.next_us() <= self.now_us:
            self.run_next()

    def run_for_ms(self, duration_ms: int, is_done: Callable[[], bool] | None = None) -> bool:
        return self.run_until(self.now_us + duration_ms * 1000, is_done)
