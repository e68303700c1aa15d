"""The supply's own warning: the one interrupt that acts, because some 20 ms are left.

Motor, solenoids and stepper would eat what the memory needs: they go off in the interrupt, before
the edge is put into the ring and anything is recorded.
"""

from firmware.drivers.edge_input import EdgeInput


class PowerFailInput(EdgeInput):
    """`switch_off` takes functions that allocate nothing and only write pins."""

    def __init__(self, pin_number, source, ring, wake, failing):
        self._failing = failing
        self._outputs = []
        EdgeInput.__init__(self, pin_number, source, ring, wake)

    def switch_off(self, output):
        """Register what goes off."""
        self._outputs.append(output)

    def is_failing(self):
        return self._pin.value() == self._failing

    def _edge(self, pin):
        if pin.value() == self._failing:
            for output in self._outputs:
                output()
        EdgeInput._edge(self, pin)
