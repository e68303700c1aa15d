"""The shoe's own states: tables, rounds, rulings, enrolment, the machine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from firmware.rounds.findings import NO_PLACE
from firmware.rounds.games.catalogue import number_of
from firmware.ruling.told_table import TOLD
from firmware.shuffler import cycle as c
from hw_sim.world.cards import deck
from hw_sim.world.shoe import ShoeWorld
from tests.proofs.fuzz.both_states import states_of
from tests.proofs.fuzz.scene import Scene, State, powered
from tests.proofs.machine_matrix.bench import ShuffleBench

_GAMES = ("tcp", "fcp", "csp", "tcb", "ldb")
_DEALT = ("2S", "9H", "4S", "KD", "6S")


def _table(game: str, overlays: Sequence[Path], is_device: int = 0) -> Scene:
    scene = powered("shoe", overlays)
    client = scene.client("table")
    client.request("OPEN_TABLE", game=number_of(game), equipment=is_device, decks=0, areas=0b11)
    client.request("PACK_LOADED")
    return scene


def _round(game: str, overlays: Sequence[Path]) -> Scene:
    scene = _table(game, overlays)
    scene.deal(*_DEALT)
    return scene


def _ruling(overlays: Sequence[Path]) -> Scene:
    """The supervisor has been asked (LDB 11) and not answered yet."""
    scene = _table("ldb", overlays, is_device=1)
    scene.deal("9H", "2S", "3S")
    jam = next(row[0] for row in TOLD if row[1] == "JAM")
    client = scene.client("table")
    client.request("REPORT_FINDING", irregularity=jam, place=NO_PLACE, detail=0)
    return scene


def _audit(overlays: Sequence[Path]) -> Scene:
    scene = powered("shoe", overlays)
    scene.client("supervisor").request("AUDIT_BEGIN", decks=1, back=0)
    scene.deal("2S", "2S", "9H")
    return scene


def _enrolling(overlays: Sequence[Path]) -> Scene:
    scene = powered("shoe", overlays)
    scene.client("technician").request("ENROL_BEGIN", order=0)
    world = ShoeWorld(scene.board)
    for card in deck()[:6]:
        world.feed(card)
        scene.rig.kernel.run_for_ms(250)
    return scene


def _machine(step: int, overlays: Sequence[Path]) -> Scene:
    """The shuffling machine, with its cards read by identity, on its way to a step."""
    bench = ShuffleBench(5, overlays)
    scene = Scene(bench.rig, "shoe", bench.keys, has_machine_cards=True)
    try:
        bench.load()
        bench.start()
        if step in (c.ST_FEEDING, c.ST_CALLING):
            bench.until(lambda: bench.inside() >= 10)
        else:
            bench.settle()
        if step in (c.ST_DELIVERING, c.ST_OFFERED):
            bench.ask("DELIVER", role="table", cards=5)
        if step == c.ST_OFFERED:
            bench.settle()
        elif step == c.ST_DELIVERING:
            bench.rig.kernel.run_for_ms(700)
        elif step == c.ST_CALLING:  # the lid was opened over the cards
            bench.board.set_lid(True)
            bench.rig.kernel.run_for_ms(300)
            bench.board.set_lid(False)
            bench.rig.kernel.run_for_ms(300)
        if bench.state() != step:
            raise RuntimeError(f"the machine is {c.STATE_NAMES[bench.state()]}")
    except BaseException:
        bench.rig.close()
        raise
    return scene


_MACHINE = (c.ST_FEEDING, c.ST_READY, c.ST_DELIVERING, c.ST_OFFERED, c.ST_CALLING)

STATES = (
    *states_of("shoe"),
    State("shoe-table", "shoe", partial(_table, "tcp")),
    *(State(f"shoe-round-{game}", "shoe", partial(_round, game)) for game in _GAMES),
    State("shoe-ruling", "shoe", _ruling),
    State("shoe-audit", "shoe", _audit),
    State("shoe-enrolling", "shoe", _enrolling),
    *(State(f"shoe-{c.STATE_NAMES[step]}", "shoe", partial(_machine, step)) for step in _MACHINE),
)
