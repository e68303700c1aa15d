"""An infrared gate in the card path: the pin is low while a card is in the beam."""

from __future__ import annotations

from hw_sim.kernel import Kernel
from hw_sim.pins import SimPin


class Gate:
    """Beam and receiver; `is_stuck_level` is a dirty or dead sensor."""

    def __init__(self, kernel: Kernel, pin: SimPin) -> None:
        self._kernel = kernel
        self._pin = pin
        self._stuck_level: int | None = None
        self._is_blocked = False
        self._show()

    def set_blocked(self, is_blocked: bool) -> None:
        self._is_blocked = is_blocked
        self._show()

    def pass_card(self, duration_ms: int) -> None:
        """A card goes through: the beam is broken for this long."""
        self.set_blocked(True)
        self._kernel.after(duration_ms * 1000, lambda: self.set_blocked(False))

    def set_stuck(self, level: int | None) -> None:
        self._stuck_level = level
        self._show()

    def _show(self) -> None:
        level = 0 if self._is_blocked else 1
        self._pin.drive(level if self._stuck_level is None else self._stuck_level)
