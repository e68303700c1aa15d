"""The recipes of docs/contributing.md, followed: their blocks go into a copy, and it works."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from boards.layout import board_facts, load_layout
from faro.rules.table import GAMES
from firmware.rounds.games import catalogue
from firmware.ruling.vocabulary import GAME_NAMES
from hw_sim.world.croupier import DECKS
from tests.helpers.documents import ORACLES
from tests.style.imports import ROOT

PAGE = (ROOT / "docs/contributing.md").read_text("utf-8")
BLOCK = re.compile(r"```python\n# (\S+), (after|before|instead of): ([^\n]+)\n(.*?)```", re.DOTALL)
FOLDERS = ("firmware", "host_tools", "hw_sim", "boards", "docs")

# runs in the copy: what the new rows do on a whole board
TRY = """
import json
from faro.board.commands import faults_of
from faro.words.board import FAULTS
from faro.docs.make import render
from faro.wire.client import Client
from hw_sim.faults import CATALOGUE
from faro.sim.rig import Rig
from hw_sim.sim_transport import SimTransport

rig = Rig(("meter",), 1)
try:
    rig.power_on()
    rig.wait_ready()
    board = rig.boards["meter"]
    client = Client(SimTransport(rig.kernel, board.usb_host))
    asked = client.request("GET_SUPPLY")
    limit = client.request("GET_SETTING", setting=60)
    broken = next(fault for fault in CATALOGUE if fault.id == "supply-high")
    broken.start(rig, board)
    rig.kernel.run_for_ms(broken.within_ms)
    names = [fault["name"] for fault in faults_of(client)]
finally:
    rig.close()
pages = render()
print(json.dumps({
    "supply_mv": asked.fields["supply_mv"],
    "limit_mv": limit.fields["value"],
    "faults": names,
    "words": FAULTS["SUPPLY_HIGH"],
    "protocol": all(name in pages["docs/protocol.md"] for name in ("GET_SUPPLY", "supply_most_mv")),
    "page": "SUPPLY_HIGH" in pages["docs/faults.md"],
}))
"""


def blocks(section: str) -> list[tuple[str, str, str, str]]:
    """File, way, anchor and lines of each block under a heading."""
    text = PAGE.partition(f"### {section}\n")[2].partition("\n### ")[0]
    found = BLOCK.findall(text)
    assert found, section
    return found


def apply(root: Path, block: tuple[str, str, str, str]) -> None:
    name, way, anchor, text = block
    path = root / name
    lines = path.read_text("utf-8").splitlines(keepends=True)
    at = next((i for i, line in enumerate(lines) if line.strip() == anchor), None)
    assert at is not None, f"{name} has no line: {anchor}"
    new = text.splitlines(keepends=True)
    if way == "before":
        lines[at:at] = new
    else:
        lines[at + (way == "after") : at + 1] = new
    path.write_text("".join(lines), "utf-8")


@pytest.mark.campaign
def test_recipes__message_fault_setting_and_way_to_break__work_on_a_board(tmp_path: Path) -> None:
    for folder in FOLDERS:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    (tmp_path / ".cache").symlink_to(ROOT / ".cache")
    for section in (
        "Add a message",
        "Add a fault",
        "Add a setting",
        "Add a simulated part, or a way to break one",
    ):
        for block in blocks(section):
            apply(tmp_path, block)
    path = os.pathsep.join([str(tmp_path), str(tmp_path / "host_tools")])
    done = subprocess.run(
        [sys.executable, "-c", TRY],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    got = json.loads(done.stdout)
    assert 4_900 < got["supply_mv"] < 5_100 and got["limit_mv"] == 5_500
    assert "SUPPLY_HIGH" in got["faults"]
    assert got["words"][0].endswith(".") and got["protocol"] and got["page"]


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
