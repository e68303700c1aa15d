"""An infrared gate in the card path: says whether a card is in the beam."""

from __future__ import annotations

from hw_sim.kernel import Kernel
from hw_sim.pins import SignalPin


class Gate:
    """Beam and receiver; `set_stuck` is a dirty or dead sensor."""

    def __init__(self, kernel: Kernel, pin: SignalPin) -> None:
        self._kernel = kernel
        self._pin = pin
        self._stuck: bool | None = None
        self._is_blocked = False
        self._show()

    @property
    def is_blocked(self) -> bool:
        """Something is in the beam, whatever the sensor says."""
        return self._is_blocked

    def set_blocked(self, is_blocked: bool) -> None:
        self._is_blocked = is_blocked
        self._show()

    def pass_card(self, duration_ms: int) -> None:
        """A card goes through: the beam is broken for this long."""
        self.set_blocked(True)
        self._kernel.after(duration_ms * 1000, lambda: self.set_blocked(False))

    def set_stuck(self, is_card: bool | None) -> None:
        """It says the same for ever; None: it works."""
        self._stuck = is_card
        self._show()

    def _show(self) -> None:
        self._pin.show(self._is_blocked if self._stuck is None else self._stuck)
