"""The status light: three pins, one colour a person would name."""

from __future__ import annotations

from hw_sim.pins import SimPin

_COLOURS = ("off", "blue", "green", "cyan", "red", "magenta", "yellow", "white")


class Lamp:
    """Watches the red, green and blue pins and counts how often the colour changed."""

    def __init__(self, red: SimPin, green: SimPin, blue: SimPin) -> None:
        self._pins = (red, green, blue)
        self.changes = 0
        for pin in self._pins:
            pin.watchers.append(self._changed)

    def _changed(self, _level: int) -> None:
        self.changes += 1

    @property
    def colour(self) -> str:
        red, green, blue = (pin.level() for pin in self._pins)
        return _COLOURS[red << 2 | green << 1 | blue]
