"""PIO programs of the card path: the cameras' lines, the roller's steps that trigger them.

Together with the carousel's pulses (step_generator.py) they fill PIO 0: 18 + 4 + 10 instructions.
"""
# ruff: noqa: F821  (the assembler's own words)

import rp2


@rp2.asm_pio(
    sideset_init=(rp2.PIO.OUT_LOW, rp2.PIO.OUT_LOW),
    out_init=(rp2.PIO.OUT_LOW, rp2.PIO.OUT_LOW),
    set_init=(rp2.PIO.OUT_LOW, rp2.PIO.OUT_LOW),
    out_shiftdir=rp2.PIO.SHIFT_RIGHT,
    in_shiftdir=rp2.PIO.SHIFT_LEFT,
)
def lines():
    # side: 1 SI, 2 CLK; out and set: 1 green lamp, 2 red lamp.  A line's order, lowest bits first:
    # lamps 2, turns of the flash 8, pixels - 1 8 (0: no line), word for the converter 14.
    # At the first three instructions it rests: line_camera.py knows.
    wait(0, pin, 0).side(0)  # a card is in the gate
    wrap_target()
    label("next")
    pull().side(0)
    wait(1, irq, 4).side(0)  # 0.2 mm further
    out(pins, 2).side(0)
    out(y, 8).side(0)
    label("shine")
    jmp(y_dec, "shine").side(0)[7]
    set(pins, 0).side(0)
    out(x, 8).side(0)
    jmp(not_x, "next").side(0)
    nop().side(1)[3]  # SI must be up before the clock rises
    nop().side(3)[3]
    label("pixel")
    nop().side(2)[3]  # the pixel settles within 0.12 µs
    in_(osr, 14).side(2)
    push(block).side(2)[7]  # DMA writes it to the converter: one conversion
    nop().side(2)[7]
    nop().side(0)[7]
    jmp(x_dec, "pixel").side(0)[4]
    nop().side(2)[7]  # the 129th clock ends the sensor's line (TSL1401 data sheet)
    wrap()


@rp2.asm_pio()
def steps():
    # Every jump stays inside: a label behind the last instruction would be address 32.
    wrap_target()
    label("wait")
    wait(0, pin, 0)
    wait(1, pin, 0)
    jmp(pin, "wait")  # B is up already: backwards
    irq(4)
    wrap()
