"""The status light: three pins, one colour a person would name."""

from __future__ import annotations

from hw_sim.pins import SignalPin

_COLOURS = ("off", "blue", "green", "cyan", "red", "magenta", "yellow", "white")


class Lamp:
    """The red, green and blue pins together."""

    def __init__(self, red: SignalPin, green: SignalPin, blue: SignalPin) -> None:
        self._pins = (red, green, blue)

    @property
    def colour(self) -> str:
        red, green, blue = (pin.is_active for pin in self._pins)
        return _COLOURS[red << 2 | green << 1 | blue]
