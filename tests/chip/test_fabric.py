"""The emulated PIO, DMA, converter and UART requests themselves, by programs on the chip."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from tests.chip.shoe_bench import ShoeBench, good_image


@pytest.fixture(scope="module")
def board() -> Iterator[ShoeBench]:
    board = ShoeBench(good_image())
    yield board
    assert board.counters()["errors"] == []
    board.close()


def program(text: str, options: str = "") -> str:
    body = "".join(f"  {line}\n" for line in text.strip().splitlines())
    return f"@rp2.asm_pio({options})\ndef program():\n{body}\n"


def test_pio__divider_with_a_fraction__ticks_as_the_chip_does(board: ShoeBench) -> None:
    """2 MHz of 125 MHz is 62.5 cycles: a pulse of 4 + 6 ticks is 625 cycles, always."""
    board.do("machine.Pin(pins.ENABLE, machine.Pin.OUT, value=0)")
    board.move(record=True)
    pulses = program("set(pins, 1)[3]\nset(pins, 0)[5]", "set_init=rp2.PIO.OUT_LOW")
    board.do(pulses + "sm = rp2.StateMachine(0, program, freq=2_000_000, set_base=machine.Pin(22))")
    board.do("sm.active(1)")
    board.run(2)
    board.do("sm.active(0)")
    times = board.truth()["times"]
    assert len(times) > 390
    assert {after - before for before, after in pairwise(times)} == {5_000}


def test_pio__shifts_and_thresholds__as_encoded(board: ShoeBench) -> None:
    """Words of 32 bits go in, three of 12 bits come out, by autopull and autopush."""
    text = program(
        "out(x, 4)\nin_(x, 4)",
        "autopull=True, pull_thresh=32, autopush=True, push_thresh=12,"
        " out_shiftdir=rp2.PIO.SHIFT_RIGHT, in_shiftdir=rp2.PIO.SHIFT_LEFT",
    )
    board.do(text + "sm = rp2.StateMachine(0, program, freq=10_000_000)\nsm.active(1)")
    answer = board.do(
        "sm.put(0x12345678)\nsm.put(0x9ABCDEF0)\nprint(*[hex(sm.get()) for _ in range(5)])\n"
        "print(sm.rx_fifo(), sm.tx_fifo())\nsm.active(0)"
    )
    assert answer.split() == ["0x876", "0x543", "0x210", "0xfed", "0xcba", "0", "0"]


def test_pio__relative_flag_and_wait__reach_the_right_machine(board: ShoeBench) -> None:
    text = program("irq(block, rel(0))\nset(x, 9)\nin_(x, 32)\npush()")
    board.do(
        text + "hits = []\nsm = rp2.StateMachine(2, program)\n"
        "sm.irq(lambda s: hits.append(s.irq().flags()), hard=False)\nsm.active(1)"
    )
    assert board.do("print(sm.get(), len(hits) > 0)\nsm.active(0)\nsm.irq(None)") == "9 True"


def test_pio__push_into_a_full_queue__newest_is_dropped_and_flagged(board: ShoeBench) -> None:
    text = program("set(x, 0)\nlabel('on')\nmov(isr, x)\npush(noblock)\njmp(x_dec, 'on')")
    board.do(text + "machine.mem32[0x50200008] = 0xFFFFFFFF\nsm = rp2.StateMachine(0, program)")
    answer = board.do(
        "sm.active(1)\nsm.active(0)\nprint(machine.mem32[0x50200008] & 1, sm.rx_fifo(), sm.get())"
    )
    assert answer == "1 4 0"


def test_pio__joined_queue__is_eight_deep_and_emptied(board: ShoeBench) -> None:
    text = program("pull()\nwrap_target()\nnop()\nwrap()", "fifo_join=rp2.PIO.JOIN_TX")
    answer = board.do(
        text + "sm = rp2.StateMachine(0, program)\nfor n in range(8): sm.put(n)\n"
        "print(sm.tx_fifo())\nsm.init(program)\nprint(sm.tx_fifo())"
    )
    assert answer.split() == ["8", "0"]


def test_dma__sizes_ring_chain_and_swap__memory_as_told(board: ShoeBench) -> None:
    answer = board.do(
        "from array import array\n"
        "a = bytearray(range(16)); b = bytearray(16); c = bytearray(16)\n"
        "one, two = rp2.DMA(), rp2.DMA()\n"
        "two.config(read=a, write=c, count=4, ctrl=two.pack_ctrl(bswap=True))\n"
        "one.config(read=a, write=b, count=16, trigger=True,"
        " ctrl=one.pack_ctrl(size=0, chain_to=two.channel))\n"
        "while one.active() or two.active(): pass\n"
        "print(bytes(b) == bytes(a), bytes(c[:4]), one.count)\n"
        "one.close(); two.close()"
    )
    assert answer == r"True b'\x03\x02\x01\x00' 0"


def test_dma__from_the_uart_while_a_sector_is_erased__every_byte(board: ShoeBench) -> None:
    """An erase takes 45 ms with interrupts off: 518 byte times, and the queue has 32 places."""
    board.do("uart = machine.UART(0, 115_200, tx=machine.Pin(0), rx=machine.Pin(1), timeout=0)")
    board.do(
        "kept = bytearray(400)\ncatch = rp2.DMA()\n"
        "catch.config(read=0x40034000, write=kept, count=400, trigger=True,"
        " ctrl=catch.pack_ctrl(size=0, inc_read=False, treq_sel=21))"
    )
    sent = bytes(n * 7 & 0xFF for n in range(400))
    before = board.truth()["overruns"]
    board.move(uart=[[3, sent.hex()]])
    answer = board.do(
        "flash_map.journal().erase_sector(3)\nprint(catch.count, kept.hex())\n"
        "catch.active(0)\ncatch.close()\nuart.deinit()"
    )
    left, kept = answer.split()
    assert left == "0" and bytes.fromhex(kept) == sent
    assert board.truth()["overruns"] == before


def test_converter__started_while_it_works__start_is_lost_and_counted(board: ShoeBench) -> None:
    board.move(current=1_500)
    board.do("adc = machine.ADC(machine.Pin(pins.ADC_CURRENT))")
    assert int(board.do("print(adc.read_u16() >> 4)")) == 1_500
    before = board.truth()["adc"]
    board.do(
        "import micropython\n@micropython.viper\n"
        "def twice(at: int):\n  cs = ptr32(at)\n  cs[0] = 0x2005\n  cs[0] = 0x2005\n"
        "twice(0x4004C000)"
    )
    after = board.truth()["adc"]
    assert after["lostStarts"] - before["lostStarts"] == 1
    assert after["conversions"][2] - before["conversions"][2] == 1
