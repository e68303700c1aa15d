"""The line "no more bets" to the meter board; its changes are events."""

from firmware.board.rows import EV_NO_MORE_BETS
from firmware.drivers.output_pin import OutputPin


class BetsLine:
    """It says so from reset on, until the boot knows whether a round is in play."""

    def __init__(self, record, pins):
        self._record = record
        self._active = pins.ACTIVE_NO_MORE_BETS
        self._pin = OutputPin(pins.PIN_NO_MORE_BETS, self._active)
        self._is_on = 0

    def raise_early(self):
        """A card is on its way; whether it opens a round is told when it has been read."""
        self._pin.set(self._active)

    def show(self, is_on):
        self._pin.set(self._active if is_on else 1 - self._active)
        if is_on != self._is_on:
            self._is_on = is_on
            self._record(EV_NO_MORE_BETS, is_on)
