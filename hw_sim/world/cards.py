"""Cards as things: their print, their back, and what was done to them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from firmware.cards.codes import CARDS_PER_DECK, name_of

BACKS = {"red": (190, 40, 45), "blue": (40, 60, 170), "green": (35, 140, 70)}
WHITE_PAPER = (240, 240, 235)
CARD_MM = 63.0  # long edge first


@dataclass(frozen=True)
class Card:
    """One physical card.  `wear` is a severity of the optics: 1 new, 2 in service, 3 abused."""

    face: str = ""  # "QD", "JOKER", "BLANK"
    back: str = "red"
    design: str = "plain"
    wear: int = 1
    is_face_up: bool = False
    is_turned: bool = False  # the other end leads
    cut: str = ""  # a cutting card of this colour
    damage: str = ""  # torn, folded, bent, marked, inked
    spoil: tuple[tuple[str, str, float], ...] = ()  # effects of the optics: name, cameras, strength

    def but(self, **changes: Any) -> Card:
        """The same card after something happened to it."""
        return replace(self, **changes)

    def back_rgb(self) -> tuple[int, int, int]:
        """What the colour sensor under the card sees: its back, or its face when it lies wrong."""
        if self.cut:
            from hw_sim.optics.things import CUT_COLOURS

            return CUT_COLOURS[self.cut]
        return WHITE_PAPER if self.is_face_up else BACKS[self.back]


def deck(back: str = "red", design: str = "plain", wear: int = 1) -> list[Card]:
    """52 cards in the order of their numbers: a new deck, as enrolment wants it."""
    return [
        Card(name_of(card), back=back, design=design, wear=wear) for card in range(CARDS_PER_DECK)
    ]


def pack(decks: int, rng: random.Random, **kind: Any) -> list[Card]:
    """So many decks, shuffled by the world's own chance."""
    cards = [card for _ in range(decks) for card in deck(**kind)]
    rng.shuffle(cards)
    return [card.but(is_turned=rng.random() < 0.5) for card in cards]


def without(cards: Iterable[Card], face: str) -> list[Card]:
    """The pack with one card of this face gone."""
    left = list(cards)
    left.remove(next(card for card in left if card.face == face))
    return left
