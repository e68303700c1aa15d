"""`faro recognise`: the contract of its JSON, and what it says to bad folders."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from faro.cards.picture_folder import FolderWriter
from faro.cli import main
from hw_sim.optics.design import CARD_NAMES, load_design
from hw_sim.optics.reads import enrol_reads, other_reads, read_card


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("frames") / "plain"
    design = load_design("plain")
    writer = FolderWriter(path, 96, 128, "plain")
    reads = [*enrol_reads(design, 1, 5)]
    reads += [read_card(design, name, sev, 5, 0) for name in CARD_NAMES[::4] for sev in (1, 2, 3)]
    reads += [read for read in other_reads(design, 1, 5) if read.truth in ("JOKER", "BACK", "CUT")]
    for read in reads:
        writer.add(read.truth, read.kind, read.sev, read.green.tobytes(), read.red.tobytes())
    writer.close()
    return path


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["recognise", *map(str, words)])
    return done.exit_code, done.output


def test_recognise__folder__counts_as_the_contract_says(folder: Path) -> None:
    status, output = run(folder, "--json")
    assert status == 0
    found = json.loads(output)
    assert set(found) == {"severity", "pairs"}
    assert found["pairs"] == []
    assert set(found["severity"]) == {"1", "2", "3"}
    for counts in found["severity"].values():
        assert set(counts) == {"right", "refused", "wrong", "reasons"}
        assert counts["wrong"] == 0
        assert counts["right"] + counts["refused"] == 16  # 13 cards, three that are none
        assert sum(counts["reasons"].values()) == counts["refused"]
    assert found["severity"]["1"]["right"] >= 15


def test_recognise__table__is_for_people(folder: Path) -> None:
    status, output = run(folder)
    assert status == 0 and "severity" in output and "right" in output


def change_index(folder: Path, to: Path, **changes: object) -> Path:
    shutil.copytree(folder, to)
    index = json.loads((to / "index.json").read_text())
    (to / "index.json").write_text(json.dumps({**index, **changes}))
    return to


def test_recognise__frames_of_another_size__one_clear_line(folder: Path, tmp_path: Path) -> None:
    status, output = run(change_index(folder, tmp_path / "wide", lines=128, pix=96))
    assert status == 1
    assert "128 × 96" in output and "96 lines of 128 pixels" in output


def test_recognise__truncated_frames__one_clear_line(folder: Path, tmp_path: Path) -> None:
    cut = change_index(folder, tmp_path / "cut")
    data = (cut / "frames2.bin").read_bytes()
    (cut / "frames2.bin").write_bytes(data[:-100])
    status, output = run(cut)
    assert status == 1 and "frames2.bin" in output and "Traceback" not in output


def test_recognise__a_card_never_enrolled__is_named(folder: Path, tmp_path: Path) -> None:
    index = json.loads((folder / "index.json").read_text())
    frames = index["frames"]
    frames[6]["truth"] = "2S"  # the 3D was fed as a second 2S
    status, output = run(change_index(folder, tmp_path / "order", frames=frames))
    assert status == 1 and "no enrolment read of 3D" in output


def test_recognise__no_folder__one_clear_line(tmp_path: Path) -> None:
    status, output = run(tmp_path / "nothing")
    assert status == 1 and "is not a folder" in output
