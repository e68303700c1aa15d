"""What the simulated line camera sees: geometry in millimetres, effects, and always the same."""

from __future__ import annotations

import numpy as np
import pytest

from hw_sim.optics.conditions import Conditions, Motion, draw
from hw_sim.optics.design import CARD_NAMES, load_design
from hw_sim.optics.geometry import CROP_H, CROP_W, LINES, PIX, line_of, pixel_of
from hw_sim.optics.picture import Picture
from hw_sim.optics.reads import read_card
from hw_sim.optics.render import render

PLAIN = load_design("plain")


def marked(x_mm: float, y_mm: float) -> Picture:
    """A blank card with a black spot of 1 mm."""
    crop = np.full((CROP_H, CROP_W), 255, np.uint8)
    x, y = int(x_mm * 12), int(y_mm * 12)
    crop[y - 6 : y + 6, x - 6 : x + 6] = 0
    return Picture(crop, crop)


def centre(frame: np.ndarray) -> tuple[float, float]:
    """Middle of what is dark inside the card: line, pixel."""
    part = frame[22:, 26:] < 120
    line, pixel = np.nonzero(part)
    return float(line.mean()) + 22.5, float(pixel.mean()) + 26.5


@pytest.mark.parametrize(("x_mm", "y_mm"), [(5, 8), (12, 8), (5, 22), (14, 24)])
def test_optics__a_mark_on_the_card__lands_on_its_line_and_pixel(x_mm, y_mm) -> None:
    green, _red = render(marked(x_mm, y_mm), Conditions())
    line, pixel = centre(green)
    assert abs(line - line_of(x_mm)) < 0.7
    assert abs(pixel - pixel_of(y_mm)) < 0.7


def test_optics__edges_of_the_card__where_the_geometry_says() -> None:
    green, _red = render(PLAIN.picture("BLANK"), Conditions())
    assert green.shape == (LINES, PIX)
    first_line = int(np.argmax(green[:, 100] > 100))
    first_pixel = int(np.argmax(green[60] > 100))
    assert abs(first_line - line_of(0)) <= 1
    assert abs(first_pixel - pixel_of(0)) <= 1
    assert green[first_line + 1, first_pixel + 1] < 60, "the corner is rounded"


def test_optics__same_seed__same_bytes() -> None:
    one, two = (read_card(PLAIN, "QH", 3, 5, 9) for _ in range(2))
    other = read_card(PLAIN, "QH", 3, 6, 9)
    assert (one.green == two.green).all() and (one.red == two.red).all()
    assert (one.green != other.green).any()


def test_optics__shift_of_a_millimetre__moves_the_picture() -> None:
    still = centre(render(marked(8, 14), Conditions())[0])
    moved = centre(render(marked(8, 14), Conditions(Motion(shift_x_mm=1, shift_y_mm=-1)))[0])
    assert moved[0] - still[0] == pytest.approx(5, abs=0.6)
    assert moved[1] - still[1] == pytest.approx(-4.44, abs=0.6)


def test_optics__red_light__shows_red_ink_as_paper_and_black_as_black() -> None:
    """One red exposure tells hearts and diamonds from spades and clubs."""
    at = Conditions()
    index = np.s_[10:45, 20:75]
    green, red = render(PLAIN.picture("7H"), at)
    assert green[index].min() < 60 and red[index].min() > 100
    green, red = render(PLAIN.picture("7S"), at)
    assert green[index].min() < 60 and red[index].min() < 60


def test_optics__severities__keep_to_their_table() -> None:
    rng = np.random.default_rng(3)
    for sev, defocus, skew in ((1, 0.12, 1), (2, 0.20, 2), (3, 0.30, 3)):
        drawn = [draw(sev, rng) for _ in range(300)]
        assert max(at.defocus_mm for at in drawn) <= defocus
        assert max(abs(at.motion.skew_deg) for at in drawn) <= skew
        patches = sum(mark.kind == "patch" for at in drawn for mark in at.marks)
        assert (patches == 0) == (sev == 1)


@pytest.mark.campaign
def test_optics__own_designs__all_faces_differ() -> None:
    for name in ("plain", "slab"):
        design = load_design(name)
        seen = {design.crops(face)[0].tobytes() for face in CARD_NAMES}
        assert len(seen) == 52
