"""Steps for the carousel: a trapezoid of speed, fed to a PIO program by DMA as pulse lengths.

Once a move has begun, no instruction of the CPU is needed until it has ended: collections, flash
and busy loops stop no pulse.  The program tells each pulse it has made, and DMA counts them.

A move is ordered by its duration, whatever its length, and takes that to the cycle or two.
"""

# pyright: reportUndefinedVariable=false, reportCallIssue=false

from array import array
from math import sqrt

import rp2
from machine import Pin, disable_irq, enable_irq

from firmware.drivers.step_words import fill, total

_SM = 2  # of PIO 0
_DREQ_PIO0_TX2 = 2
_DREQ_PIO0_RX2 = 6
_SM_HZ = 8_000_000
_PULSE_CYCLES = 8  # beside the two loops
_WORD_CYCLES = 2  # to fetch the next word
_RAMP_PULSES = 320  # up to 16,000 steps/s with 400,000 steps/s²
_RAMP_STEPS_S2 = 400_000  # of the ramp that is made at boot and stretched for each move: 27 ms
_MOST_TURNS = 0x7FFF
_FAR_STEPS = 4_320 * 100_000  # whole turns of the drum; a small integer has 30 bits


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
    """`move` starts a ramp and returns; `is_moving` until its last pulse is out."""

    def __init__(self, pin_step, pin_dir, pin_enable):
        self._step = Pin(pin_step)
        self._dir = Pin(pin_dir, Pin.OUT, value=0)
        self._enable = Pin(pin_enable, Pin.OUT, value=1)
        self._ramp = array("H", (0 for _ in range(_RAMP_PULSES)))
        for i in range(_RAMP_PULSES):  # v² = 2 a s: the speed in the middle of each pulse
            self._ramp[i] = int(_SM_HZ / sqrt(2 * _RAMP_STEPS_S2 * (i + 0.5))) // 2
        self._words = array("I", (0 for _ in range(2 * _RAMP_PULSES + 2)))
        self._told = array("I", (0,))
        self._start = 0
        self._sign = 1
        self._ordered = 0
        self.is_moving = False
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

    def move(self, steps, duration_ms, ramp_ms):
        """Signed microsteps; the time of all of it, and of each ramp."""
        pulses = abs(steps)
        up = pulses * ramp_ms // (2 * (duration_ms - ramp_ms))
        up = max(min(up, pulses // 2 - 1, _RAMP_PULSES - 1), 0)
        cruise = pulses - 2 * up
        half_cycles = 2 * total(self._ramp, up) + cruise * self._ramp[up]
        cycles = duration_ms * (_SM_HZ // 1000)
        turns = fill(self._words, self._ramp, up, int(2048.0 * cycles / half_cycles))
        words = self._cruise(up, cruise, cycles - 4 * turns)
        self._enable.value(0)
        self._dir.value(1 if steps < 0 else 0)
        self._begin(pulses, -1 if steps < 0 else 1)
        self._feed.config(
            read=self._words, write=self._sm, count=words, ctrl=self._feed_ctrl, trigger=True
        )

    def _cruise(self, up, pulses, cycles):
        """What the ramps' loops leave of the time; in two words, so that it comes out even."""
        turns = (cycles - (_PULSE_CYCLES + _WORD_CYCLES) * 2 * up - 2 * _WORD_CYCLES) // 2
        turns -= pulses * _PULSE_CYCLES // 2
        longer = turns % pulses  # so many pulses get one turn more
        half = min(turns // pulses, _MOST_TURNS - 1)
        first = longer or 1
        self._words[up] = half + (1 if longer else 0) << 16 | first - 1
        if pulses > 1:
            self._words[up + 1] = half << 16 | pulses - first - 1
        return 2 * up + min(pulses, 2)

    def _begin(self, pulses, sign):
        """All of it at one moment for an interrupt that asks for the count."""
        state = disable_irq()
        if abs(self._start) > _FAR_STEPS:
            self._start -= _FAR_STEPS if self._start > 0 else -_FAR_STEPS
        self._sign = sign
        self._ordered = pulses
        self._pulses.config(
            read=self._sm, write=self._told, count=pulses, ctrl=self._count_ctrl, trigger=True
        )
        self.is_moving = True
        enable_irq(state)

    def count(self):
        """Where the pulses so far have led."""
        if not self.is_moving:
            return self._start
        return self._start + self._sign * (self._ordered - self._pulses.count)

    def release(self):
        """Without current in its windings the motor cannot burn."""
        self._enable.value(1)
        self._sm.active(0)
        self._start = self.count()
        self.is_moving = False  # an abort may raise the interrupt once more (RP2040-E13)
        self._feed.active(0)
        self._pulses.active(0)
        self._set_up()

    def _all_out(self, _channel):
        if self.is_moving:
            self._start += self._sign * self._ordered
            self.is_moving = False
