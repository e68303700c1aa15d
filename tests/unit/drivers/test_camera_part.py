"""The simulated cameras: which gate starts them, what a late arming or a stray conversion does."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from firmware.drivers import picture_unpack as lu
from hw_sim.kernel import Kernel
from hw_sim.parts.line_camera import BEFORE, COUNTS_PER_LINE, PIXELS, ROWS, Catch, LineCameras
from tests.helpers.pio_model import fake_chip
from tests.unit.drivers.test_line_unpack import rows, unpacked

GATE, OTHER = 32, 47
LINES_OF_A_CARD = 331  # from one beam of the gate to the other
LINE_US = 360


def numbered(base: int) -> bytes:
    """Eight dark rows beyond the card, then rows that tell which they are."""
    lit = [bytes([min(base + row, 250)]) * PIXELS for row in range(ROWS - BEFORE - 8)]
    return bytes((BEFORE + 8) * PIXELS) + b"".join(lit)


CATCH = Catch(green=(numbered(60), numbered(100)), red=(numbered(61), numbered(101)))


class Bench:
    """Cameras, a roller at constant speed and two gates, armed as the driver does it."""

    def __init__(self, way: int = 1) -> None:
        self.kernel = Kernel()
        self.levels = {GATE: 1, OTHER: 1}
        self.cameras = cameras = LineCameras(self.kernel)
        self.way = cameras.way = way
        cameras.roller = lambda us: way * us * COUNTS_PER_LINE // LINE_US
        cameras.gate_level = lambda pin: self.levels[pin]
        cameras.channels = (2, 3)
        with fake_chip():
            camera: Any = importlib.import_module("firmware.drivers.line_camera")
        words = camera.orders((2, 3) if way > 0 else (3, 2))
        self._orders = b"".join(word.to_bytes(4, "little") for word in words)
        self.arm()

    def arm(self, is_emptied: bool = True) -> None:
        cameras = self.cameras
        if is_emptied:
            cameras.init(16_000_000, GATE)
        else:
            cameras.restart()
        cameras.start_samples(lu.RAW_BYTES)
        cameras.feed(self._orders)
        cameras.active(True)

    def take(self) -> bytes:
        self.cameras.active(False)
        self.cameras.cut()
        return self.cameras.samples()

    def gate(self, level: int, pin: int = GATE) -> None:
        self.levels[pin] = level
        self.cameras.gate_moved(pin)

    def lines(self, count: int) -> None:
        self.kernel.run_until(self.kernel.now_us + count * LINE_US)

    def pass_card(self, pin: int = GATE) -> None:
        self.cameras.enter(CATCH, self.way < 0)
        self.gate(0, pin)
        self.lines(LINES_OF_A_CARD)
        self.cameras.leave()
        self.gate(1, pin)


@pytest.mark.parametrize("way", [1, -1])
def test_pass__either_way__both_corners_upright(way: int) -> None:
    bench = Bench(way)
    bench.pass_card()
    green, red, lines = unpacked(bench.take(), way < 0)
    assert list(lines) == [96, 96]
    for camera, base in ((0, 60), (1, 100)):
        seen = [row[0] for row in rows(green[camera])]
        edge = next(i for i, value in enumerate(seen) if value >= base)
        assert 5 <= edge <= 8
        assert seen[edge + 8 : edge + 80] == [base + i for i in range(8, 80)]
        assert max(row[0] for row in rows(red[camera])) > base + 80


def test_pass__other_gate_or_other_way__nothing_seen() -> None:
    bench = Bench()
    bench.pass_card(OTHER)
    assert bench.cameras.sample_count() == 0 and bench.take() == b""
    bench = Bench(-1)
    bench.cameras.way = 1  # the roller turns the other way than the program looks
    bench.pass_card()
    assert bench.take() == b""


def test_pass__armed_again_in_its_middle__seen_from_there_on() -> None:
    bench = Bench()
    bench.take()
    bench.cameras.enter(CATCH)
    bench.gate(0)
    bench.lines(50)
    bench.arm()
    bench.lines(LINES_OF_A_CARD - 50)
    bench.cameras.leave()
    bench.gate(1)
    green, _red, lines = unpacked(bench.take())
    assert rows(green[0])[1][0] in range(60 + 41, 60 + 48)  # camera A begins inside the card
    assert list(lines) == [96, 92]


def test_pass__armed_after_it__not_seen_at_all() -> None:
    bench = Bench()
    bench.take()
    bench.pass_card()
    bench.arm()
    bench.lines(100)
    assert bench.take() == b""
    bench.arm()
    bench.pass_card()
    assert list(unpacked(bench.take())[2]) == [96, 96]


def test_pass__queue_not_emptied__second_picture_begins_with_old_orders() -> None:
    """What the driver did before it initialised the state machine anew for each card."""
    bench = Bench()
    bench.pass_card()
    good = bench.take()
    bench.arm(is_emptied=False)
    bench.pass_card()
    assert unpacked(bench.take())[0][0] != unpacked(good)[0][0]
    bench.arm()
    bench.pass_card()
    assert unpacked(bench.take())[0][0] == unpacked(good)[0][0]


def test_convert__past_the_owner__every_pixel_behind_it_is_shifted() -> None:
    bench = Bench()
    bench.cameras.is_queueing = True
    bench.cameras.enter(CATCH)
    bench.gate(0)
    bench.lines(40)
    at = bench.cameras.sample_count()
    bench.cameras.converted(0xABCD)
    assert bench.cameras.sample_count() == at + 1
    bench.lines(LINES_OF_A_CARD - 40)
    bench.cameras.leave()
    bench.gate(1)
    shifted = bench.take()
    bench = Bench()
    bench.pass_card()
    straight = bench.take()
    assert shifted[at] == 0xAB
    assert shifted[:at] + shifted[at + 1 :] == straight
    bench = Bench()  # with the queue off, as the owner does it, nothing happens
    bench.cameras.converted(0xABCD)
    bench.pass_card()
    assert bench.take() == straight and bench.cameras.strays == 0


def test_place__roller_turns__in_a_line_or_between_two() -> None:
    bench = Bench()
    assert bench.cameras.place() == 0
    bench.gate(0)
    places: list[int] = []
    for _ in range(72):
        bench.kernel.run_until(bench.kernel.now_us + 5)
        places.append(bench.cameras.place())
    assert {place <= 2 for place in places} == {True, False}


def test_pass__snatched__no_more_lines_than_can_be_read() -> None:
    bench = Bench()
    bench.cameras.roller = lambda us: us // 10  # 2 m/s: a line every 40 µs
    bench.cameras.enter(CATCH)
    bench.gate(0)
    bench.kernel.run_until(LINES_OF_A_CARD * 40)
    bench.cameras.leave()
    bench.gate(1)
    assert list(unpacked(bench.take())[2]) == [42, 0]
