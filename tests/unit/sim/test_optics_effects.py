"""Every effect of the optics changes the frame the way its words say, and nothing else does."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from hw_sim.optics import effects
from hw_sim.optics.conditions import Conditions
from hw_sim.optics.design import load_design
from hw_sim.optics.geometry import CROP_H, CROP_W, LINES, PIX
from hw_sim.optics.picture import Picture
from hw_sim.optics.render import render

PLAIN = load_design("plain")
CLEAN_GREEN, CLEAN_RED = render(PLAIN.picture("8H"), Conditions())
PAPER = np.s_[60:90, 90:120]  # white paper right of and below the index
INDEX = np.s_[10:45, 20:80]

Frame = np.ndarray


def _ruler() -> Picture:
    """Darker and darker inwards: the brightness of a line tells where on the card it looked."""
    ramp = np.linspace(250, 30, CROP_W).astype(np.uint8)[None, :].repeat(CROP_H, 0)
    return Picture(ramp, ramp)


RULER = _ruler()
EVEN = Conditions(gradient=0.2)  # pixels differ, so their mean is finer than one step of the ADC


def steps(name: str = "", strength: float = 0.8, seed: int = 3) -> Frame:
    """How far the card went from line to line, in parts of a line, read off the frame."""
    at = EVEN
    if name:
        at = effects.apply(name, at, strength, np.random.default_rng(seed))
    middle = np.s_[:, 30:125]
    even = render(RULER, EVEN)[0][middle].mean(axis=1)[12:]
    seen = render(RULER, at)[0][middle].mean(axis=1)[12:]
    places = np.interp(-seen, -even, np.arange(len(even)))
    return np.diff(places[places < len(even) - 2])


def spoiled(name: str, strength: float = 0.8, seed: int = 3) -> tuple[Frame, Frame]:
    rng = np.random.default_rng(seed)
    return render(PLAIN.picture("8H"), effects.apply(name, Conditions(), strength, rng))


def sharpness(frame: Frame) -> float:
    return float(np.abs(np.diff(frame[INDEX].astype(float), axis=1)).max())


def contrast(frame: Frame) -> float:
    return float(frame[INDEX].max()) - float(frame[INDEX].min())


def paper(frame: Frame) -> float:
    return float(frame[PAPER].mean())


def edge_lines(frame: Frame) -> tuple[int, int]:
    """First line with paper near either end of the array."""
    bright = frame > 100
    return int(np.argmax(bright[:, 40])), int(np.argmax(bright[:, 120]))


MOVES: dict[str, Callable[[Frame], bool]] = {
    "speed": lambda s: abs(s.mean() - 1) > 0.15,
    "acceleration": lambda s: abs(s[:20].mean() - s[-20:].mean()) > 0.15,
    "jerk": lambda s: s.max() > 2 and s.min() < 0.6,
    "stop_and_go": lambda s: (np.abs(s) < 0.1).sum() >= 12,
    "backward": lambda s: (s < -0.5).sum() >= 8,
    "fast_pull": lambda s: s.mean() > 2.5,
    "dropped_lines": lambda s: (s > 1.6).sum() >= 3,
    "doubled_lines": lambda s: (np.abs(s) < 0.1).sum() >= 3,
}
SAYS: dict[str, Callable[[Frame, Frame], bool]] = {
    "half_drawn": lambda g, r: g[40:].max() == 0 and g[:30].max() > 100,
    "skew": lambda g, r: abs(edge_lines(g)[0] - edge_lines(g)[1]) >= 4,
    "shift": lambda g, r: abs(edge_lines(g)[1] - edge_lines(CLEAN_GREEN)[1]) >= 6,
    "defocus": lambda g, r: sharpness(g) < sharpness(CLEAN_GREEN) * 0.7,
    "bow": lambda g, r: (g[:, 110:] != CLEAN_GREEN[:, 110:]).any(),
    "dim": lambda g, r: paper(g) < 0.5 * paper(CLEAN_GREEN) and paper(r) < 0.5 * paper(CLEAN_RED),
    "bright": lambda g, r: paper(g) == 255,
    "led_ageing": lambda g, r: paper(g) == pytest.approx(paper(CLEAN_GREEN) * 0.52, abs=2),
    "green_dead": lambda g, r: paper(g) < 5 and paper(r) > 100,
    "red_dead": lambda g, r: paper(r) < 5 and paper(g) > 100,
    "gradient": lambda g, r: abs(float(g[70, 30]) - float(g[70, 120])) > 60,
    "ambient": lambda g, r: g[0].min() >= 45,
    "flicker": lambda g, r: np.ptp(g[:, 0].astype(int)) > 25,
    "fog": lambda g, r: contrast(g) < contrast(CLEAN_GREEN) * 0.7 and g[0].min() > 25,
    "noise": lambda g, r: g[PAPER].std() > 8,
    "offset": lambda g, r: abs(paper(g) - paper(CLEAN_GREEN)) == pytest.approx(24, abs=2),
    "dust": lambda g, r: 20 < (g != CLEAN_GREEN).sum() < 2000,
    "scratch": lambda g, r: 20 < (g != CLEAN_GREEN).sum() < 3000,
    "wear": lambda g, r: contrast(g) < contrast(CLEAN_GREEN) and paper(g) >= paper(CLEAN_GREEN) - 1,
    "patch": lambda g, r: 50 < (np.abs(g.astype(int) - CLEAN_GREEN) > 30).sum() < 3000,
    "sticker": lambda g, r: g[INDEX].min() > 100,
    "stuck": lambda g, r: bool((np.ptp(g[:, 12:].astype(int), axis=0) == 0).any()),
    "stripes": lambda g, r: 1 <= ((paper_row(CLEAN_GREEN) - paper_row(g)) > 40).sum() <= 20,
    "dead_half": lambda g, r: (g == 0).all(axis=0).sum() == PIX // 2,
}


def paper_row(frame: Frame) -> Frame:
    return frame[60:62].mean(axis=0)


def test_effects__table__every_effect_has_its_check() -> None:
    assert {*SAYS, *MOVES} == set(effects.NAMES)
    assert not set(SAYS) & set(MOVES)
    assert len(effects.NAMES) == len(set(effects.NAMES))


@pytest.mark.parametrize("name", effects.NAMES)
def test_effects__one_alone__does_what_its_words_say(name: str) -> None:
    green, red = spoiled(name)
    assert green.shape == red.shape == (LINES, PIX) and green.dtype == np.uint8
    assert MOVES[name](steps(name)) if name in MOVES else SAYS[name](green, red)


@pytest.mark.parametrize("name", effects.NAMES)
def test_effects__none_applied__check_fails_on_the_clean_frame(name: str) -> None:
    """A check that a clean frame passes would prove nothing."""
    is_said = MOVES[name](steps()) if name in MOVES else SAYS[name](CLEAN_GREEN, CLEAN_RED)
    assert not is_said


@pytest.mark.parametrize("name", effects.NAMES)
def test_effects__same_seed__same_bytes(name: str) -> None:
    assert (spoiled(name)[0] == spoiled(name)[0]).all()


def test_effects__unknown_name__refused() -> None:
    with pytest.raises(KeyError):
        effects.apply("magic", Conditions(), 1, np.random.default_rng(1))
