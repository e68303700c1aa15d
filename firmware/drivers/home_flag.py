"""The flag of the drum: where the steps were when it came and went, kept in the interrupt."""

from array import array

from machine import Pin


class HomeFlag:
    """`edges` since begin(); by level (0: the flag is there) `counts` of the last, `before` of
    the one before it.

    Nothing goes into the ring: whether a turn passes the flag wakes nobody and is counted nowhere
    that can be asked for.
    """

    def __init__(self, pin_number, position):
        self._position = position
        self.edges = 0
        self.counts = array("i", (0, 0))
        self.before = array("i", (0, 0))
        # no pull-up: a wire that is off reads "flag" wherever the drum is, and is found
        self._pin = Pin(pin_number, Pin.IN, None)  # pyright: ignore[reportArgumentType] (None is)
        self._pin.irq(self._edge, Pin.IRQ_RISING | Pin.IRQ_FALLING, hard=True)

    def begin(self):
        """A turn starts."""
        self.edges = 0

    def _edge(self, pin):
        level = pin.value()
        self.before[level] = self.counts[level]
        self.counts[level] = self._position()
        self.edges += 1
