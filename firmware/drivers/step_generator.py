"""Steps for the carousel: a trapezoid of speed, fed to a PIO program by DMA as pulse lengths.

Once a move has begun, no instruction of the CPU is needed until it has ended: collections, flash
and busy loops stop no pulse.  The program tells each pulse it has made, and DMA counts them.
"""

# pyright: reportUndefinedVariable=false, reportCallIssue=false

from array import array
from math import sqrt

import rp2
from machine import Pin, disable_irq, enable_irq

from firmware.drivers.step_words import fill

_SM = 2  # of PIO 0
_DREQ_PIO0_TX2 = 2
_DREQ_PIO0_RX2 = 6
_SM_HZ = 8_000_000
_PULSE_CYCLES = 8  # beside the two loops
_WORD_CYCLES = 2  # to fetch the next word
_RAMP_PULSES = 320  # up to 16,000 steps/s with 400,000 steps/s²
_USUAL_ACCELERATION = 400_000  # its ramp takes 27 ms to make: at boot


@rp2.asm_pio(set_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_RIGHT)
def _pulse():
    # A word: pulses - 1 in the low 16 bits, the turns of each half in the high ones.
    pull(block)
    out(y, 16)
    label("pulse")
    mov(x, osr)
    set(pins, 1)
    label("high")
    jmp(x_dec, "high")
    mov(x, osr)
    set(pins, 0)
    label("low")
    jmp(x_dec, "low")
    push(noblock)
    jmp(y_dec, "pulse")


class StepGenerator:
    """`move` starts a ramp and returns; `on_done` is called, as interrupt, after its last pulse."""

    def __init__(self, pin_step, pin_dir, pin_enable, on_done):
        self._step = Pin(pin_step)
        self._dir = Pin(pin_dir, Pin.OUT, value=0)
        self._enable = Pin(pin_enable, Pin.OUT, value=1)
        self._on_done = on_done
        self._ramp = array("H", (0 for _ in range(_RAMP_PULSES)))
        self._make_ramp(_USUAL_ACCELERATION)
        self._words = array("I", (0 for _ in range(2 * _RAMP_PULSES + 1)))
        self._told = array("I", (0,))
        self._start = 0
        self._sign = 1
        self._ordered = 0
        self._is_moving = False
        self._sm = rp2.StateMachine(_SM)
        self._set_up()
        self._feed = rp2.DMA()
        self._feed_ctrl = self._feed.pack_ctrl(inc_write=False, treq_sel=_DREQ_PIO0_TX2)
        self._pulses = rp2.DMA()
        self._count_ctrl = self._pulses.pack_ctrl(
            inc_read=False, inc_write=False, treq_sel=_DREQ_PIO0_RX2, irq_quiet=False
        )
        self._pulses.irq(self._all_out, hard=True)

    def _set_up(self):
        """Empties the program's queues as well."""
        self._sm.init(_pulse, freq=_SM_HZ, set_base=self._step)
        self._sm.active(1)

    def move(self, steps, top, acceleration):
        """Signed microsteps, top speed in steps/s, acceleration in steps/s²."""
        if acceleration != self._acceleration:
            self._make_ramp(acceleration)
        pulses = abs(steps)
        up = min((top * top // acceleration + 1) // 2, pulses // 2, _RAMP_PULSES)
        cruise = pulses - 2 * up
        if cruise:
            speed = min(top, int(sqrt(2 * acceleration * (up + 0.5))))
            cruise = _half_turns(speed) << 16 | cruise - 1
        words = fill(self._words, self._ramp, up, cruise)
        self._enable.value(0)
        self._dir.value(1 if steps < 0 else 0)
        self._begin(pulses, -1 if steps < 0 else 1)
        self._feed.config(
            read=self._words, write=self._sm, count=words, ctrl=self._feed_ctrl, trigger=True
        )

    def _begin(self, pulses, sign):
        """All of it at one moment for an interrupt that asks for the count."""
        state = disable_irq()
        self._sign = sign
        self._ordered = pulses
        self._pulses.config(
            read=self._sm, write=self._told, count=pulses, ctrl=self._count_ctrl, trigger=True
        )
        self._is_moving = True
        enable_irq(state)

    def count(self):
        """Where the pulses so far have led."""
        if not self._is_moving:
            return self._start
        return self._start + self._sign * (self._ordered - self._pulses.count)

    def release(self):
        """Without current in its windings the motor cannot burn."""
        self._enable.value(1)
        self._sm.active(0)
        self._start = self.count()
        self._is_moving = False  # an abort may raise the interrupt once more (RP2040-E13)
        self._feed.active(0)
        self._pulses.active(0)
        self._set_up()

    def _all_out(self, _channel):
        if self._is_moving:
            self._start += self._sign * self._ordered
            self._is_moving = False
            self._on_done()

    def _make_ramp(self, acceleration):
        """v² = 2 a s: the speed in the middle of each pulse from standing."""
        self._acceleration = acceleration
        for i in range(_RAMP_PULSES):
            self._ramp[i] = _half_turns(sqrt(2 * acceleration * (i + 0.5)))


def _half_turns(speed):
    return min(int(_SM_HZ / speed - _PULSE_CYCLES - _WORD_CYCLES) // 2, 0xFFFF)
