"""The cameras' stream: the beginning of the card for A, its end turned upright for B."""

from __future__ import annotations

import random

import pytest

from firmware.drivers import picture_unpack as lu
from tests.helpers.mp_run import run_in_micropython

LINES, PIXELS = 96, 128


def lines_of(seed: int, count: int, low: int = 60, high: int = 250) -> list[bytes]:
    rng = random.Random(seed)
    return [bytes(rng.randrange(low, high) for _ in range(PIXELS)) for _ in range(count)]


def stream(n_end: int, dark_lines: int) -> tuple[bytes, list[bytes], list[bytes]]:
    """What comes of a card that ends so many lines before the stream does."""
    start = lines_of(1, lu.LINES_START)
    end = lines_of(2, n_end - dark_lines) + lines_of(3, dark_lines, 2, 30)
    empty = bytes(PIXELS)
    raw = empty + b"".join(start) + empty + b"".join(end)
    return raw, start, end


def unpacked(
    raw: bytes, is_out: bool = False
) -> tuple[list[bytearray], list[bytearray], bytearray]:
    green = [bytearray(LINES * PIXELS) for _ in range(2)]
    red = [bytearray(LINES // 4 * PIXELS) for _ in range(2)]
    lines = bytearray(2)
    padded = raw + bytes(lu.RAW_BYTES - len(raw))
    lu.unpack(padded, len(raw), green, red, lines, is_out)
    return green, red, lines


def between(far: bytes, near: bytes, after: bytes, beyond: bytes) -> bytes:
    """The middle of a cubic through four."""
    four = zip(far, near, after, beyond, strict=True)
    return bytes(min(max((9 * (b + c) - a - d) // 16, 0), 255) for a, b, c, d in four)


def greens(lines: list[bytes]) -> list[bytes]:
    """Every fourth was red: there what lies between its neighbours."""
    out = list(lines)
    for i in range(0, len(lines), 4):
        near, far = (i - 1, i - 2) if i else (1, 2)
        out[i] = between(lines[far], lines[near], lines[i + 1], lines[i + 2])
    return out


def rows(frame: bytearray) -> list[bytes]:
    return [bytes(frame[i : i + PIXELS]) for i in range(0, len(frame), PIXELS)]


@pytest.mark.parametrize("is_out", [False, True])
@pytest.mark.parametrize(("n_end", "dark"), [(180, 60), (135, 14), (192, 90), (125, 0)])
def test_unpack__whole_card__both_frames_upright(n_end: int, dark: int, is_out: bool) -> None:
    raw, start, end = stream(n_end, dark)
    green, red, lines = unpacked(raw, is_out)
    assert list(lines) == [LINES, LINES]
    first = 1 if is_out else 0  # the camera at the card's beginning; B's lines are turned
    begun = [line[::-1] for line in start] if is_out else start
    assert rows(red[first]) == begun[0::4]
    assert rows(green[first]) == greens(begun)
    back = [line if is_out else line[::-1] for line in reversed(end)]
    at = back.index(rows(red[1 - first])[0])
    assert rows(red[1 - first]) == back[at : at + LINES : 4]
    assert rows(green[1 - first]) == greens(back[at : at + LINES])
    beyond = sum(max(line) < 40 for line in back[at : at + LINES])
    assert beyond <= 8 and (dark < 14 or beyond >= 5)  # it begins about 1.6 mm beyond the card


def test_unpack__half_drawn_card__lines_of_the_beginning_and_none_of_the_end() -> None:
    raw, _start, _end = stream(192, 20)
    _green, _red, lines = unpacked(raw[: PIXELS * (1 + 53)])
    assert list(lines) == [53, 0]
    assert list(unpacked(b"")[2]) == [0, 0]


def test_unpack__dark_camera__a_dark_picture_and_not_none() -> None:
    raw, _start, _end = stream(150, 150)
    assert list(unpacked(raw)[2]) == [LINES, LINES]
    assert list(unpacked(bytes(lu.RAW_BYTES))[2]) == [LINES, LINES]


def test_unpack__inside_micropython__same_frames() -> None:
    script = """
import sys
from binascii import crc32
from firmware.drivers import picture_unpack as lu
raw = bytearray(lu.RAW_BYTES)
x = 7
for i in range(len(raw)):
    x = (x * 1103515245 + 12345) & 0x7FFFFFFF
    raw[i] = (x >> 16) & 0xFF
green = [bytearray(12288), bytearray(12288)]
red = [bytearray(3072), bytearray(3072)]
lines = bytearray(2)
lu.unpack(raw, len(raw) - 3000, green, red, lines, False)
print(list(lines), [crc32(f) for f in green + red])
"""
    space: dict[str, object] = {}
    told: list[str] = []
    space["print"] = lambda *words: told.append(" ".join(str(w) for w in words))
    exec(script, space)  # noqa: S102  (the same text on both machines)
    assert run_in_micropython(script).strip() == told[0]
