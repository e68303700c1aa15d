"""The status light: three pins, one colour a person would name."""

from __future__ import annotations

from hw_sim.pins import SignalPin

_COLOURS = ("off", "blue", "green", "cyan", "red", "magenta", "yellow", "white")


class Lamp:
    """Watches the red, green and blue pins and counts how often the colour changed."""

    def __init__(self, red: SignalPin, green: SignalPin, blue: SignalPin) -> None:
        self._pins = (red, green, blue)
        self.changes = 0
        for pin in self._pins:
            pin.watch(self._changed)

    def _changed(self, _is_lit: bool) -> None:
        self.changes += 1

    @property
    def colour(self) -> str:
        red, green, blue = (pin.is_active for pin in self._pins)
        return _COLOURS[red << 2 | green << 1 | blue]
