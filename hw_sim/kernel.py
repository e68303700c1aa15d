"""The virtual clock: a queue of things that happen, in order of time.

Everything physical is an event here.  A board's firmware is one too: it runs, in zero virtual
time but for what its bus accesses cost, when its own wake-up comes to the front.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass, field

FAR_FUTURE_US = 1 << 61


@dataclass(order=True)
class Event:
    """Something that will happen at `time_us`; `cancel()` takes it back."""

    time_us: int
    order: int
    action: Callable[[], None] = field(compare=False)
    is_cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        self.is_cancelled = True


class Kernel:
    """Owns virtual time.  The same seed gives the same run, byte for byte."""

    def __init__(self, seed: int = 1) -> None:
        self.seed = seed
        self.now_us = 0
        self._queue: list[Event] = []
        self._order = 0

    def rng(self, name: str) -> random.Random:
        """A random source of its own for each part, so that one part's use moves no other."""
        return random.Random(f"{self.seed}/{name}")

    def at(self, time_us: int, action: Callable[[], None]) -> Event:
        self._order += 1
        event = Event(max(time_us, self.now_us), self._order, action)
        heapq.heappush(self._queue, event)
        return event

    def after(self, delay_us: int, action: Callable[[], None]) -> Event:
        return self.at(self.now_us + delay_us, action)

    def next_us(self) -> int:
        """When the next event is due; far in the future when there is none."""
        queue = self._queue
        while queue and queue[0].is_cancelled:
            heapq.heappop(queue)
        return queue[0].time_us if queue else FAR_FUTURE_US

    def run_next(self) -> None:
        """Let the next event happen."""
        event = heapq.heappop(self._queue)
        if not event.is_cancelled:
            self.now_us = max(self.now_us, event.time_us)
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

    def run_for_ms(self, duration_ms: int, is_done: Callable[[], bool] | None = None) -> bool:
        return self.run_until(self.now_us + duration_ms * 1000, is_done)
