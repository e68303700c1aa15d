"""How far a sweep has come, as lines: seen in a terminal, in a pipe and in a file alike."""

from __future__ import annotations

import time
from collections.abc import Callable

import click

_EVERY_S = 10.0  # of real time: a person must see that it works


class Progress:
    """Counts what is done and says so every few seconds; on stderr, the report is on stdout."""

    def __init__(
        self, what: str, total: int, clock_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._what = what
        self._total = total
        self._clock_s = clock_s
        self._started_s = self._told_s = clock_s()
        self.done = self.failed = 0

    def add(self, failure: str = "", *, name: str = "") -> None:
        """One more is done; a failure is told at once, with what replays it."""
        self.done += 1
        if failure:
            self.failed += 1
            click.echo(f"  FAILED {name}  {failure}", err=True)
        now_s = self._clock_s()
        if now_s - self._told_s >= _EVERY_S:
            self._told_s = now_s
            left_s = (now_s - self._started_s) / self.done * (self._total - self.done)
            click.echo(
                f"  {self.done} of {self._total} {self._what}, {self.failed} failed,"
                f" {left_s / 60:.0f} min to go",
                err=True,
            )
