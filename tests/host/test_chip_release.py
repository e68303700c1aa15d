"""`make image`: what is put together, and when the key may be spared a leaf."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boards.layout import SECTOR_BYTES, BuildError, load_layout
from faro.build import release
from faro.build.base import Base
from faro.build.image import make_image
from faro.build.release import Release, check_heap, is_signed_twin, make_release, write_release
from faro.build.report import Report
from faro.build.signing import create_key
from faro.build.toolchain import Toolchain
from faro.build.uf2 import read_uf2

BOARD = "meter_pico"
LMS_H5 = 5  # a key of 32 leaves is made in no time
_REPORT = Report(BOARD, "sealed", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)


def _without_a_build(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, base: bytes) -> None:
    elf = tmp_path / "firmware.elf"
    elf.write_bytes(b"elf")
    built = Base(base, elf, Toolchain(tmp_path))
    monkeypatch.setattr(release, "build_base", lambda *_: built)
    monkeypatch.setattr(release, "make_report", lambda *_: _REPORT)


def test_release__uf2__fills_base_and_slot_a_and_touches_nothing_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _without_a_build(monkeypatch, tmp_path, b"base")
    made = make_release(BOARD, "sealed", lambda _: None)
    layout = load_layout(BOARD)
    pages = read_uf2(made.uf2)
    slot = layout.regions["slot_a"]
    ends = [0, layout.base.size_bytes, (slot.at + slot.sectors) * SECTOR_BYTES]
    assert sorted(pages) == list(range(0, ends[2], 256))  # slot A follows the base
    flash = b"".join(pages[at] for at in sorted(pages))
    # whole regions, as attestation reads them: nothing of an older image is left behind
    assert flash[: ends[1]] == b"base".ljust(ends[1], b"\xff")
    assert flash[ends[1] :] == made.image.padded(slot.size_bytes)


def test_release__image_too_long__is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _without_a_build(monkeypatch, tmp_path, b"base")
    too_long = load_layout(BOARD).regions["slot_a"].size_bytes
    monkeypatch.setattr(release, "build_rom", lambda _: bytes(too_long))
    with pytest.raises(BuildError, match="do not fit slot_a"):
        make_release(BOARD, "sealed", lambda _: None)


def test_release__written__variants_lie_side_by_side(tmp_path: Path) -> None:
    elf = tmp_path / "firmware.elf"
    elf.write_bytes(b"elf")
    image = make_image(b"rom", BOARD)
    made = Release(Base(b"base", elf, Toolchain(tmp_path)), image, b"uf2", _REPORT)
    names = [path.name for path in write_release(made, tmp_path / BOARD)]
    assert names == [
        f"{BOARD}-sealed.uf2",
        f"{BOARD}.img",
        f"{BOARD}-sealed.base",
        f"{BOARD}-sealed.elf",
        "report-sealed.json",
    ]
    assert json.loads((tmp_path / BOARD / "report-sealed.json").read_text())["base_limit"] == 2


@pytest.mark.campaign
def test_signed_twin__same_content_and_key__only_then(tmp_path: Path) -> None:
    state = tmp_path / "state"
    key, other = (create_key(tmp_path / name, state, lms_type=LMS_H5) for name in ("a", "b"))
    unsigned = make_image(b"rom", BOARD, counter=1)
    signed = make_image(b"rom", BOARD, key, counter=1)
    assert is_signed_twin(signed, unsigned, key)
    assert not is_signed_twin(signed, unsigned, other)
    assert not is_signed_twin(signed, make_image(b"rom", BOARD, counter=2), key)
    assert not is_signed_twin(signed, make_image(b"new", BOARD, counter=1), key)


def test_heap__less_than_board_toml_says__is_not_released() -> None:
    with pytest.raises(BuildError, match="correct gc_area_bytes"):
        check_heap("meter_pico", 240_000)
    check_heap("meter_pico", 250_000)
