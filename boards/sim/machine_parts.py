"""What the shuffler has on the simulator only: a reader for campaigns without pictures."""

import simbus

from firmware.shuffler.eyes import OneLook
from hw_sim import bus_ops


class IdentityReader(OneLook):
    """Card by card what a perfect reader would say, without pictures: for long campaigns."""

    def sense(self):
        pass

    def read_pass(self, _length_um):
        """Code | back << 8 of the oldest card not yet taken, or -1."""
        return simbus.call(bus_ops.CARD_TAKE, 0, 0)
