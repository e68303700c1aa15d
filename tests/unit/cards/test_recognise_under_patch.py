"""A patch on the index: what it leaves is compared, and a card that a patch made is refused."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
import pytest

from firmware.cards.codes import card_named, is_card
from firmware.cards.recognise import limits
from firmware.cards.recognise.patch_search import find_patch
from firmware.cards.recognise.recogniser import Recogniser
from hw_sim.optics.conditions import Conditions, draw, draw_patch
from hw_sim.optics.design import CARD_NAMES, load_design
from hw_sim.optics.reads import Read
from hw_sim.optics.render import render
from hw_sim.reader import Reader
from tests.proofs.recognition.tasks import enrol_design, frames_of

SEED = 502
READS = 6


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    with Reader() as one:
        yield one


@pytest.fixture(scope="module")
def enrolled(reader: Reader) -> Callable[[str], bytes]:
    """A deck's templates, learned once: two seconds."""

    @cache
    def learn(name: str) -> bytes:
        block, _ = enrol_design(reader, name, SEED)
        assert block is not None
        return block

    return learn


def find(data: bytearray, template: bytearray) -> tuple[int, int, int]:
    """Rest, cells of the patch, difference without it, of two maps of a rank's size."""
    sums = array("H", [0] * 117), array("H", [0] * 126)
    out = array("H", [0] * 8)
    find_patch(0, 0, *sums, data, 0, 16, template, 0, 0xFFFF, out)
    return out[0], out[1], out[2]


def glyph(seed: int = 1) -> bytearray:
    """Some shape of 12 × 16 cells."""
    return bytearray(np.random.default_rng(seed).choice([0, 255], 192).astype(np.uint8).tobytes())


def with_patch(
    data: bytearray, level: int, rows: tuple[int, int], columns: tuple[int, int]
) -> bytearray:
    cells = np.frombuffer(bytes(data), np.uint8).reshape(12, 16).copy()
    cells[rows[0] : rows[1], columns[0] : columns[1]] = level
    return bytearray(cells.tobytes())


@pytest.mark.parametrize("level", [0, 255])
def test_find_patch__paper_or_dark_rectangle__leaves_nothing(level: int) -> None:
    shape = glyph()
    rest, cells, whole = find(with_patch(shape, level, (3, 8), (4, 10)), shape)
    assert rest == 0
    assert 5 * 6 <= cells <= 48
    assert whole > 1000


def test_find_patch__same_map__needs_no_patch() -> None:
    assert find(glyph(), glyph()) == (0, 0, 0)


def test_find_patch__half_ink__is_no_patch() -> None:
    shape = glyph()
    rest, _, whole = find(with_patch(shape, 128, (3, 8), (4, 10)), shape)
    assert rest == whole > 0


def test_find_patch__more_than_half_covered__is_not_explained() -> None:
    shape = glyph()
    rest, cells, _ = find(with_patch(shape, 255, (0, 12), (0, 12)), shape)
    assert rest > 1000
    assert cells <= 96


def test_find_patch__other_glyph__is_not_explained() -> None:
    rest, _, whole = find(glyph(1), glyph(2))
    assert rest > whole * 3 // 4


def patched(name: str, card: str, sev: int, *seed: int) -> Read:
    """A reading with something opaque on or near the index."""
    rng = np.random.default_rng(seed)
    at: Conditions = draw(sev, rng)
    if not any(mark.kind == "patch" for mark in at.marks):
        at = at.but(marks=(*at.marks, draw_patch(rng)))
    green, red = render(load_design(name).picture(card, seed[4] & 1), at)
    return Read(card, "test", sev, green, red)


# cards whose patch makes another of them: a person would say so too
MADE = (
    ("plain", "8C", 1, (502, 78, 1, 27, 1, 8), "3C"),
    ("slab", "9C", 1, (502, 78, 1, 31, 6, 10), "9S"),
)


@pytest.mark.campaign
@pytest.mark.rule("C1")
@pytest.mark.parametrize(("name", "card", "sev", "seed", "looks_like"), MADE)
def test_recognise__patch_that_makes_another_card__is_refused(
    enrolled: Callable[[str], bytes], monkeypatch: pytest.MonkeyPatch,
    name: str, card: str, sev: int, seed: tuple[int, ...], looks_like: str,
) -> None:  # fmt: skip
    green, red = (bytearray(part) for part in frames_of(patched(name, card, sev, *seed)))
    one = Recogniser(bytearray(enrolled(name)))
    assert not is_card(one.read(green, red, 96))
    # and the comparison with patched rivals is what refuses it
    monkeypatch.setattr(limits, "RIVAL_RANK", 60_000)
    monkeypatch.setattr(limits, "RIVAL_SUIT", 60_000)
    assert one.read(green, red, 96) == card_named(looks_like)


@pytest.mark.campaign
@pytest.mark.rule("C1")
@pytest.mark.parametrize(("name", "least_percent"), [("plain", 35), ("slab", 45)])
def test_recognise__patch_near_or_on_the_index__most_are_read_and_none_wrong(
    reader: Reader, enrolled: Callable[[str], bytes], name: str, least_percent: int
) -> None:
    reader.load(enrolled(name))
    right = 0
    for at, card in enumerate(CARD_NAMES):
        for n in range(READS):
            got = reader.read(*frames_of(patched(name, card, 2, 9, 78, 2, at, n))).code
            assert got == card_named(card) or not is_card(got), card
            right += got == card_named(card)
    assert right * 100 >= least_percent * len(CARD_NAMES) * READS


@pytest.mark.campaign
def test_recognise__brief_look__leaves_the_later_tries_out_and_says_nothing_else(
    enrolled: Callable[[str], bytes],
) -> None:
    one = Recogniser(bytearray(enrolled("slab")))
    later = 0
    for at in range(12, 24):
        frames = frames_of(patched("slab", CARD_NAMES[at], 2, 9, 78, 2, at, 0))
        green, red = (bytearray(part) for part in frames)
        code = one.read(green, red, 96)
        tries = one.tries
        brief = one.read(green, red, 96, is_brief=True)
        assert one.tries <= 4
        if tries <= 4:
            assert brief == code
        else:
            assert not is_card(brief)
            later += is_card(code)
    assert later > 0
