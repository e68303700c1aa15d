"""The output tray's sensor: a flicker is no hand, and a hand is seen whenever it came."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from faro.wire.errors import Refused
from firmware.shuffler import cycle as c
from tests.proofs.machine_matrix.bench import ShuffleBench


@pytest.fixture
def bench() -> Iterator[ShuffleBench]:
    made = ShuffleBench(5)
    yield made
    made.rig.close()


def flicker(bench: ShuffleBench, dark_us: int) -> None:
    """The sensor sees nothing for so long, and then the cards again."""
    pin = bench.machine.wiring["PIN_OUTPUT_TRAY"]
    pin.show(False)
    bench.rig.kernel.after(dark_us, lambda: pin.show(True))
    bench.rig.kernel.run_for_ms(400)


def taken(bench: ShuffleBench) -> int:
    return sum(event.name == "PACKET_TAKEN" for event in bench.events())


@pytest.mark.rule("C1", "C10", "A2")
@pytest.mark.parametrize("dark_us", [200, 1_000, 20_000])
def test_tray__sensor_flickers__the_packet_still_lies_there(
    bench: ShuffleBench, dark_us: int
) -> None:
    bench.load()
    assert bench.shuffled() == c.ST_READY
    bench.ask("DELIVER", cards=3)
    assert bench.settle() == c.ST_OFFERED
    for _ in range(3):
        flicker(bench, dark_us)
    assert (bench.state(), taken(bench)) == (c.ST_OFFERED, 0)
    assert bench.machine.is_unlocked
    assert len(bench.machine.take_output()) == 3
    assert bench.settle(states=(c.ST_READY,)) == c.ST_READY
    assert taken(bench) == 1 and not bench.machine.is_unlocked


@pytest.mark.rule("C1", "C10")
def test_deliver__cards_in_the_tray_already__refused(bench: ShuffleBench) -> None:
    bench.load()
    assert bench.shuffled() == c.ST_READY
    bench.machine.wiring["PIN_OUTPUT_TRAY"].show(True)  # somebody laid a card there
    bench.rig.kernel.run_for_ms(200)
    with pytest.raises(Refused, match="still lies in the tray"):
        bench.ask("DELIVER", cards=3)
    bench.machine.wiring["PIN_OUTPUT_TRAY"].show(False)
    bench.rig.kernel.run_for_ms(200)
    bench.ask("DELIVER", cards=3)
    assert bench.settle() == c.ST_OFFERED


def test_unloaded__cards_taken_while_there_is_no_power__empty_after_the_boot(
    bench: ShuffleBench,
) -> None:
    bench.load()
    assert bench.shuffled() == c.ST_READY
    bench.ask("ABORT_CYCLE")
    assert bench.settle() == c.ST_UNLOADED
    bench.board.board.power_off()
    bench.machine.output.clear()
    bench.machine.wiring["PIN_OUTPUT_TRAY"].show(False)
    bench.board.board.power_on()
    bench.rig.wait_ready()
    bench.rig.kernel.run_for_ms(3_000)
    assert bench.state() == c.ST_EMPTY
