"""The feed roller's encoder: a PIO program follows both tracks, so no edge is ever missed."""

# pyright: reportUndefinedVariable=false
# ruff: noqa: F821  (the assembler's own words)

import rp2
from machine import Pin

_SM = 4  # of PIO 1, which the program fills: so it lies at address 0, as its jumps need
_FREQ_HZ = 2_000_000  # 200,000 looks a second: a card at 10 m/s
_DREQ_PIO1_RX0 = 12


@rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT, out_shiftdir=rp2.PIO.SHIFT_RIGHT)
def _follow():
    # Jump table, 16 entries from address 0: old B, old A, new B, new A.
    jmp("update")  # 00 -> 00
    jmp("down")  # 00 -> 01
    jmp("up")  # 00 -> 10
    jmp("update")  # 00 -> 11, cannot happen
    jmp("up")  # 01 -> 00
    jmp("update")  # 01 -> 01
    jmp("update")  # 01 -> 10
    jmp("down")  # 01 -> 11
    jmp("down")  # 10 -> 00
    jmp("update")  # 10 -> 01
    jmp("update")  # 10 -> 10
    jmp("up")  # 10 -> 11
    jmp("update")  # 11 -> 00
    jmp("up")  # 11 -> 01
    label("down")
    jmp(y_dec, "update")  # 11 -> 10
    wrap_target()
    label("update")  # 11 -> 11
    mov(isr, y)
    push(noblock)
    out(isr, 2)  # the two old levels
    in_(pins, 2)
    mov(osr, isr)
    mov(pc, isr)
    label("up")  # y + 1 = ~(~y - 1)
    mov(y, invert(y))
    jmp(y_dec, "turned")
    label("turned")
    mov(y, invert(y))
    wrap()
    nop()
    nop()
    nop()
    nop()
    nop()
    nop()
    nop()
    nop()


class RollerEncoder:
    """`count()` gives signed counts since power-up; up is towards the carousel."""

    def __init__(self, chip, pin_a):
        base = Pin(pin_a, Pin.IN, Pin.PULL_UP)
        Pin(pin_a + 1, Pin.IN, Pin.PULL_UP)
        machine = rp2.StateMachine(_SM, _follow, freq=_FREQ_HZ, in_base=base)
        machine.exec("set(y, 0)")
        self._newest = chip.LiveWord(machine, _DREQ_PIO1_RX0, chip.DMA_FOREVER)
        machine.active(1)
        self.count = self._newest.value
