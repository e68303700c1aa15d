"""Boards that have booted: tests of the wire start where the self-test has ended."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hw_sim.rig import Rig

_LONGEST_BOOT_MS = 60_000


def boot(rig: Rig) -> Rig:
    """Power on and run until every board's lamp shows that it is ready."""
    rig.power_on()
    lamps = [board.lamp for board in rig.boards.values()]
    is_ready = rig.kernel.run_for_ms(
        _LONGEST_BOOT_MS, lambda: all(lamp.colour == "green" for lamp in lamps)
    )
    assert is_ready, [lamp.colour for lamp in lamps]
    rig.kernel.run_for_ms(10)
    return rig


@pytest.fixture
def rig(make_rig: Callable[..., Rig]) -> Rig:
    """Both boards, booted, self-test passed."""
    return boot(make_rig())
