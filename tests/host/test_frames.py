"""Frame folders: what is written is read back, and nothing that is wrong is ever used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image

from faro.cards.picture_folder import CARDS, BadFolder, FolderWriter, open_folder
from faro.cli import main

LINES, PIX = 4, 8
SIZE = LINES * PIX


def small(path: Path, rows: tuple[tuple[str, str, int], ...] = ()) -> Path:
    """A folder of tiny frames."""
    writer = FolderWriter(path, LINES, PIX, "tiny")
    for n, row in enumerate(rows or (("AS", "enrol", 1), ("TD", "test", 2), ("CUT", "test", 3))):
        writer.add(*row, bytes([n] * SIZE), bytes([n + 100] * SIZE))
    writer.close()
    return path


def faro(*args: str) -> Any:
    return CliRunner().invoke(main, list(args))


def test_folder__written__reads_back_the_same(tmp_path) -> None:
    with open_folder(small(tmp_path / "f")) as folder:
        assert (folder.lines, folder.pix, len(folder), folder.design) == (LINES, PIX, 3, "tiny")
        assert folder.green(1) == bytes([1] * SIZE) and folder.red(2) == bytes([102] * SIZE)
        assert folder.of_kind("enrol") == (0,) and folder.of_kind("test") == (1, 2)
        assert [f.is_card for f in folder.frames] == [True, True, False]
        with pytest.raises(IndexError):
            folder.green(3)


def test_folder__index_of_another_tool__unknown_keys_and_any_order_are_fine(tmp_path) -> None:
    path = small(tmp_path / "f")
    index = json.loads((path / "index.json").read_text())
    index["frames"].reverse()
    index["tool"] = index["frames"][0]["camera"] = "other"
    (path / "index.json").write_text(json.dumps(index))
    with open_folder(path) as folder:
        assert [frame.truth for frame in folder.frames] == ["AS", "TD", "CUT"]


def _cut(name: str, size: int):
    def spoil(path: Path, _index: dict[str, Any]) -> None:
        (path / name).write_bytes((path / name).read_bytes()[:size])

    return spoil


def _without(name: str):
    def spoil(path: Path, _index: dict[str, Any]) -> None:
        (path / name).unlink()

    return spoil


def _index(**changes: Any):
    def spoil(path: Path, index: dict[str, Any]) -> None:
        (path / "index.json").write_text(json.dumps({**index, **changes}))

    return spoil


def _row(at: int, **changes: Any):
    def spoil(path: Path, index: dict[str, Any]) -> None:
        index["frames"][at].update(changes)
        for key in [key for key, value in changes.items() if value is None]:
            del index["frames"][at][key]
        (path / "index.json").write_text(json.dumps(index))

    return spoil


def _text(text: str):
    def spoil(path: Path, _index: dict[str, Any]) -> None:
        (path / "index.json").write_text(text)

    return spoil


BAD = {
    "green cut in a frame": (_cut("frames.bin", 70), "frames.bin", "6 bytes of another one"),
    "green one short": (_cut("frames.bin", 64), "frames.bin", "holds 2 frames"),
    "red cut": (_cut("frames2.bin", 95), "frames2.bin", "31 bytes"),
    "red empty": (_cut("frames2.bin", 0), "frames2.bin", "holds 0 frames"),
    "no green": (_without("frames.bin"), "frames.bin", "is missing"),
    "no red": (_without("frames2.bin"), "frames2.bin", "is missing"),
    "no index": (_without("index.json"), "index.json", "is missing"),
    "no JSON": (_text('{"lines": 4,'), "index.json", "is not JSON"),
    "a list": (_text("[1, 2]"), "index.json", "not a JSON object"),
    "wrong size": (_index(pix=9), "frames.bin", "holds 2 frames of 36 bytes"),
    "no lines": (_index(lines=0), "index.json", "'lines' is 0"),
    "lines as text": (_index(lines="4"), "index.json", "'lines' is '4'"),
    "pix as truth": (_index(pix=True), "index.json", "'pix' is True"),
    "huge": (_index(lines=10**9), "index.json", "'lines'"),
    "no frames": (_index(frames=[]), "index.json", "no list 'frames'"),
    "frames as object": (_index(frames={}), "index.json", "no list 'frames'"),
    "entry is text": (_index(frames=["AS"] * 3), "index.json", "frames[0] is not an object"),
    "no truth": (_row(1, truth=None), "index.json", "frames[1] has no 'truth'"),
    "no such card": (_row(1, truth="1D"), "index.json", "truth '1D'"),
    "truth is a number": (_row(1, truth=5), "index.json", "truth 5"),
    "no such kind": (_row(2, kind="train"), "index.json", "kind 'train'"),
    "kind is a list": (_row(2, kind=[]), "index.json", "kind []"),
    "severity 4": (_row(2, sev=4), "index.json", "sev 4"),
    "severity as text": (_row(2, sev="1"), "index.json", "sev '1'"),
    "severity as truth": (_row(2, sev=True), "index.json", "sev True"),
    "number too large": (_row(2, n=3), "index.json", "n = 3"),
    "number twice": (_row(2, n=1), "index.json", "frame 1 twice"),
    "enrolment late": (_row(2, kind="enrol"), "index.json", "after test reads"),
}


@pytest.mark.parametrize("name", BAD)
def test_folder__bad__refused_with_the_file_and_what_is_wrong(tmp_path, name: str) -> None:
    spoil, file, words = BAD[name]
    path = small(tmp_path / "f")
    spoil(path, json.loads((path / "index.json").read_text()))
    with pytest.raises(BadFolder) as caught:
        open_folder(path)
    assert file in str(caught.value) and words in str(caught.value)
    assert caught.value.path.name == file


def test_folder__not_a_folder__refused(tmp_path) -> None:
    with pytest.raises(BadFolder, match="is not a folder"):
        open_folder(tmp_path / "nowhere")


def test_writer__used_folder_or_bad_entry__refused_and_nothing_changed(tmp_path) -> None:
    path = small(tmp_path / "f")
    before = (path / "frames.bin").read_bytes()
    with pytest.raises(BadFolder, match="not an empty folder"):
        FolderWriter(path, LINES, PIX, "tiny")
    assert (path / "frames.bin").read_bytes() == before
    writer = FolderWriter(tmp_path / "g", LINES, PIX, "tiny")
    with pytest.raises(ValueError, match="bad entry"):
        writer.add("XX", "test", 1, bytes(SIZE), bytes(SIZE))
    with pytest.raises(ValueError, match="32 bytes"):
        writer.add("AS", "test", 1, bytes(SIZE), bytes(SIZE - 1))
    writer.abandon()
    with pytest.raises(BadFolder, match="is missing"):
        open_folder(tmp_path / "g")


def test_frames_render__own_deck__folder_with_everything_asked_for(tmp_path) -> None:
    out = tmp_path / "f"
    done = faro("frames", "render", "--out", str(out), "--cards", "AS,td", "--count", "2",
                "--severity", "1", "--severity", "3", "--enrol-reads", "1", "--others", "1",
                "--seed", "7", "--json")  # fmt: skip
    assert done.exit_code == 0, done.output
    assert json.loads(done.output)["frames"] == 52 + 2 * 2 * 2 + 6 * 2
    with open_folder(out) as folder:
        assert (folder.lines, folder.pix) == (96, 128)
        assert [folder.frames[i].truth for i in folder.of_kind("enrol")] == list(CARDS)
        assert {f.truth for f in folder.frames if not f.is_card} == {
            "JOKER", "BACK", "CUT", "BLANK", "TWO", "FOREIGN",
        }  # fmt: skip
        assert {f.sev for f in folder.frames if f.kind == "test"} == {1, 3}
    sheet = tmp_path / "sheet.png"
    done = faro("frames", "sheet", str(out), "--out", str(sheet), "--only", "as", "--json")
    assert done.exit_code == 0 and json.loads(done.output)["frames"] == 5
    with Image.open(sheet) as image:
        assert image.size[0] > 5 * 96


def test_frames_render__same_seed__same_folder(tmp_path) -> None:
    for name in ("a", "b"):
        done = faro("frames", "render", "--out", str(tmp_path / name), "--cards", "QH",
                    "--count", "2", "--enrol-reads", "0", "--seed", "5")  # fmt: skip
        assert done.exit_code == 0, done.output
    for file in ("frames.bin", "frames2.bin", "index.json"):
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--design", "nobodys"), "no design 'nobodys'; there are: plain, slab"),
        (("--cards", "1S"), "'1S' is not a card"),
        (("--count", "0", "--enrol-reads", "0"), "nothing to render"),
        (("--others", "1", "--foreign", "plain"), "not foreign to itself"),
        (("--severity", "4"), "4 is not in the range"),
    ],
)
def test_frames_render__bad_wish__one_clear_line_and_no_folder(tmp_path, args, words) -> None:
    out = tmp_path / "f"
    done = faro("frames", "render", "--out", str(out), *args)
    assert done.exit_code != 0
    assert words in done.output
    assert not out.exists()


def test_frames_sheet__truncated_folder__refused(tmp_path) -> None:
    path = small(tmp_path / "f")
    (path / "frames.bin").write_bytes(b"123")
    done = faro("frames", "sheet", str(path), "--out", str(tmp_path / "s.png"))
    assert done.exit_code == 1 and "frames.bin" in done.output
    assert not (tmp_path / "s.png").exists()
