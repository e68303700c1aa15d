"""Each thing that spoils a reading, alone and by name, from a trace (0) to as bad as it gets (1).

`apply("dust", Conditions(), 0.5, rng)` gives conditions with that one effect; several can be
applied after one another.  The docs and the campaign list this table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from hw_sim.optics import conditions as draw
from hw_sim.optics.conditions import Conditions, Mark, Rng
from hw_sim.optics.geometry import LINES, PIX

Effect = Callable[[Conditions, float, Rng], Conditions]


def _sign(rng: Rng) -> float:
    return 1.0 if rng.random() < 0.5 else -1.0


def _steps(at: Conditions) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """The steps so far, or even ones."""
    given = at.motion.steps
    return np.ones(LINES, np.float32) if given is None else np.array(given, np.float32)


def _moved(at: Conditions, **changes: object) -> Conditions:
    return at.but(motion=replace(at.motion, **changes))  # type: ignore[arg-type]


def _speed(at: Conditions, k: float, rng: Rng) -> Conditions:
    return _moved(at, speed_error=_sign(rng) * 0.35 * k)


def _acceleration(at: Conditions, k: float, rng: Rng) -> Conditions:
    return _moved(at, acceleration=_sign(rng) * 0.6 * k)


def _jerk(at: Conditions, k: float, rng: Rng) -> Conditions:
    steps = _steps(at)
    for start in rng.integers(0, LINES - 6, 3).tolist():
        steps[start : start + 3] += np.float32(3 * k)
        steps[start + 3 : start + 6] *= np.float32(1 - 0.9 * k)
    return _moved(at, steps=steps)


def _stop_and_go(at: Conditions, k: float, rng: Rng) -> Conditions:
    """The encoder turns, the card slips: some lines look at the same place."""
    steps = _steps(at)
    start = int(rng.integers(15, 60))
    steps[start : start + int(2 + 18 * k)] = 0
    return _moved(at, steps=steps)


def _backward(at: Conditions, k: float, rng: Rng) -> Conditions:
    """Pushed back into the mouth and pulled again."""
    steps = _steps(at)
    start, length = int(rng.integers(20, 55)), int(3 + 12 * k)
    steps[start : start + length] = -1
    return _moved(at, steps=steps)


def _fast_pull(at: Conditions, k: float, _rng: Rng) -> Conditions:
    """Snatched: the lines cannot keep up, and the card is gone before the last of them."""
    steps = np.full(LINES, 1 + 3 * k, np.float32)
    return _moved(at, steps=steps, lines=LINES)


def _half_drawn(at: Conditions, k: float, _rng: Rng) -> Conditions:
    """Stands still under the camera: no more lines come."""
    return _moved(at, lines=int(LINES * (1 - 0.8 * k)))


def _skew(at: Conditions, k: float, rng: Rng) -> Conditions:
    return _moved(at, skew_deg=_sign(rng) * 6 * k)


def _shift(at: Conditions, k: float, rng: Rng) -> Conditions:
    return _moved(at, shift_x_mm=_sign(rng) * 2 * k, shift_y_mm=_sign(rng) * 2 * k)


def _dust(at: Conditions, k: float, rng: Rng) -> Conditions:
    specks = tuple(draw.draw_dust(rng) for _ in range(int(1 + 24 * k)))
    return at.but(marks=at.marks + specks)


def _scratch(at: Conditions, k: float, rng: Rng) -> Conditions:
    lines = tuple(draw.draw_scratch(rng) for _ in range(int(1 + 4 * k)))
    return at.but(marks=at.marks + lines)


def _patch(at: Conditions, k: float, rng: Rng) -> Conditions:
    mark = draw.draw_patch(rng)
    grown = replace(mark, width_mm=mark.width_mm * (0.5 + k), height_mm=mark.height_mm * (0.5 + k))
    return at.but(marks=(*at.marks, grown))


def _sticker(at: Conditions, k: float, rng: Rng) -> Conditions:
    """A label stuck over the whole index."""
    size = 5 + 8 * k
    mark = Mark("patch", 5, 10, size, size * 1.3, 0.1 * _sign(rng), 0.95, 0.95)
    return at.but(marks=(*at.marks, mark))


def _flicker(at: Conditions, k: float, rng: Rng) -> Conditions:
    return at.but(
        ambient_dn=30 * k,
        flicker=1.0,
        flicker_hz=100.0 if rng.random() < 0.5 else 120.0,
        flicker_phase=float(rng.random()) * 6.28,
    )


def _stuck(at: Conditions, k: float, rng: Rng) -> Conditions:
    return at.but(stuck=tuple(draw.draw_stuck(rng) for _ in range(int(1 + 4 * k))))


def _stripes(at: Conditions, k: float, rng: Rng) -> Conditions:
    found = (draw.draw_stripe(rng) for _ in range(int(1 + 5 * k)))
    return at.but(stripes=tuple((p, w, max(0.05, passes - 0.5 * k)) for p, w, passes in found))


def _dead_half(at: Conditions, _k: float, rng: Rng) -> Conditions:
    return at.but(dead=(0, PIX // 2) if rng.random() < 0.5 else (PIX // 2, PIX))


def _lines_of(k: float, rng: Rng) -> tuple[int, ...]:
    return tuple(sorted({int(n) for n in rng.integers(5, LINES - 5, int(1 + 11 * k))}))


EFFECTS: tuple[tuple[str, Effect, str], ...] = (
    ("speed", _speed, "the roller slips: everything longer or shorter along the pass"),
    ("acceleration", _acceleration, "the pull gets faster or slower on the way"),
    ("jerk", _jerk, "three jumps forward"),
    ("stop_and_go", _stop_and_go, "some lines look at the same place"),
    ("backward", _backward, "pushed back and pulled again: a part is seen three times"),
    ("fast_pull", _fast_pull, "snatched: too few lines on the card"),
    ("half_drawn", _half_drawn, "stopped half way: the last lines never come"),
    ("skew", _skew, "turned by up to 6°"),
    ("shift", _shift, "up to 2 mm off, both ways"),
    ("defocus", lambda at, k, _r: at.but(defocus_mm=0.05 + 0.5 * k), "blurred"),
    ("bow", lambda at, k, _r: at.but(bow_mm=0.5 * k), "bent card: blurred away from its end"),
    ("dim", lambda at, k, _r: at.but(exposure=1 - 0.8 * k), "too short an exposure"),
    ("bright", lambda at, k, _r: at.but(exposure=1 + 1.0 * k), "too long: paper saturates"),
    ("led_ageing", lambda at, k, _r: at.but(led=1 - 0.6 * k, red_led=1 - 0.6 * k), "lamps fade"),
    ("green_dead", lambda at, _k, _r: at.but(led=0.0), "green lamp out"),
    ("red_dead", lambda at, _k, _r: at.but(red_led=0.0), "red lamp out: no colour flag"),
    ("gradient", lambda at, k, r: at.but(gradient=_sign(r) * 0.6 * k), "light falls off"),
    ("ambient", lambda at, k, _r: at.but(ambient_dn=60 * k), "light leaks in"),
    ("flicker", _flicker, "leaking light that swings with the mains, 50 or 60 Hz"),
    ("fog", lambda at, k, _r: at.but(fog=0.6 * k), "a veil on the glass: less contrast"),
    ("noise", lambda at, k, r: at.but(noise_dn=16 * k, seed=int(r.integers(1 << 30))), "noise"),
    ("offset", lambda at, k, r: at.but(offset_dn=_sign(r) * 30 * k), "the converter's zero is off"),
    ("dust", _dust, "specks on the card"),
    ("scratch", _scratch, "lines through the print"),
    (
        "wear",
        lambda at, k, r: at.but(ink_loss=0.75 * k, seed=int(r.integers(1 << 30))),
        "ink rubbed off",
    ),
    ("patch", _patch, "something opaque over part of the index"),
    ("sticker", _sticker, "a label over the index"),
    ("stuck", _stuck, "pixels that always say the same"),
    ("stripes", _stripes, "dirt on the glass"),
    ("dead_half", _dead_half, "half of the array is dead"),
    ("dropped_lines", lambda at, k, r: at.but(dropped=_lines_of(k, r)), "lines that never came"),
    ("doubled_lines", lambda at, k, r: at.but(doubled=_lines_of(k, r)), "lines that came twice"),
)
NAMES = tuple(name for name, _effect, _words in EFFECTS)
_BY_NAME = {name: effect for name, effect, _words in EFFECTS}


def apply(name: str, at: Conditions, strength: float, rng: Rng) -> Conditions:
    """The conditions with one effect more; KeyError for a name that is not in EFFECTS."""
    return _BY_NAME[name](at, min(1.0, max(0.0, strength)), rng)
