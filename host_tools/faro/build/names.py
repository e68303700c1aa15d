"""The names of a slot's modules, frozen into the base: there they cost flash instead of heap.

A name that only a later update brings costs heap again; nothing else happens.
"""

from __future__ import annotations

from faro.build.compile import compiled
from faro.build.mpy_file import with_names

NAMES_MODULE = "slot_names.py"


def names_module(names: list[str], march: str) -> bytes:
    """A .mpy that does nothing and is never imported: it only has the names."""
    return with_names(compiled(NAMES_MODULE, "pass\n", march), names)
