"""Patches and worn spots laid over an index by hand: what is covered or gone must not become
another card."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from firmware.cards.codes import card_named, is_card, name_of
from hw_sim.optics.conditions import Mark, draw
from hw_sim.optics.design import load_design
from hw_sim.optics.reads import Read
from hw_sim.optics.render import render
from hw_sim.reader import Reader
from tests.proofs.recognition.tasks import enrol_design, frames_of

SEED = 5
PLACES_MM = tuple(product(np.arange(2.0, 6.1, 0.8).tolist(), np.arange(3.0, 11.1, 0.9).tolist()))
SIZES_MM = ((1.6, 1.6), (1.6, 3.2), (3.0, 1.8))
SHADES = {"white": 0.97, "grey": 0.5, "worn": 0.97, "dark": 0.1}
WORN = 0.75  # of the ink has gone in a worn spot


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    with Reader() as one:
        yield one


def covered(name: str, card: str, shade: str, sev: int) -> Iterator[Read]:
    """One card with a patch of each size at each place."""
    deck = load_design(name)
    for n, ((x, y), (wide, tall)) in enumerate(product(PLACES_MM, SIZES_MM)):
        at = draw(sev, np.random.default_rng([SEED, n]))
        marks = tuple(mark for mark in at.marks if mark.kind != "patch")
        patch = Mark("patch", x, y, wide, tall, 0.0, SHADES[shade], SHADES[shade])
        green, red = render(deck.picture(card, n & 1), at.but(marks=(*marks, patch)))
        if shade == "worn":
            clean = render(deck.picture(card, n & 1), at.but(marks=marks))
            green, red = (
                (WORN * one + (1 - WORN) * whole).astype(one.dtype)
                for one, whole in zip((green, red), clean, strict=True)
            )
        yield Read(card, "test", sev, green, red)


@pytest.mark.campaign
@pytest.mark.rule("C1")
@pytest.mark.parametrize("name", ["plain", "slab"])
def test_recognise__patch_over_part_of_the_index__never_makes_another_card(
    reader: Reader, name: str
) -> None:
    block, _ = enrol_design(reader, name, SEED)
    assert block is not None
    reader.load(block)
    taken: list[str] = []
    reads = 0
    cards = [*product(("8H", "8S", "7S", "TC"), ("white", "grey", "worn"))]
    for (card, shade), sev in product([*cards, ("9C", "dark")], (1, 3)):
        for read in covered(name, card, shade, sev):
            code = reader.read(*frames_of(read)).code
            reads += 1
            if is_card(code) and code != card_named(card):
                taken.append(f"{card} under {shade} taken for {name_of(code)}")
    assert taken == []
    assert reads > 2000
