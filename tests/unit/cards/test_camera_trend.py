"""Light that fades and dirt that settles: seen in the mean of many cards, never in one."""

from __future__ import annotations

import random

from firmware.cards.camera_trend import CameraTrend


def white(level: int, rng: random.Random, dirty: tuple[int, ...] = (), slope: int = 0) -> bytes:
    values = [level + slope * (i - 64) // 64 + rng.randrange(-3, 4) for i in range(128)]
    for pixel in dirty:
        values[pixel] = values[pixel] * 7 // 10
    return bytes(min(max(v, 1), 255) for v in values)


def fed(cards: int, level: int, **kind: object) -> CameraTrend:
    trend = CameraTrend()
    trend.restart(200)
    rng = random.Random(1)
    for _ in range(cards):
        trend.take(level, white(level, rng, **kind))  # pyright: ignore[reportArgumentType]
    return trend


def test_trend__light_at_75_percent__told_after_some_dozen_cards() -> None:
    assert fed(40, 150).level_percent == 100  # too few to say anything
    assert fed(60, 150).level_percent == 75


def test_trend__three_dirty_pixels_under_a_slope__counted_and_the_slope_not() -> None:
    assert fed(100, 200, slope=40).dirty_pixels == 0
    assert fed(100, 180, dirty=(40, 41, 90), slope=-40).dirty_pixels == 3


def test_trend__one_dirty_card__moves_nothing() -> None:
    trend = fed(100, 200)
    trend.take(90, bytes([90] * 128))
    assert trend.level_percent >= 98 and trend.dirty_pixels == 0


def test_trend__cleaned__starts_anew() -> None:
    trend = fed(100, 150, dirty=(50, 51, 52))
    assert trend.dirty_pixels == 3
    trend.restart(trend.paper())
    assert (trend.dirty_pixels, trend.level_percent) == (0, 100)
