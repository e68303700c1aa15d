"""The roller encoder on the simulator: counted by the simulator, same calls as the driver."""

import simbus

from hw_sim import bus_ops


class RollerEncoder:
    def count(self):
        return simbus.call(bus_ops.ENCODER_READ, 0, 0)
