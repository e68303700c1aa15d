"""Wall-clock time for people: local time, or UTC when asked for; and whether to trust it."""

from __future__ import annotations

import time

from faro.wire.events import clock_name

UNSET = "clock not set"
_WIDTH = len("2026-01-01 00:00:00")


def when_text(utc_s: int, clock: int, is_utc: bool = False) -> str:
    """Date and time in one width, so that lines stay in columns."""
    if not utc_s:
        return UNSET.ljust(_WIDTH)
    parts = time.gmtime(utc_s) if is_utc else time.localtime(utc_s)
    text = time.strftime("%Y-%m-%d %H:%M:%S", parts) + ("Z" if is_utc else "")
    return text if clock_name(clock) == "set" else f"{text} ({clock_name(clock)})"


def off_text(off_s: int) -> str:
    """How far a board's clock is from this computer's."""
    if abs(off_s) <= 1:
        return "as this computer's"
    return f"{abs(off_s)} s {'ahead of' if off_s > 0 else 'behind'} this computer's"
