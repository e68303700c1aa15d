"""A board's signals as rows, from its board.toml: what each level means and what holds the pin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from boards.layout import board_facts

UP, DOWN = "up", "down"


@dataclass(frozen=True)
class Signal:
    """One pin; `active` is the level that means `means`, -1 for pins without such a meaning."""

    name: str
    way: str
    to: str
    pin: int = -1
    inside: str = ""  # the chip's own pull, as the firmware sets it
    outside: str = ""  # the resistor on the board
    active: int = -1
    means: str = ""
    otherwise: str = ""
    full_scale: int = 0  # of an analogue pin, in `unit`
    unit: str = ""
    part: str = ""  # of an expander's pins
    pins: str = ""

    def level(self, is_active: bool) -> int:
        """The level that says so."""
        return self.active if is_active else 1 - self.active

    def is_active(self, level: int) -> bool:
        return level == self.active

    @property
    def rest(self) -> int | None:
        """The level while nobody drives the pin: in reset, with a cut wire, without power."""
        pulls = {UP: 1, DOWN: 0}
        return pulls.get(self.outside.rpartition(" ")[2], pulls.get(self.inside))

    def meaning(self, level: int) -> str:
        return self.means if self.is_active(level) else self.otherwise


def load_signals(board: str) -> dict[str, Signal]:
    """Pins of the chip, by name as in board.py."""
    return _rows(board_facts(board)["signal"])


def load_ports(board: str) -> dict[str, Signal]:
    """Pins of the port expanders."""
    return _rows(board_facts(board).get("port", {}))


def _rows(rows: dict[str, dict[str, Any]]) -> dict[str, Signal]:
    return {
        name: Signal(name, **{"otherwise" if key == "else" else key: row[key] for key in row})
        for name, row in rows.items()
    }
