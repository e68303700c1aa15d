"""PIO and DMA of the RP2350 against the RP2040's models, cycle by cycle, by random programs.

Both are told the same accesses at the same cycles; whatever a register shows must be equal.  What
only the RP2350 has is tried by itself below.
"""

from __future__ import annotations

import json
import random
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hw_sim.chip.rp2350_chip import Rp2350
from hw_sim.chip.tools import install, node

PIO0, PIO1, DMA, PADS, ADC = 0x50200000, 0x50300000, 0x50000000, 0x40038004, 0x400A0000
IO = 0x40028000
CTRL, FSTAT, FDEBUG, FLEVEL, TXF, RXF, IRQ, PADOUT, PADOE = 0, 4, 8, 12, 16, 32, 0x30, 0x3C, 0x40
MEMORY, SM, SM_BYTES, BASE = 0x48, 0xC8, 0x18, 0x168
RAM = 0x2000_8000
SEEN = (FSTAT, FDEBUG, FLEVEL, IRQ, PADOUT, PADOE, *(SM + SM_BYTES * n + 12 for n in range(4)))
PROGRAMS = 60
TWIN = Path(__file__).parent / "fabric_twin.mjs"
# sp, first instruction; wfi, and back to it
ASLEEP = struct.pack("<IIHH", 0x20080000, 0x10000009, 0xBF30, 0xE7FD)
Step = list[Any]


@pytest.fixture
def chip() -> Iterator[Rp2350]:
    """A chip whose processor sleeps."""
    made = Rp2350(object(), seed=0)
    made.flash[: len(ASLEEP)] = ASLEEP
    made.power(True)
    made.run(made.now + 1000)
    for pin in range(48):
        made.poke(PADS + 4 * pin, 0x40)  # inputs, and no isolation
    yield made
    made.close()


def instruction(rng: random.Random) -> int:
    """Any of the RP2040's; what only the newer block has is left out."""
    kind = rng.choice((0, 0, 1, 2, 2, 3, 3, 4, 5, 6, 7, 7))
    op = kind << 13 | rng.randrange(1 << 5) << 8 | rng.randrange(256)
    if (kind == 1 and op >> 5 & 3 == 3) or (kind == 4 and op & 0x1F):
        op &= ~0x7F if kind == 1 else ~0x1F
    if (kind == 1 and op >> 5 & 3 == 2) or kind == 6:
        op &= ~0x08  # the flag of another block
    if kind == 1 and op >> 5 & 3 == 0:
        op = op & ~0x1F | rng.randrange(30)
    if kind == 5 and (op >> 5 & 7 in (3, 4) or op & 7 in (3, 4) or op >> 3 & 3 == 3):
        op = 0xA000 | 0x42  # mov(y, y)
    if (kind == 3 and op >> 5 & 7 == 7) or (kind == 5 and op >> 5 & 7 == 4):
        op = 0xA042  # no instruction out of data: it would be any
    return op


def steps_of(rng: random.Random) -> list[Step]:
    """Four machines with programs and settings of chance, words in, pins moving, looks between."""
    steps: list[Step] = []
    at = 1_000

    def write(offset: int, value: int) -> None:
        steps.append([at, "write", "pio", offset, value])

    for n in range(32):
        write(MEMORY + 4 * n, instruction(rng))
    for n in range(4):
        place = SM + SM_BYTES * n
        write(place, rng.choice((1 << 16, 3 << 16 | 0x8000, rng.randrange(1, 40) << 16)))
        top = rng.randrange(8, 32)
        side = rng.randrange(3) << 29
        write(place + 4, rng.randrange(2) << 30 | rng.randrange(30) << 24 | top << 12)
        write(place + 8, rng.choice((0, 0, 1, 2)) << 30 | rng.randrange(1 << 14) << 16)
        pins = rng.randrange(6) << 26 | rng.randrange(8) << 20 | rng.randrange(20) << 15
        write(place + 20, side | pins | rng.randrange(1 << 15) & 0x6F7B)
        write(place + 16, rng.randrange(8))  # jmp
    write(CTRL, 0xFFF)
    for _ in range(120):
        at += rng.randrange(1, 90)
        match rng.randrange(5):
            case 0:
                steps.append([at, "pin", rng.randrange(30), rng.randrange(2)])
            case 1 | 2:
                write(TXF + 4 * rng.randrange(4), rng.randrange(1 << 32))
            case 3:
                steps.append([at, "read", "pio", RXF + 4 * rng.randrange(4)])
            case _:
                write(IRQ, rng.randrange(256))
        steps += [[at, "read", "pio", offset] for offset in SEEN]
    return steps


