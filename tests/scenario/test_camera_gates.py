"""Which gate starts the cameras, and who may use their converter: the driver against the world."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.cards import codes
from firmware.shuffler import cycle as c
from hw_sim.world.cards import Card
from hw_sim.world.shoe import ShoeWorld
from tests.proofs.machine_matrix.bench import ShuffleBench

RUN = """
from firmware import shoe
run = shoe.main
"""
# as it was: pictures are started by the mouth's gate alone
MOUTH_ONLY = """
from firmware.drivers.line_camera import LineCamera
watch = LineCamera.watch
LineCamera.watch = lambda self, _way: watch(self, 0)
"""
# as it was: the motor's current and the supply are converted whenever somebody asks
PAST_THE_OWNER = """
from firmware.drivers.converter import Converter
Converter.read_u16 = lambda self, adc: adc.read_u16()
"""
# the current is asked for at every look, as when the roller is slow
ALWAYS_ASKING = """
from firmware.shuffler.actuators import Actuators
look = Actuators.looked
def looked(self):
    self.current_ma()
    look(self)
Actuators.looked = looked
"""


def _bench(folder: Path, text: str) -> ShuffleBench:
    (folder / "main.py").write_text(text + RUN)
    return ShuffleBench(5, (folder,), is_optical=True)


@pytest.mark.rule("C1", "S1")
def test_machine__cards_both_ways__throat_starts_pictures_then_the_mouth(tmp_path: Path) -> None:
    with _bench(tmp_path, "") as bench:
        gates: list[int] = []
        cameras, pins = bench.board.cameras, bench.board.pins
        for pin in (pins.PIN_GATE_THROAT, pins.PIN_GATE_MOUTH):
            bench.board.board.pin(pin).listeners.append(
                lambda level, pin=pin: gates.append(cameras.gate) if pin == cameras.gate else None
            )
        bench.load()
        assert bench.shuffled() == c.ST_READY
        assert set(gates) == {pins.PIN_GATE_THROAT} and len(gates) == 2 * 52
        bench.ask("DELIVER", cards=0)
        assert bench.settle() == c.ST_OFFERED
        assert len(gates) == 4 * 52 and cameras.way == -1
        bench.machine.take_output()
        bench.settle(states=(c.ST_EMPTY,))
        bench.rig.kernel.run_for_ms(5_000)
        assert (cameras.gate, cameras.way) == (pins.PIN_GATE_MOUTH, 1)
        ShoeWorld(bench.board).feed(Card("QD"))
        bench.rig.kernel.run_for_ms(1_000)
        read = [e.fields["card"] for e in bench.events() if e.name == "CARD_READ"]
        assert read == [codes.card_named("QD")]


def test_machine__pictures_started_by_the_mouth_alone__no_card_is_known(tmp_path: Path) -> None:
    with _bench(tmp_path, MOUTH_ONLY) as bench:
        bench.load()
        assert bench.shuffled() != c.ST_READY
        assert bench.board.cameras.taken == b""


def test_converter__current_asked_for_while_cards_pass__no_pixel_moves(tmp_path: Path) -> None:
    with _bench(tmp_path, ALWAYS_ASKING) as bench:
        bench.load()
        assert bench.shuffled() == c.ST_READY
        assert bench.board.cameras.strays == 0


def test_converter__asked_past_its_owner__pictures_are_spoilt(tmp_path: Path) -> None:
    with _bench(tmp_path, ALWAYS_ASKING + PAST_THE_OWNER) as bench:
        bench.load()
        bench.shuffled()
        verdicts = [e.fields for e in bench.events() if e.name == "PACK_VERDICT"]
        assert bench.board.cameras.strays > 52
        assert all(one["unread_cards"] for one in verdicts)
