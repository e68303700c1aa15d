"""Steps for the carousel: a trapezoid of speed, fed to a PIO program as pulse lengths.

A repeating timer keeps the program's queue filled; the pulses themselves have no jitter.
"""

# pyright: reportUndefinedVariable=false, reportCallIssue=false

from math import sqrt

import rp2
from machine import Pin, Timer

_SM = 4  # of PIO 1
_SM_HZ = 2_000_000
_FILL_HZ = 2_000


@rp2.asm_pio(set_init=rp2.PIO.OUT_LOW)
def _pulse():
    pull(block)  # half the period, in cycles
    mov(x, osr)
    set(pins, 1)
    label("high")
    jmp(x_dec, "high")
    mov(x, osr)
    set(pins, 0)
    label("low")
    jmp(x_dec, "low")


class StepGenerator:
    """`move` starts a ramp and returns; `on_done` is called when the last step is out."""

    def __init__(self, pin_step, pin_dir, pin_enable, on_done):
        self._sm = rp2.StateMachine(_SM, _pulse, freq=_SM_HZ, set_base=Pin(pin_step))
        self._sm.active(1)
        self._dir = Pin(pin_dir, Pin.OUT, value=0)
        self._enable = Pin(pin_enable, Pin.OUT, value=1)
        self._on_done = on_done
        self._timer = Timer()
        self._left = 0
        self._done = 0
        self._sign = 1
        self._top = 1
        self._acceleration = 1
        self._total = 0
        self.position = 0

    def move(self, steps, top, acceleration):
        """Signed microsteps, top speed in steps/s, acceleration in steps/s²."""
        self._enable.value(0)
        self._dir.value(1 if steps < 0 else 0)
        self._sign = -1 if steps < 0 else 1
        self._total = self._left = abs(steps)
        self._done = 0
        self._top = top
        self._acceleration = acceleration
        self._timer.init(freq=_FILL_HZ, mode=Timer.PERIODIC, callback=self._fill)

    def count(self):
        """Microsteps so far, as commanded."""
        return self.position

    def release(self):
        """Without current in its windings the motor cannot burn."""
        self._timer.deinit()
        self._left = 0
        self._enable.value(1)

    def _fill(self, _timer):
        while self._left and self._sm.tx_fifo() < 4:
            self._sm.put(self._half_period())
            self._left -= 1
            self._done += 1
            self.position += self._sign
        if not self._left and not self._sm.tx_fifo():
            self._timer.deinit()
            self._on_done()

    def _half_period(self):
        """v² = 2 a s from the nearer end of the ramp, never more than the top speed."""
        from_end = min(self._done, self._left - 1) + 0.5
        speed = min(sqrt(2 * self._acceleration * from_end), self._top)
        return int(_SM_HZ / speed / 2) - 2
