"""High-water marks of the boards' heaps, as the 32-bit VM writes them (build/vm32/marks.c)."""

from __future__ import annotations

import itertools
import os
import struct
from dataclasses import dataclass
from pathlib import Path

FOLDER_VARIABLE = "FARO_MARKS_FOLDER"  # where each boot leaves a file; unset: nowhere
COLLECT_VARIABLE = "FARO_COLLECT_EVERY"  # bytes; unset: when the firmware or the VM wants to
_MARKS = struct.Struct("<6I")
_boots = itertools.count()


@dataclass(frozen=True)
class Marks:
    """Of one boot of one board."""

    board: str
    total_bytes: int
    most_used_bytes: int  # alive after a collection
    least_block_bytes: int  # the largest free piece, where it was smallest
    used_bytes: int  # after the last collection
    block_bytes: int
    collections: int

    @property
    def least_free_bytes(self) -> int:
        return self.total_bytes - self.most_used_bytes


def marks_environment(board: str) -> dict[str, str]:
    """What a VM is told about marks when it starts."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if not folder:
        return {}
    path = Path(folder) / f"{board}.{os.getpid()}.{next(_boots)}"
    path.write_bytes(bytes(_MARKS.size))
    every = os.environ.get(COLLECT_VARIABLE)
    return {"FARO_MARKS": str(path)} | ({COLLECT_VARIABLE: every} if every else {})


def read_marks(folder: Path) -> list[Marks]:
    """Of all boots that have collected at all."""
    found = (Marks(p.name.split(".")[0], *_MARKS.unpack(p.read_bytes())) for p in folder.iterdir())
    return [marks for marks in found if marks.collections]
