"""The flash layout of a board, from its board.toml alone; checked, and told to the board's code."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

SECTOR_BYTES = 4096
CHECKOUT = Path(__file__).resolve().parents[1]  # or what of it an installed package carries
_NEEDED = ("base", "slot_a", "slot_b", "journal")


class BuildError(Exception):
    """What runs on a board cannot be made; one line for people."""

    exit_code = 1


@dataclass(frozen=True)
class Region:
    """Sectors from `at` on, counted from the start of the chip."""

    name: str
    at: int
    sectors: int

    @property
    def size_bytes(self) -> int:
        return self.sectors * SECTOR_BYTES


@dataclass(frozen=True)
class Layout:
    """Who has which part of the flash; the base is first, rp2.Flash reaches what is behind it."""

    board: str
    chip_sectors: int
    regions: dict[str, Region]

    @property
    def base(self) -> Region:
        return self.regions["base"]

    @property
    def storage_sectors(self) -> int:
        """What MicroPython calls its storage area: all behind the base."""
        return self.chip_sectors - self.base.sectors

    def storage_at(self, name: str) -> int:
        """First byte of a region as rp2.Flash counts."""
        return (self.regions[name].at - self.base.sectors) * SECTOR_BYTES

    def module_text(self) -> str:
        """The module `flash_layout`: sectors, counted from the end of the base."""
        lines = [f'"""The flash of {self.board}; made from its board.toml."""', ""]
        lines.append(f"BASE_SECTORS = {self.base.sectors}")
        for region in self.regions.values():
            if region.name != "base":
                lines.append(f"{region.name.upper()}_AT = {region.at - self.base.sectors}")
                lines.append(f"{region.name.upper()}_SECTORS = {region.sectors}")
        return "\n".join(lines) + "\n"

    def check_fits(self, name: str, size_bytes: int) -> None:
        """Refuse what is longer than its region."""
        limit_bytes = self.regions[name].size_bytes
        if size_bytes > limit_bytes:
            raise BuildError(
                f"{self.board}: {size_bytes} bytes do not fit {name}, which has {limit_bytes}"
                f" ({size_bytes - limit_bytes} too many); see board.toml"
            )


def board_facts(board: str, source: Path = CHECKOUT) -> dict[str, Any]:
    """All of a board's board.toml."""
    path = source / "boards" / board / "board.toml"
    if not path.is_file():
        known = sorted(p.parent.name for p in (source / "boards").glob("*/board.toml"))
        raise BuildError(f"there is no board called {board}; boards: {', '.join(known)}")
    return _parsed(path.read_text())


@cache
def _parsed(text: str) -> dict[str, Any]:
    """Once for each content: every simulated board asks for its signals, ports and layout."""
    return tomllib.loads(text)


def load_layout(board: str, source: Path = CHECKOUT) -> Layout:
    """Read and check the layout of a board."""
    return parse_layout(board, board_facts(board, source)["flash"])


def parse_layout(board: str, facts: dict[str, Any]) -> Layout:
    """Regions follow one another from the chip's first sector on, so none overlaps another."""
    regions: dict[str, Region] = {}
    at = 0
    for name, sectors in facts["regions"].items():
        if type(sectors) is not int or sectors < 1:
            raise BuildError(f"{board}: region {name} has {sectors!r} sectors")
        regions[name] = Region(name, at, sectors)
        at += sectors
    missing = [name for name in _NEEDED if name not in regions]
    if missing or next(iter(regions)) != "base":
        raise BuildError(f"{board}: the flash needs {', '.join(_NEEDED)}, the base first")
    if at > facts["chip_sectors"]:
        raise BuildError(
            f"{board}: the regions have {at} sectors, the chip has {facts['chip_sectors']}"
        )
    if regions["slot_a"].sectors != regions["slot_b"].sectors:
        raise BuildError(f"{board}: both slots must take the same image")
    return Layout(board, facts["chip_sectors"], regions)