def ctrl(chip: int, **bits: int) -> int:
    """A DMA channel's control word, as either chip has it: rows of (bit, bit on the RP2350)."""
    places = {"en": (0, 0), "size": (2, 2), "read": (4, 4), "write": (5, 6), "ring": (6, 8),
              "ring_write": (10, 12), "chain": (11, 13), "treq": (15, 17), "quiet": (21, 23),
              "swap": (22, 24)}  # fmt: skip
    return sum(value << places[name][chip] for name, value in bits.items())


def dma_steps(rng: random.Random, chip: int) -> list[Step]:
    """Words from memory to a machine that turns each round, and back to memory."""
    steps: list[Step] = []
    at = 1_000
    words = 24
    for n in range(words):
        steps.append([at, "word", RAM + 4 * n, rng.randrange(1 << 32)])
        steps.append([at, "word", RAM + 0x1000 + 4 * n, 0])
    for n, op in enumerate((0x80A0, 0xA04F, 0xA0D2 | rng.randrange(2) << 3, 0x8020)):
        steps.append([at, "write", "pio", MEMORY + 4 * n, op])  # pull, mov y osr, mov isr ::y, push
    steps.append([at, "write", "pio", SM, rng.randrange(1, 9) << 16])
    steps.append([at, "write", "pio", SM + 4, 3 << 12])
    steps.append([at, "write", "pio", SM + 8, rng.choice((0, 1, 2)) << 30 | 0xC << 16])
    size = rng.choice((0, 1, 2))
    out = ctrl(chip, en=1, size=2, read=1, treq=0, chain=3, swap=rng.randrange(2))
    back = ctrl(chip, en=1, size=size, write=1, treq=4, chain=4, ring=rng.choice((0, 5)),
                ring_write=1)  # fmt: skip
    rows = ((3, RAM, PIO0 + TXF, words, out), (4, PIO0 + RXF, RAM + 0x1000, words, back))
    for channel, read, write, count, word in rows:
        for offset, value in ((0, read), (4, write), (8, count), (12, word)):
            steps.append([at, "write", "dma", channel * 64 + offset, value])
    steps.append([at, "write", "pio", CTRL, 0x111])
    for _ in range(50):
        at += rng.randrange(1, 40)
        for offset in (3 * 64, 3 * 64 + 8, 4 * 64 + 4, 4 * 64 + 8, 0x400):
            steps.append([at, "read", "dma", offset])
    steps += [[at, "peek", RAM + 0x1000 + 4 * n] for n in range(words)]
    return steps


def on_rp2350(chip: Rp2350, steps: list[Step]) -> list[int]:
    bases = {"pio": PIO0, "dma": DMA}
    start = chip.now - steps[0][0] + 2_000
    seen: list[int] = []
    for cycle, what, *rest in steps:
        chip.run(start + cycle)
        if what == "pin":
            chip.drive(rest[0], rest[1])
        elif what == "word":
            chip.poke(rest[0], rest[1])
        elif what == "peek":
            seen.append(chip.peek(rest[0]))
        elif what == "read":
            seen.append(chip.peek(bases[rest[0]] + rest[1]))
        else:
            chip.poke(bases[rest[0]] + rest[1], rest[2])
    return seen


