"""The recipes of docs/contributing.md, followed: their blocks go into a copy, and it works."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from boards.layout import board_facts, load_layout
from faro.rules.table import GAMES
from firmware.rounds.games import catalogue
from firmware.ruling.vocabulary import GAME_NAMES
from hw_sim.world.croupier import DECKS
from tests.helpers.ruling_oracle import ORACLES
from tests.style.imports import ROOT

PAGE = (ROOT / "docs/contributing.md").read_text("utf-8")
BLOCK = re.compile(r"```python\n# (\S+), (after|before|instead of): (.+)\n(.*?)```", re.DOTALL)


def blocks(section: str) -> list[tuple[str, str, str, str]]:
    """File, way, anchor and lines of each block under a heading."""
    text = PAGE.partition(f"### {section}\n")[2].partition("\n### ")[0]
    found = BLOCK.findall(text)
    assert found, section
    return found


@pytest.mark.parametrize(("section", "most"), [("message", 3), ("fault", 3), ("setting", 2)])
def test_recipes__files_to_touch__no_more_than_promised(section: str, most: int) -> None:
    assert len({name for name, *_ in blocks(f"Add a {section}")}) <= most


@pytest.mark.parametrize("game", [row[1] for row in catalogue.GAMES])
def test_recipes__game__is_at_each_place_that_the_recipe_names(game: str) -> None:
    assert (ROOT / f"firmware/rounds/games/{game}.py").is_file()
    assert (ROOT / f"firmware/ruling/games/{game}.py").is_file()
    assert game in GAME_NAMES and game.upper() in GAMES and game in DECKS and game in ORACLES


def test_recipes__board__folder_of_its_own_is_enough_for_the_tools(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "boards/meter_pico", tmp_path / "boards/meter_two")
    facts = tmp_path / "boards/meter_two/board.toml"
    facts.write_text(facts.read_text().replace('name = "meter_pico"', 'name = "meter_two"'))
    assert load_layout("meter_two", tmp_path).regions["slot_a"].sectors
    assert board_facts("meter_two", tmp_path)["signal"] == board_facts("meter_pico")["signal"]
