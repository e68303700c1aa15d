"""Turns fetched artwork into corner crops: which file holds which card where, per design.

Screen art has a dark outline round the card that print does not have: it is taken off.  The card
is scaled to 63 mm of width by its own outline, so a sheet's gaps do not matter.
"""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import matplotlib
import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image

from hw_sim.optics.geometry import ART_PX_MM, CARD_W_MM

Bytes = NDArray[np.uint8]

CARD_PX = int(CARD_W_MM * ART_PX_MM)
# letters that are text and not outlines (tango) need a font; matplotlib brings one
_FONTS = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
_A_TO_K = "A23456789TJQK"
_A_TO_2 = "AKQJT98765432"


@dataclass(frozen=True)
class Source:
    """Where a design's cards are."""

    design: str
    package: str
    path: str  # a sheet, or a pattern with {rank} and {suit}
    columns: str = _A_TO_K
    rows: str = "CDHS"
    cells: tuple[int, int] = (13, 5)  # of the whole sheet
    extras: tuple[tuple[str, int, int], ...] = (("JOKER2", 0, 4), ("JOKER", 1, 4), ("BACK", 2, 4))
    is_stress: bool = False
    words: dict[str, str] = field(default_factory=dict[str, str])  # how the files spell T, S, J, …
    files: tuple[tuple[str, str], ...] = ()  # other faces, one file each


def _gnome(name: str, is_stress: bool = False, design: str = "") -> Source:
    path = f"usr/share/aisleriot/cards/{name}.svgz"
    return Source(design or name, "gnome-cards-data", path, is_stress=is_stress)


SOURCES = (
    *(_gnome(name) for name in (
        "anglo", "anglo_modern", "anglo_poker", "atlasnye", "dondorf", "neoclassical",
        "paris", "simplistic", "tigullio", "gnomangelo", "ornamental", "tango", "plastic", "orell",
    )),
    Source("standard", "kdegames-card-data-kf5", "usr/share/carddecks/svg-standard/standard.svgz",
           _A_TO_2, "SHCD", (13, 4), ()),
    Source("vector", "cardsJS", "package/dist/cards/{rank}{suit}.svg",
           words={"T": "10"}, files=(("BACK", "Blue_Back.svg"),)),
    Source("bellot", "svg-cards", "package/png/2x/{suit}_{rank}.png",
           words={"S": "spade", "H": "heart", "D": "diamond", "C": "club", "T": "10", "A": "1",
                  "J": "jack", "Q": "queen", "K": "king"},
           files=(("JOKER", "joker_red.png"), ("JOKER2", "joker_black.png"), ("BACK", "back.png"))),
    Source("kenney", "arcade", "arcade/resources/assets/images/cards/card{suit}{rank}.png",
           words={"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs", "T": "10"},
           files=(("JOKER", "cardJoker.png"), ("BACK", "cardBack_red2.png"))),
    _gnome("guyenne-classic", True, "guyenne"),
    _gnome("tango_nuevo", True),
    _gnome("anglo_modern_4_color", True),
    Source("konqi", "kdegames-card-data-kf5", "usr/share/carddecks/svg-konqi-modern/konqi.svgz",
           _A_TO_2, "CSHD", (13, 5), (("BACK", 0, 4),), True),
)  # fmt: skip


def _svg(path: Path, width: int) -> Image.Image:
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".svgz" else data).decode("utf-8")
    text = text.replace('fill="#none"', 'fill="none"')  # a slip in `simplistic`: its 3♠ is filled
    png = resvg_py.svg_to_bytes(
        svg_string=text,
        width=width,
        skip_system_fonts=True,  # or the crops would differ from machine to machine
        font_dirs=[str(_FONTS)],
        font_family="DejaVu Sans",
        serif_family="DejaVu Serif",
        sans_serif_family="DejaVu Sans",
    )
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")


