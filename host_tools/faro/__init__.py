"""Faro's host side.  An installed package carries firmware, boards and simulator in `_tree`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

_TREE = Path(__file__).parent / "_tree"


class _TreeFinder:
    """Finds the packages that a checkout has beside this one, and no other name."""

    @staticmethod
    def find_spec(
        name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        is_ours = name in ("boards", "firmware", "hw_sim")
        return PathFinder.find_spec(name, [str(_TREE)]) if is_ours else None


if _TREE.is_dir():
    sys.meta_path.insert(0, _TreeFinder)
