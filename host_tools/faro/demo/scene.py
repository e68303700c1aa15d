"""What the demo's scenes share: who speaks, a live shoe whose deck is enrolled, its keys."""

from __future__ import annotations

from collections.abc import Callable

from faro.sim.rig import Rig, provision
from faro.sim.scenarios.enrolled import enrol
from faro.wire.client import Client
from faro.wire.keys import DeviceKeys
from hw_sim.live import LiveTable

Say = Callable[[str], None]


def live_shoe(seed: int, speed: float) -> LiveTable:
    """A shoe on real ports that knows its deck (faro enrol)."""
    rig = Rig(("shoe",), seed)
    enrol(rig.boards["shoe"])
    return LiveTable(rig, speed)


def move_lid(live: LiveTable, is_open: bool) -> None:
    live.do(lambda: live.rig.boards["shoe"].set_lid(is_open))
    live.do(lambda: live.wait_ms(200))


def provisioned(live: LiveTable) -> DeviceKeys:
    """Keys as on the bench."""
    with Client.open(live.url("shoe")) as client:
        return provision(client, lambda is_open: move_lid(live, is_open))
