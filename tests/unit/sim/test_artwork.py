"""Fetched artwork: the screen's outline comes off, wrong packages and damaged crops are refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from hw_sim.optics import art_fetch
from hw_sim.optics.art_fetch import FetchError, Package, fetch_all
from hw_sim.optics.art_sheets import CARD_PX, SOURCES, outline_px, without_outline
from hw_sim.optics.artwork import main
from hw_sim.optics.design import CARD_NAMES, UnknownDesign, corners, design_names, load_design
from hw_sim.optics.geometry import CROP_H, CROP_W


def screen_card(outline: int) -> Image.Image:
    """A card as games draw it: rounded, outlined, transparent outside; one black pip."""
    card = Image.new("RGBA", (CARD_PX, 1056), (0, 0, 0, 0))
    pen = ImageDraw.Draw(card)
    pen.rounded_rectangle((0, 0, CARD_PX - 1, 1055), 40, "white", "black", outline)
    pen.rectangle((60, 60, 100, 120), "black")
    return card


@pytest.mark.parametrize("outline", [2, 6, 14])
def test_artwork__outline_of_the_screen__comes_off_and_print_stays(outline: int) -> None:
    card = screen_card(outline)
    depth = outline_px(card)
    assert abs(depth - outline) <= 1
    paper = np.array([255, 255, 255], np.uint8)
    bare = without_outline(card, depth + 2, paper)
    dark_y, dark_x = np.nonzero(bare[:, :, 1] < 128)
    assert (dark_x.min(), dark_x.max(), dark_y.min(), dark_y.max()) == (60, 100, 60, 120)


def test_artwork__corners__far_end_is_turned_upright() -> None:
    card = np.full((1056, CARD_PX, 3), 255, np.uint8)
    card[10, 20] = (200, 0, 0)
    card[1055 - 30, CARD_PX - 1 - 40] = (0, 0, 0)
    near, far = corners(card)
    assert near.shape == (2, CROP_H, CROP_W)
    assert near[0, 10, 20] == 0 and near[1, 10, 20] == 200, "green light first, then red"
    assert far[0, 30, 40] == 0


def test_artwork__sources__enough_designs_each_once_and_from_known_packages() -> None:
    names = [source.design for source in SOURCES]
    assert len(names) == len(set(names))
    assert sum(not source.is_stress for source in SOURCES) >= 11
    assert {s.package for s in SOURCES} == {p.name for p in art_fetch.PACKAGES}


def test_fetch__other_bytes_than_pinned__refused_and_removed(tmp_path, monkeypatch) -> None:
    def download(package: Package, command: list[str], folder: Path) -> None:
        (folder / "thing.tgz").write_bytes(b"not what was pinned")

    monkeypatch.setattr(art_fetch, "_run", download)
    with pytest.raises(FetchError, match="not the pinned one"):
        fetch_all(tmp_path, [Package("thing", "1.0", "npm", "0" * 64)])
    assert list(tmp_path.iterdir()) == []


def test_fetch__command_fails__says_which_package_and_what_to_try(tmp_path, monkeypatch) -> None:
    package = Package("no-such-cards", "9", "deb", "0" * 64)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FetchError, match="no-such-cards=9: 'apt-get' is not on this machine"):
        fetch_all(tmp_path / "art", [package])


def test_artwork__unknown_design__nothing_fetched(tmp_path, capsys) -> None:
    assert main(["--folder", str(tmp_path), "nobodys"]) == 1
    assert "no such design: nobodys" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_design__crops_in_the_cache__loaded_or_refused(tmp_path) -> None:
    crops = np.full((52, 2, 2, CROP_H, CROP_W), 250, np.uint8)
    rgb = np.array((1, 2, 3))
    np.savez_compressed(tmp_path / "good.npz", names=CARD_NAMES, crops=crops, back_rgb=rgb)
    np.savez_compressed(tmp_path / "short.npz", names=CARD_NAMES[:5], crops=crops[:5], back_rgb=rgb)
    np.savez_compressed(tmp_path / "bare.npz", names=CARD_NAMES)
    (tmp_path / "cut.npz").write_bytes((tmp_path / "good.npz").read_bytes()[:900])
    assert set(design_names(tmp_path)) == {"plain", "slab", "good", "short", "bare", "cut"}
    good = load_design("good", tmp_path)
    assert good.back_rgb == (1, 2, 3) and good.picture("AS", 1).name == "good AS 1"
    with pytest.raises(UnknownDesign, match="not a whole deck"):
        load_design("short", tmp_path)
    for name in ("bare", "cut"):
        with pytest.raises(UnknownDesign, match="damaged"):
            load_design(name, tmp_path)
