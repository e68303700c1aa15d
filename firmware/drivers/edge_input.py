"""A digital input whose changes come by interrupt: gates, switches, buttons, keys."""

from time import ticks_ms

from machine import Pin


class EdgeInput:
    """Puts each edge into the ring and wakes the input task; does nothing else in the interrupt.

    A hard interrupt: it comes while the program collects garbage, so time and count are those of
    the edge.  All that put into the ring have one priority, so none comes in another's middle.

    Without a pull-up there is no pull at all: None; -1 would be both (rp2 machine_pin.c).
    `count` gives an encoder's place, which is kept with the edge.
    """

    def __init__(self, pin_number, source, ring, wake, has_pull_up=True, count=None):
        pull = Pin.PULL_UP if has_pull_up else None
        self._pin = Pin(pin_number, Pin.IN, pull)  # pyright: ignore[reportArgumentType] (None is)
        self._source = source
        self._ring = ring
        self._wake = wake
        self._count = count
        self._pin.irq(self._edge, Pin.IRQ_RISING | Pin.IRQ_FALLING, hard=True)

    def level(self):
        return self._pin.value()

    def _edge(self, pin):
        level = pin.value()
        count = 0 if self._count is None else self._count()
        self._ring.put(self._source, level, ticks_ms(), count)
        self._wake()
