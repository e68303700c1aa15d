"""Each source folder says what is in it, on less than a screen."""

from __future__ import annotations

import pytest

from tests.style.imports import ROOT

FOLDERS = ("firmware", "host_tools", "hw_sim", "tests", "boards")


@pytest.mark.parametrize("folder", FOLDERS)
def test_readme__top_level_folder__at_most_fifteen_lines(folder: str) -> None:
    lines = (ROOT / folder / "README.md").read_text().splitlines()
    assert 0 < len(lines) <= 15
    assert lines[0].startswith("# ")