def cards_of(source: Source, root: Path) -> Iterator[tuple[str, Bytes]]:
    """Every face of a design as a whole card in RGB, 12 pixels per mm, without its outline."""
    if "{" in source.path:
        found = _single_files(source, root)
    else:
        found = _cells(source, root / source.path)
    cards = {name: _fitted(image) for name, image in found}
    pips = [cards[rank + suit] for rank in "23" for suit in "SHDC"]
    edge = max(outline_px(card) for card in pips) + 2
    paper = np.median(_on_white(pips[0]).reshape(-1, 3), axis=0).astype(np.uint8)
    for name, card in cards.items():
        yield name, without_outline(card, edge, paper)


def _cells(source: Source, path: Path) -> Iterator[tuple[str, Image.Image]]:
    """A sheet is drawn so large that a cell is a little more than a card."""
    columns, rows = source.cells
    sheet = _svg(path, columns * CARD_PX)
    width, height = sheet.width / columns, sheet.height / rows

    def cell(column: int, row: int) -> Image.Image:
        box = (column * width, row * height, (column + 1) * width, (row + 1) * height)
        left, top, right, bottom = (round(v) for v in box)
        return sheet.crop((left, top, right, bottom))

    for row, suit in enumerate(source.rows):
        for column, rank in enumerate(source.columns):
            yield rank + suit, cell(column, row)
    for name, column, row in source.extras:
        yield name, cell(column, row)


def _single_files(source: Source, root: Path) -> Iterator[tuple[str, Image.Image]]:
    for suit in source.rows:
        for rank in source.columns:
            words = {"rank": source.words.get(rank, rank), "suit": source.words.get(suit, suit)}
            yield rank + suit, _opened(root / source.path.format(**words))
    for name, file in source.files:
        yield name, _opened((root / source.path).parent / file)


def _opened(path: Path) -> Image.Image:
    if path.suffix == ".svg":
        return _svg(path, CARD_PX)
    image = Image.open(path).convert("RGBA")
    return image.resize((CARD_PX, round(image.height * CARD_PX / image.width)),
                        Image.Resampling.BICUBIC)  # fmt: skip


def _fitted(image: Image.Image) -> Image.Image:
    """The card alone, by its own opaque part, 63 mm wide."""
    alpha = image.getchannel("A").point([0] * 128 + [255] * 128)
    box = alpha.getbbox()
    if box is None:
        return image
    card = image.crop(box)
    height = round(card.height * CARD_PX / card.width)
    return card.resize((CARD_PX, height), Image.Resampling.LANCZOS)


def _on_white(image: Image.Image) -> Bytes:
    white = Image.new("RGBA", image.size, (255, 255, 255, 255))
    return np.asarray(Image.alpha_composite(white, image).convert("RGB"), np.uint8)


def outline_px(card: Image.Image) -> int:
    """How deep the outline goes: on each side, from the edge inwards to the last that is not paper.

    Asked of cards with few pips only: there is nothing but paper in the middle of their sides.
    """
    grey = _on_white(card).min(axis=2).astype(np.int32)
    rows, columns = grey.shape
    paper = int(np.median(grey))
    reach = 2 * ART_PX_MM
    depths: list[int] = []
    for profile in (
        grey[rows // 2 - 20, :reach],
        grey[rows // 2 - 20, ::-1][:reach],
        grey[:reach, columns // 2],
        grey[::-1, columns // 2][:reach],
    ):
        other = np.nonzero(np.abs(profile - paper) > 12)[0]
        depths.append(int(other[-1]) + 1 if len(other) else 0)
    return max(depths)


def without_outline(card: Image.Image, edge: int, paper: Bytes) -> Bytes:
    """The print alone: everything within `edge` of the outer line becomes paper."""
    rgb = _on_white(card).copy()
    inside = np.pad(np.asarray(card.getchannel("A"), np.uint8) >= 250, edge)
    rows, columns = rgb.shape[0], rgb.shape[1]
    wide = inside.copy()
    for shift in range(2 * edge + 1):  # a square of 2 × edge + 1, one side after the other
        wide[:, edge : edge + columns] &= inside[:, shift : shift + columns]
    kept = wide[edge : edge + rows, edge : edge + columns].copy()
    for shift in range(2 * edge + 1):
        kept &= wide[shift : shift + rows, edge : edge + columns]
    rgb[~kept] = paper
    return rgb
