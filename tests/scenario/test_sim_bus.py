"""Interrupts that come with an answer, in order, with the level of now; masks kept."""

from __future__ import annotations

from pathlib import Path

from faro.sim.rig import Rig
from tests.proofs.machine_matrix.bench import ShuffleBench
from tests.proofs.machine_matrix.speed import one_cycle

PIN_A, PIN_B = 21, 22
MOST_ROUND_TRIPS = 6_500  # of a cycle with pictures; what a simulated second costs goes by them
WATCHER = f"""
from machine import Pin, disable_irq, enable_irq
from time import sleep_ms, ticks_ms

def edge(pin):
    print("edge", pin.id, pin.value(), ticks_ms())

for number in ({PIN_A}, {PIN_B}):
    Pin(number, Pin.IN, Pin.PULL_UP).irq(edge, Pin.IRQ_RISING | Pin.IRQ_FALLING)
print("ready")
sleep_ms(30)
state = disable_irq()
sleep_ms(30)
print("unmasked", ticks_ms())
enable_irq(state)
sleep_ms(30)
print("level", Pin({PIN_A}).value())
while True:
    sleep_ms(1000)
"""


def lines_of(folder: Path, changes: list[tuple[int, int, int]]) -> list[list[str]]:
    """What the watcher prints when pins change at those times, from when it is ready on."""
    (folder / "base").mkdir(exist_ok=True)
    (folder / "base/main.py").write_text(WATCHER)  # in the place of the loader
    with Rig(("shoe",), 1, (folder,)) as rig:
        board, kernel = rig.boards["shoe"].board, rig.kernel
        rig.power_on()
        for at_ms, pin, level in changes:
            kernel.at(at_ms * 1000, lambda pin=pin, level=level: board.pin(pin).drive(level))
        kernel.run_for_ms(120)
        return [line.split() for line in board.vm.log_text().splitlines()]


def test_edges__while_waiting__each_told_at_its_time_with_its_level(tmp_path: Path) -> None:
    said = lines_of(tmp_path, [(5, PIN_A, 0), (9, PIN_A, 1), (9, PIN_B, 0)])
    assert said[:4] == [
        ["ready"],
        ["edge", str(PIN_A), "0", "5"],
        ["edge", str(PIN_A), "1", "9"],
        ["edge", str(PIN_B), "0", "9"],
    ]


def test_edges__changed_again_at_once__handler_sees_the_level_of_now(tmp_path: Path) -> None:
    said = lines_of(tmp_path, [(5, PIN_A, 0), (5, PIN_A, 1)])
    assert [line[1:3] for line in said[1:3]] == [[str(PIN_A), "1"], [str(PIN_A), "1"]]


def test_edges__masked__held_back_until_allowed(tmp_path: Path) -> None:
    said = lines_of(tmp_path, [(40, PIN_A, 0), (41, PIN_B, 0), (42, PIN_B, 1)])
    assert [line[0] for line in said[1:6]] == ["unmasked", "edge", "edge", "edge", "level"]
    assert [line[1:3] for line in said[2:5]] == [
        [str(PIN_A), "0"],
        [str(PIN_B), "1"],
        [str(PIN_B), "1"],
    ]
    assert int(said[2][3]) >= 60


def test_cycle__read_from_pictures__few_round_trips() -> None:
    """Independent of how busy this computer is, where a time would not be."""
    with ShuffleBench(5, is_optical=True) as bench:
        bench.load()
        before = bench.board.board.vm.round_trips
        one_cycle(bench)
        assert bench.board.board.vm.round_trips - before < MOST_ROUND_TRIPS


def test_edges__several_at_once__each_handler_sees_its_own_pin(tmp_path: Path) -> None:
    """No handler runs in the middle of another, whatever time it takes."""
    slow = WATCHER.replace("def edge(pin):\n", "def edge(pin):\n    sleep_ms(1)\n")
    assert slow != WATCHER
    (tmp_path / "base").mkdir()
    (tmp_path / "base/main.py").write_text(slow)
    with Rig(("shoe",), 1, (tmp_path,)) as rig:
        board, kernel = rig.boards["shoe"].board, rig.kernel
        rig.power_on()
        for pin, level in ((PIN_A, 0), (PIN_B, 1), (PIN_B, 0), (PIN_A, 1)):
            kernel.at(5_000, lambda pin=pin, level=level: board.pin(pin).drive(level))
        kernel.run_for_ms(60)
        said = [line.split() for line in board.vm.log_text().splitlines()]
    levels = {PIN_A: "1", PIN_B: "0"}
    seen = [(int(line[1]), line[2]) for line in said if line[0] == "edge"]
    assert seen and all(level == levels[pin] for pin, level in seen), said
