"""Maps, runs and patches against their definitions, written plainly: odd sizes and edges too."""

from __future__ import annotations

from array import array

import numpy as np
import pytest

from firmware.cards.recognise.blobs import find_runs
from firmware.cards.recognise.faces import fold
from firmware.cards.recognise.maps import (
    WORK_HALVES,
    add_columns,
    add_squares,
    differ,
    differ_fast,
    lay_map,
    worst_block,
)
from firmware.cards.recognise.patch_search import find_patch

NONE = 0xFFFF
PLAIN = bytearray(range(256))  # a tone curve that changes nothing


def picture(seed: int) -> bytearray:
    """96 × 128 points: smooth, with paper and full ink in it."""
    rng = np.random.default_rng(seed)
    rough = rng.integers(-200, 460, (24, 32)).repeat(4, 0).repeat(4, 1)
    return bytearray(np.clip(rough, 0, 255).astype(np.uint8).tobytes())


def overlap(a: int, b: int, at: int) -> int:
    """Sixteenths that a pixel or line shares with a stretch."""
    return max(min(b, at * 16 + 16) - max(a, at * 16), 0)


def plain_map(ink: bytearray, start: int, tall: int, line: int, wide: int, along: int) -> list[int]:
    """Mean of each cell, then the 16 darkest made black."""
    cells: list[int] = []
    for u in range(12):
        la, lb = line + wide * u // 12, line + wide * (u + 1) // 12
        for v in range(along):
            pa, pb = start + tall * v // along, start + tall * (v + 1) // along
            total = sum(
                ink[(l << 7) + p] * overlap(la, lb, l) * overlap(pa, pb, p)
                for l in range(la >> 4, (lb + 15) >> 4)
                for p in range(pa >> 4, (pb + 15) >> 4)
            )
            weight = (lb - la) * (pb - pa)
            cells.append(total // weight if weight else 0)
    top = max(sorted(cells)[-16], 1)
    return [min(cell * 255 // top, 255) for cell in cells]


PLACES = [
    # first pixel, height, first line, width, cells along: sixteenths
    (320, 560, 170, 398, 16),
    (323, 561, 175, 391, 16),
    (7, 383, 0, 301, 12),
    (1664, 384, 1230, 306, 12),  # to the last pixel and line
    (1000, 373, 777, 11, 12),  # less than a line
    (1000, 9, 777, 100, 12),  # less than a pixel
    (0, 2048, 0, 1536, 16),  # all of it
]


@pytest.mark.parametrize("place", PLACES)
def test_lay_map__any_bounds__is_the_mean_of_each_cell(
    place: tuple[int, int, int, int, int],
) -> None:
    start, tall, line, wide, along = place
    ink = picture(start)
    work = array("H", bytes(2 * WORK_HALVES))
    first = line >> 4
    lines = ((line + wide + 15) >> 4) - first
    add_columns(PLAIN, 0, ink, work, first, lines, start, tall, along)
    made = bytearray(12 * along)
    lay_map(0, 0, work, first, line, wide, tall, along, made, array("H", bytes(2 * 512)))
    assert list(made) == plain_map(ink, start, tall, line, wide, along)


def best_patch(data: bytearray, template: bytearray, along: int) -> tuple[int, int, int]:
    """Every rectangle tried: the first one that takes most."""
    a = np.frombuffer(data, np.uint8).astype(int).reshape(12, along)
    b = np.frombuffer(template, np.uint8).astype(int).reshape(12, along)
    cost = ((a - b) ** 2 + 128) >> 8
    most = cells = 0
    for u in range(11):
        for w in range(u + 2, 13):
            for v in range(0, along, 2):
                for x in range(v + 2, along + 1, 2):
                    n = (w - u) * (x - v)
                    gain = int(cost[u:w, v:x].sum())
                    level = int(a[u:w, v:x].sum())
                    if gain > most and n <= along * 6 and (level <= n * 30 or level >= n * 215):
                        most, cells = gain, n
    return int(cost.sum()) - most, cells, int(cost.sum())


@pytest.mark.parametrize("along", [16, 12])
def test_find_patch__many_maps__the_best_of_all_rectangles(along: int) -> None:
    rng = np.random.default_rng(along)
    sums = array("H", bytes(2 * 117)), array("H", bytes(2 * 126))
    found = array("H", bytes(2 * 8))
    for _ in range(12):
        data = np.where(rng.random(12 * along) < 0.5, 0, 255).astype(np.uint8).reshape(12, along)
        template = data.copy()
        data = np.clip(data + rng.integers(-60, 60, data.shape), 0, 255).astype(np.uint8)
        u, v = int(rng.integers(0, 7)), int(rng.integers(0, 6))
        data[u : u + 5, v : v + 6] = rng.choice([0, 255])
        a, b = bytearray(data.tobytes()), bytearray(template.tobytes())
        expected = best_patch(a, b, along)
        find_patch(0, 0, *sums, a, 0, along, b, 0, NONE, found)
        assert tuple(found[:3]) == expected
        rest = expected[0]
        for limit in (rest - 1, rest, rest + 400):
            find_patch(0, 0, *sums, a, 0, along, b, 0, limit, found)
            assert (found[0] <= limit) == (rest <= limit)


@pytest.mark.parametrize("threshold", [1, 40, 128, 200, 255])
@pytest.mark.parametrize("top", [0, 3, 12])
def test_find_runs__any_threshold__finds_each_stretch_of_ink(threshold: int, top: int) -> None:
    ink = picture(threshold)
    first, last = bytearray(900), bytearray(900)
    index = array("H", bytes(2 * 97))
    lines = find_runs(0, 0, ink, threshold, top, 96, first, last, index)
    expected: list[tuple[int, int]] = []
    for line in range(2, lines):
        row = [p >= top and ink[(line << 7) + p] >= threshold for p in range(128)] + [False]
        starts = [p for p in range(128) if row[p] and (p == 0 or not row[p - 1])]
        expected += [(p, row.index(False, p) - 1) for p in starts]
    assert list(zip(first, last, strict=True))[: index[lines]] == expected


@pytest.mark.parametrize("pixel", range(8))
def test_fold__any_first_pixel__is_the_mean_of_each_band(pixel: int) -> None:
    ink = picture(pixel)
    bands = bytearray(96 * 8)
    fold(0, 0, ink, 30, pixel, 200, bands)
    gain = 65280 // (200 * 13)
    for line in range(30, 96):
        for band in range(8):
            at = (line << 7) + pixel + band * 13
            assert bands[line * 8 + band] == min(sum(ink[at : at + 13]) * gain >> 8, 254)


def test_worst_block__every_second_block__is_the_largest() -> None:
    a, b = picture(1)[:192], picture(2)[:192]
    diff = np.abs(np.array(a, int) - np.array(b, int)).reshape(12, 16)
    expected = max(
        int(diff[u : u + 4, v : v + 4].sum()) for u in range(0, 9, 2) for v in range(0, 13, 2)
    )
    assert worst_block(0, 0, a, 12, 16, b, 0, array("H", bytes(2 * 48))) == expected


@pytest.mark.parametrize("cells", [192, 144])
def test_differ_fast__maps_with_and_without_ink__as_differ(cells: int) -> None:
    rng = np.random.default_rng(cells)
    block = bytearray(rng.integers(0, 256, 18 + 13 * cells, np.uint8).tobytes())
    squares = array("i", bytes(4 * 13))
    add_squares(0, 0, block, 18, cells, 13, squares)
    for most in (1, 60, 256):
        data = bytearray(rng.integers(0, most, cells, np.uint8).tobytes())
        data[8:40] = bytes(32)
        usual, fast = (array("H", bytes(2 * 13)) for _ in range(2))
        differ(0, 0, data, 0, cells, block, 18, 13, usual, 0)
        differ_fast(0, 0, data, cells, block, 18, 13, squares, fast)
        assert fast == usual
