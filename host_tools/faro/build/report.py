"""What a built image takes of its chip: flash, RAM, heap, stack; for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from boards.layout import Layout
from faro.build.base import Base
from faro.build.mpy_file import native_bytes

_RAM_SECTIONS = (".ram_vector_table", ".data", ".bss")


@dataclass(frozen=True)
class Report:
    """All in bytes; `native` code of the base runs in place, the slot's own is for updates."""

    board: str
    variant: str
    base: int
    base_limit: int
    slot: int
    slot_limit: int
    static_ram: int
    heap: int  # before MicroPython's own tables, about 2.3 % of it
    stack: int
    native_in_slot: int
    native_in_base: int
    names: int  # how many are frozen

    @property
    def as_dict(self) -> dict[str, int | str]:
        return asdict(self)

    def lines(self) -> list[str]:
        """A short table."""
        return [
            f"{self.board}, {self.variant}",
            _of("base", self.base, self.base_limit),
            _of("image in a slot", self.slot, self.slot_limit),
            f"  {'static RAM':<20}{self.static_ram:>9,} B   vectors, .data, .bss",
            f"  {'heap':<20}{self.heap:>9,} B",
            f"  {'C stack':<20}{self.stack:>9,} B",
            f"  {'machine code':<20}{self.native_in_base:>9,} B   in the base, run in place;"
            f" an update that changes it has up to {self.native_in_slot:,} B in the heap",
            f"  {'frozen names':<20}{self.names:>9,}",
        ]


def make_report(
    layout: Layout,
    variant: str,
    base: Base,
    image_bytes: int,
    slot_files: Iterable[bytes],
    frozen: Iterable[bytes],
    names: int,
) -> Report:
    """Look into the ELF file for what the linker made."""
    symbols = _symbols(base)
    sections = _sections(base)
    return Report(
        board=layout.board,
        variant=variant,
        base=len(base.data),
        base_limit=layout.base.size_bytes,
        slot=image_bytes,
        slot_limit=layout.regions["slot_a"].size_bytes,
        static_ram=sum(sections[name] for name in _RAM_SECTIONS),
        heap=symbols["__GcHeapEnd"] - symbols["__GcHeapStart"],
        stack=symbols["__StackTop"] - symbols["__StackBottom"],
        native_in_slot=sum(native_bytes(data) for data in slot_files),
        native_in_base=sum(native_bytes(data) for data in frozen),
        names=names,
    )


def _of(what: str, used: int, limit: int) -> str:
    return f"  {what:<20}{used:>9,} B   of {limit:,}: {limit - used:,} left"


def _symbols(base: Base) -> dict[str, int]:
    lines = [line.split() for line in base.tools.run("nm", str(base.elf)).splitlines()]
    return {words[2]: int(words[0], 16) for words in lines if len(words) == 3}


def _sections(base: Base) -> dict[str, int]:
    lines = [line.split() for line in base.tools.run("size", "-A", str(base.elf)).splitlines()]
    return {words[0]: int(words[1]) for words in lines if len(words) == 3 and words[1].isdigit()}
