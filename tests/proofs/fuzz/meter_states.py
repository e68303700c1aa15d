"""The meter's own states: wagers, hits, deeds about money, a broken ledger, linked tables."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path

from faro.sim.scenarios.jackpot import JackpotTable
from faro.sim.scenarios.linked import LinkedTables, boot_images
from faro.wire.keys import DeviceKeys
from firmware.store.cells import CELL_POOLS
from hw_sim.nv_image import NvImage
from hw_sim.unpowered import open_store
from tests.proofs.fuzz.both_states import states_of
from tests.proofs.fuzz.scene import Scene, State, powered


def _with_table(overlays: Sequence[Path], act: Callable[[JackpotTable], None]) -> Scene:
    scene = powered("meter", overlays)
    act(JackpotTable(scene.rig, "meter", scene.keys))
    return scene


def _wagers(table: JackpotTable) -> None:
    table.place(2, 3, 5)
    table.antes(2, 3)


def _frozen(table: JackpotTable) -> None:
    table.deal(2, 3, 5)


def _hit(table: JackpotTable) -> None:
    number = table.deal(2, 3)
    table.hands(number, {2: "royal", 3: "flush"})
    table.claim(number, 2, "royal")
    table.claim(number, 3, "flush")


def _hit_asked(table: JackpotTable) -> None:
    _hit(table)
    table.ask("supervisor", "CONFIRM_HIT", round=table.jackpot()["round"])


def _adjusting(table: JackpotTable) -> None:
    table.ask("supervisor", "ADJUST_POOL", amount_uc=1_000_000)


def _locked(overlays: Sequence[Path]) -> Scene:
    """The books do not balance: nothing moves any more."""
    scene = powered("meter", overlays)
    scene.board.board.power_off()
    store = open_store(scene.board)
    pools = store.edit(CELL_POOLS)
    struct.pack_into("<q", pools, 0, struct.unpack_from("<q", pools, 0)[0] + 1)
    store.commit()
    scene.board.board.power_on()
    scene.rig.wait_ready(60_000)
    scene.rig.kernel.run_for_ms(2_100)
    return scene


@cache
def _linked_images() -> list[tuple[NvImage, DeviceKeys]]:
    with LinkedTables(1) as linked:
        return linked.images()


def _linked(place: int, _overlays: Sequence[Path]) -> Scene:
    linked = boot_images(_linked_images())
    table = linked.tables[place]
    return Scene(linked.rig, table.board.board.name, table.keys, is_bus_shared=True)


_TABLE_STATES: tuple[tuple[str, Callable[[JackpotTable], None]], ...] = (
    ("wagers", _wagers),
    ("frozen", _frozen),
    ("hit", _hit),
    ("hit-asked", _hit_asked),
    ("adjusting", _adjusting),
)

STATES = (
    *states_of("meter"),
    *(
        State(f"meter-{name}", "meter", partial(_with_table, act=act))
        for name, act in _TABLE_STATES
    ),
    State("meter-locked", "meter", _locked),
    State("meter-holder", "meter", partial(_linked, 0)),
    State("meter-member", "meter", partial(_linked, 1)),
)
