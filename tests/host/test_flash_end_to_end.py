"""From a board with empty slots to HELLO: the real tool, mpremote's transport, the real image."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from faro.build.image import Image, build_image
from faro.sim.live_sim import Options
from faro.wire.client import Client
from tests.host.running_sim import running

FARO = str(Path(sys.executable).parent / "faro")


def _flash(board: str, url: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [FARO, "flash", "--board", board, "--port", url, *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture(autouse=True)
def run_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FARO_RUN", str(tmp_path / "run"))


@contextmanager
def blank_board(kind: str) -> Iterator[str]:
    """The port of a board without firmware."""
    with running(Options(kinds=(kind,), is_blank=True)) as sim:
        yield sim.urls[kind]


@pytest.mark.campaign
@pytest.mark.parametrize(("kind", "board"), [("shoe", "shoe_pico2"), ("meter", "meter_pico")])
def test_flash__empty_slots__firmware_says_hello(kind: str, board: str) -> None:
    with blank_board(kind) as url:
        dry = _flash(board, url, "--dry-run", "--json")
        assert dry.returncode == 0, dry.stderr
        assert set(json.loads(dry.stdout)["written"]) == {"slot_a", "slot_b"}
        done = _flash(board, url)
        assert done.returncode == 0, done.stderr
        assert f"{board} 0.1.0 answers" in done.stdout
        with Client.open(url) as client:
            assert client.identity.name == board


def test_flash__image_file__that_image_runs(tmp_path: Path) -> None:
    named = tmp_path / "named.img"
    build_image("meter_pico", is_sim=True, version="7.7.7").save(named)
    with blank_board("meter") as url:
        done = _flash("meter_pico", url, "--image", str(named), "--json")
        assert done.returncode == 0, done.stderr
        told = json.loads(done.stdout)
    assert told["version"] == "7.7.7" and told["bytes_sent"] >= len(Image.load(named).data)


def _one_line(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert done.stderr.startswith("faro: ") and len(done.stderr.strip().splitlines()) == 1
    return done.stderr


def test_flash__other_board_or_image__one_clear_line(tmp_path: Path) -> None:
    foreign = tmp_path / "shoe.img"
    build_image("shoe_pico2", is_sim=True).save(foreign)
    with blank_board("meter") as url:
        assert "wrong board" in _one_line(_flash("shoe_pico2", url))
        wrong = _flash("meter_pico", url, "--image", str(foreign))
        assert "is for shoe_pico2" in _one_line(wrong)
        (tmp_path / "junk.img").write_bytes(bytes(5000))
        junk = _flash("meter_pico", url, "--image", str(tmp_path / "junk.img"))
        assert "not a Faro image" in _one_line(junk)
