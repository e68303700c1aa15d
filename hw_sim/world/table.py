"""The table: seven seats with a progressive bet spot each."""

from __future__ import annotations

from hw_sim.rig import BoardRig


class TableWorld:
    """Players put chips on the bet spots."""

    def __init__(self, rig: BoardRig) -> None:
        if rig.expander is None:
            raise ValueError("bet spots belong to a meter board")
        self._expander = rig.expander

    def place_bet(self, seat: int) -> None:
        self._expander.set_sensor(seat - 1, True)