def on_rp2040(lists: list[list[Step]]) -> list[list[int]]:
    install()
    asked = json.dumps([{"steps": steps} for steps in lists])
    done = subprocess.run([node(), str(TWIN)], input=asked, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def fresh(chip: Rp2350) -> None:
    """The same chip out of reset, its pins at rest."""
    for pin in range(48):
        chip.drive(pin, 0)
    chip.power(True)
    chip.run(chip.now + 1000)
    for pin in range(48):
        chip.poke(PADS + 4 * pin, 0x40)


def test_pio__random_programs__as_the_rp2040s_at_every_look(chip: Rp2350) -> None:
    lists = [steps_of(random.Random(seed)) for seed in range(PROGRAMS)]
    wanted = on_rp2040(lists)
    for seed, steps in enumerate(lists):
        fresh(chip)
        assert on_rp2350(chip, steps) == wanted[seed], f"program {seed}"


def test_dma__paced_both_ways__as_the_rp2040s_at_every_look(chip: Rp2350) -> None:
    wanted = on_rp2040([dma_steps(random.Random(seed), 0) for seed in range(PROGRAMS)])
    chip.close()
    for seed in range(PROGRAMS):
        twin = Rp2350(object(), seed=0)  # the jitter of the bus is the same from power-on
        twin.flash[: len(ASLEEP)] = ASLEEP
        twin.power(True)
        twin.run(twin.now + 1000)
        assert on_rp2350(twin, dma_steps(random.Random(seed), 1)) == wanted[seed], f"list {seed}"
        twin.close()


# -- what only the RP2350 has --------------------------------------------------------------------


def test_pio__pin_base_16__drives_and_sees_pins_16_to_47(chip: Rp2350) -> None:
    chip.poke(PIO0 + BASE, 16)
    for pin in (40, 47):
        chip.poke(IO + 8 * pin + 4, 6)
    for n, op in enumerate((0xE09F, 0xE01F, 0x4000 | 8, 0x8020)):
        chip.poke(PIO0 + MEMORY + 4 * n, op)
    chip.poke(PIO0 + SM + 4, 3 << 12)
    chip.poke(PIO0 + SM + 20, 1 << 26 | 24 << 5 | 24 << 15)  # one pin from 24: GP40
    chip.drive(47, 1)
    chip.poke(PIO0 + CTRL, 1)
    chip.run(chip.now + 100)
    assert chip.is_driven(40) and chip.level(40) == 1 and not chip.is_driven(47)
    assert chip.peek(PIO0 + RXF) >> 24 == 0x80  # its own output is seen two cycles later
    assert chip.peek(PIO0 + RXF) >> 24 == 0x81  # GP47 from outside, GP40 its own


def test_pads__isolated_after_reset__no_input_and_no_output(chip: Rp2350) -> None:
    chip.power(True)
    chip.run(chip.now + 1000)
    chip.drive(5, 1)
    chip.poke(IO + 8 * 6 + 4, 5)
    chip.poke(0xD0000038, 1 << 6)  # output enable of GP6
    assert chip.peek(0xD0000004) == 0 and not chip.is_driven(6)
    for pin in (5, 6):
        chip.poke(PADS + 4 * pin, 0x40)
    assert chip.peek(0xD0000004) == 1 << 5 and chip.is_driven(6)


def test_dma__endless_count__goes_on_and_its_count_stays(chip: Rp2350) -> None:
    chip.poke(RAM, 0x1234)
    for offset, value in ((0, RAM), (4, RAM + 4), (8, 0xF0000000)):
        chip.poke(DMA + offset, value)
    chip.poke(DMA + 12, ctrl(1, en=1, size=2, treq=63, quiet=1))
    chip.run(chip.now + 10_000)
    moved = chip.count("dma_transfers")
    assert moved > 1_000 and chip.peek(DMA + 8) == 0xF0000000 and chip.peek(RAM + 4) == 0x1234
    chip.run(chip.now + 10_000)
    assert chip.count("dma_transfers") > moved


@pytest.mark.parametrize("is_enabled", [True, False])
def test_dma__abort__starts_again_only_while_it_is_enabled(chip: Rp2350, is_enabled: bool) -> None:
    """Erratum RP2350-E5, in its strict reading."""
    word = ctrl(1, en=1, size=2, treq=4, quiet=1)
    for offset, value in ((0, RAM), (4, RAM + 4), (8, 5), (12, word)):
        chip.poke(DMA + offset, value)
    assert chip.peek(DMA + 12) >> 26 & 1  # waits for a machine that gives nothing
    if not is_enabled:
        chip.poke(DMA + 16, word & ~1)
    chip.poke(DMA + 0x464, 1)
    assert (chip.peek(DMA + 12) >> 26 & 1) == is_enabled
    assert chip.count("unsafe_aborts") == is_enabled


def test_converter__eight_inputs__each_its_own(chip: Rp2350) -> None:
    class World:
        def sample(self, channel: int) -> int:
            return 300 * channel + 7

    twin = Rp2350(World(), seed=0)
    twin.flash[: len(ASLEEP)] = ASLEEP
    twin.power(True)
    for channel in range(8):
        twin.poke(ADC, channel << 12 | 1)
        twin.poke(ADC, channel << 12 | 5)
        twin.run(twin.now + 150)
        assert not twin.peek(ADC) >> 8 & 1  # 2 µs are 300 cycles
        twin.run(twin.now + 160)
        assert twin.peek(ADC) >> 8 & 1 and twin.peek(ADC + 4) == 300 * channel + 7
    twin.close()
