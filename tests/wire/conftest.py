"""For tests that build their own rigs."""

from __future__ import annotations

from faro.sim.rig import Rig


def boot(rig: Rig) -> Rig:
    """Power on and wait until every board is ready."""
    rig.power_on()
    rig.wait_ready()
    return rig
