"""The chip's watchdog, and starting the chip again on purpose."""

from machine import WDT, reset, reset_cause

TIMEOUT_MS = 5_000  # the RP2040 cannot wait longer than 8.3 s


class Watchdog:
    """Bites when nobody feeds it for TIMEOUT_MS; cannot be stopped once started."""

    def __init__(self):
        self._wdt = WDT(timeout=TIMEOUT_MS)

    def feed(self):
        self._wdt.feed()


def restart():
    """Boot again; does not return."""
    reset()


def why_booted():
    """The chip's reset cause: 1 power on, 3 watchdog or ordered restart."""
    return reset_cause()
