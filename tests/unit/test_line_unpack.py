"""The cameras' stream: the beginning of the card for A, its end turned upright for B."""

from __future__ import annotations

import random

import pytest

from firmware.drivers import line_unpack as lu
from tests.unit.mp_run import run_in_micropython

LINES, PIXELS = 96, 128


def lines_of(seed: int, count: int, low: int = 60, high: int = 250) -> list[bytes]:
    rng = random.Random(seed)
    return [bytes(rng.randrange(low, high) for _ in range(PIXELS)) for _ in range(count)]


def stream(n_b: int, dark_lines: int) -> tuple[bytes, list[bytes], list[bytes]]:
    """What comes of a card that ends so many lines before the stream does."""
    a = lines_of(1, lu.LINES_A)
    b = lines_of(2, n_b - dark_lines) + lines_of(3, dark_lines, 2, 30)
    empty = bytes(PIXELS)
    raw = empty + b"".join(a) + bytes(lu.LINES_SKIPPED) + empty + b"".join(b)
    return raw, a, b


def unpacked(raw: bytes) -> tuple[list[bytearray], list[bytearray], bytearray]:
    green = [bytearray(LINES * PIXELS) for _ in range(2)]
    red = [bytearray(LINES // 4 * PIXELS) for _ in range(2)]
    lines = bytearray(2)
    padded = raw + bytes(lu.RAW_BYTES - len(raw))
    lu.unpack(padded, len(raw), green, red, lines)
    return green, red, lines


def rows(frame: bytearray) -> list[bytes]:
    return [bytes(frame[i : i + PIXELS]) for i in range(0, len(frame), PIXELS)]


@pytest.mark.parametrize(("n_b", "dark"), [(200, 60), (135, 14), (220, 100), (125, 0)])
def test_unpack__whole_card__both_frames_with_red_before_four_green(n_b: int, dark: int) -> None:
    raw, a, b = stream(n_b, dark)
    green, red, lines = unpacked(raw)
    assert list(lines) == [LINES, LINES]
    assert rows(red[0]) == a[0::5]
    assert rows(green[0]) == [line for i, line in enumerate(a) if i % 5]
    back = [line[::-1] for line in reversed(b)]
    start = back.index(rows(red[1])[0])
    assert rows(red[1]) == back[start : start + 120 : 5]
    assert rows(green[1]) == [line for i, line in enumerate(back[start : start + 120]) if i % 5]
    beyond = sum(max(line) < 40 for line in rows(green[1]))
    assert beyond <= 8 and (dark < 14 or beyond >= 5)  # it begins about 1.6 mm beyond the card


def test_unpack__half_drawn_card__lines_of_a_and_none_of_b() -> None:
    raw, _a, _b = stream(200, 20)
    _green, _red, lines = unpacked(raw[: PIXELS * (1 + 53)])
    assert list(lines) == [42, 0]
    assert list(unpacked(b"")[2]) == [0, 0]
    dark = bytes(lu.RAW_BYTES)
    assert unpacked(dark)[2][1] == 0


def test_unpack__inside_micropython__same_frames() -> None:
    script = """
import sys
from binascii import crc32
from firmware.drivers import line_unpack as lu
raw = bytearray(lu.RAW_BYTES)
x = 7
for i in range(len(raw)):
    x = (x * 1103515245 + 12345) & 0x7FFFFFFF
    raw[i] = (x >> 16) & 0xFF
green = [bytearray(12288), bytearray(12288)]
red = [bytearray(3072), bytearray(3072)]
lines = bytearray(2)
lu.unpack(raw, len(raw) - 3000, green, red, lines)
print(list(lines), [crc32(f) for f in green + red])
"""
    space: dict[str, object] = {}
    told: list[str] = []
    space["print"] = lambda *words: told.append(" ".join(str(w) for w in words))
    exec(script, space)  # noqa: S102  (the same text on both machines)
    assert run_in_micropython(script).strip() == told[0]
