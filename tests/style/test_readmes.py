"""Each package says in at most fifteen lines what it owns, what feeds it, what it may import."""

from __future__ import annotations

from tests.style.imports import ROOT, name_of

TOPS = ("firmware", "host_tools", "hw_sim", "tests", "boards")
MOST_LINES = 15


def packages() -> list[str]:
    """Folders of code; those of tests/unit mirror the firmware's and have one page together."""
    below = {
        name_of(path.parent)
        for top in TOPS
        for path in (ROOT / top).rglob("__init__.py")
        if not name_of(path).startswith("tests/unit/")
    }
    return sorted({*TOPS, "tests/unit", *below})


def test_readmes__every_package__has_a_short_one() -> None:
    wrong: list[str] = []
    for folder in packages():
        path = ROOT / folder / "README.md"
        lines = path.read_text("utf-8").splitlines() if path.is_file() else []
        if not lines or len(lines) > MOST_LINES or not lines[0].startswith("# "):
            wrong.append(f"{folder}: {len(lines)} lines")
    assert wrong == []
