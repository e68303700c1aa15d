"""What the shuffling device sees by level: light gates and trays; edges go to the ring."""

from firmware.drivers.edge_input import EdgeInput
from firmware.shuffler import sources as src

_GATES = 3  # feed, carousel, output


class Sensors:
    """`count` is the roller's, noted with each edge."""

    def __init__(self, board, pins, count):
        ring, wake = board.ring, board.wake.set
        inputs = (
            (pins.PIN_GATE_FEED, src.SRC_FEED),
            (pins.PIN_GATE_CAROUSEL, src.SRC_CAROUSEL),
            (pins.PIN_GATE_OUTPUT, src.SRC_OUTPUT),
            (pins.PIN_GATE_THROAT, src.SRC_THROAT),
        )
        # no pull-up: a gate whose wire is off must read "card" (WIRING.md)
        self._inputs = [EdgeInput(p, source, ring, wake, False, count) for p, source in inputs]
        self._cards = pins.ACTIVE_TRAYS
        self._feed_tray = EdgeInput(pins.PIN_FEED_TRAY, src.SRC_FEED_TRAY, ring, wake, count=count)
        self._output_tray = EdgeInput(
            pins.PIN_OUTPUT_TRAY, src.SRC_OUTPUT_TRAY, ring, wake, count=count
        )

    def gates(self):
        """Bits of the gates that see a card now: feed, carousel, output."""
        found = 0
        for gate in range(_GATES):
            if self._inputs[gate].level() == 0:
                found |= 1 << gate
        return found

    def has_feed(self):
        return self._feed_tray.level() == self._cards

    def has_output(self):
        return self._output_tray.level() == self._cards

    def has_output_at(self, level):
        """What an edge of the output tray's sensor says."""
        return level == self._cards
