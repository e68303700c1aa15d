"""From a blank board to HELLO: the real tool, the unmodified mpremote, the real firmware."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from faro.client import Client
from hw_sim.flashable import FlashableBoard

FARO = str(Path(sys.executable).parent / "faro")


def _flash(board: str, url: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [FARO, "flash", "--board", board, "--port", url, "--march", "x64", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize(("kind", "board"), [("shoe", "shoe_pico2"), ("meter", "meter_pico")])
def test_flash__blank_board__firmware_says_hello(tmp_path: Path, kind: str, board: str) -> None:
    with FlashableBoard(kind, tmp_path) as blank:
        dry = _flash(board, blank.url, "--dry-run", "--json")
        assert dry.returncode == 0, dry.stderr
        assert len(json.loads(dry.stdout)["copied"]) > 50
        done = _flash(board, blank.url)
        assert done.returncode == 0, done.stderr
        assert f"{board} 0.1.0 answers" in done.stdout
        with Client.open(blank.url) as client:
            assert client.identity.name == board


def test_flash__other_board__one_clear_line(tmp_path: Path) -> None:
    with FlashableBoard("meter", tmp_path) as blank:
        refused = _flash("shoe_pico2", blank.url)
    assert refused.returncode == 1
    assert refused.stderr.startswith("faro: ")
    assert "Traceback" not in refused.stderr
    assert len(refused.stderr.strip().splitlines()) == 1
