"""Things that happen at the simulated table, by name; `faro sim --scenario NAME` plays one."""

from __future__ import annotations

from collections.abc import Callable

from faro.sim.rig import Rig
from hw_sim.world.shoe import ShoeWorld
from hw_sim.world.table import TableWorld


def quiet(_rig: Rig) -> None:
    """Nothing happens."""


def first_round(rig: Rig) -> None:
    """Three players bet, five cards are dealt, somebody opens the lid and closes it again."""
    at = rig.kernel.after
    shoe = ShoeWorld(rig.boards["shoe"])
    table = TableWorld(rig.boards["meter"])
    for i, seat in enumerate((2, 5, 7)):
        at(1_000_000 + i * 300_000, lambda seat=seat: table.place_bet(seat))
    at(2_500_000, lambda: shoe.deal(5))
    at(5_000_000, lambda: rig.boards["shoe"].set_lid(True))
    at(6_000_000, lambda: rig.boards["shoe"].set_lid(False))


_BUSY_US = 60_000  # a card's event takes the chip some 10 ms, its frame as long again


def busy(rig: Rig) -> None:
    """Cards pass faster than a machine deals, and as fast as the chip can tell of, without end."""
    shoe = ShoeWorld(rig.boards["shoe"])

    def pull() -> None:
        shoe.pull_card(5)
        rig.kernel.after(_BUSY_US, pull)

    rig.kernel.after(500_000, pull)


SCENARIOS: dict[str, Callable[[Rig], None]] = {
    "quiet": quiet,
    "first-round": first_round,
    "busy": busy,
}
