"""No package of the repository imports one that imports it, directly or round corners.

A package is a folder below the top ones with everything in it, or a file beside such folders.
"""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.style.imports import ROOT, imported, sources

TOPS = ("boards", "faro", "firmware", "hw_sim", "tests")
FOLDERS = ("boards", "firmware", "host_tools/faro", "hw_sim", "tests")


def package_of(name: str) -> str:
    """A room with all below it, or a file beside the rooms; '' for what is not ours."""
    return ".".join(name.split(".")[:2]) if name.split(".")[0] in TOPS else ""


def edges() -> dict[str, set[str]]:
    """Package -> packages that it imports, at the top of a file or inside a function."""
    found: dict[str, set[str]] = {}
    for path in sources(*FOLDERS):
        own = package_of(dotted(path))
        for name in imported(path):
            other = package_of(name)
            if other and other != own:
                found.setdefault(own, set()).add(other)
    return found


def dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[1:] if parts[0] == "host_tools" else parts)


def test_packages__whole_repository__no_cycle() -> None:
    try:
        TopologicalSorter(edges()).prepare()
    except CycleError as error:
        raise AssertionError(" <- ".join(error.args[1])) from None
