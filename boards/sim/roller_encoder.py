"""The roller encoder on the simulator: counted by the simulator, same calls as the driver."""

import simbus


class RollerEncoder:
    def count(self):
        return simbus.roller_count()
