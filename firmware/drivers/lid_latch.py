"""The latch beside the lid switch: remembers an opening, also while the board had no power."""

from time import sleep_us

from machine import Pin

_CLEAR_PULSE_US = 1_000  # through Q3, see WIRING.md


class LidLatch:
    def __init__(self, pin_latch, pin_clear):
        self._latch = Pin(pin_latch, Pin.IN)
        self._clear = Pin(pin_clear, Pin.OUT, value=0)

    def is_set(self):
        return self._latch.value() == 1

    def clear(self):
        self._clear.value(1)
        sleep_us(_CLEAR_PULSE_US)
        self._clear.value(0)
