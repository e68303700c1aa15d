"""The cards that go through the machine, each a thing of its own: face, back, wear, damage."""

from __future__ import annotations

import random
from dataclasses import dataclass

from firmware.cards.codes import CARDS_PER_DECK, name_of

CARD_MM = 63.0  # along its way: a card slides long edge first
CARD_UM_THICK = 290


@dataclass(eq=False)
class SimCard:
    """`code` is what a perfect reader would say; `number` tells equal cards of a pack apart."""

    code: int
    back: int
    number: int = 0
    thickness_um: int = CARD_UM_THICK
    curl_mm: float = 0.0
    wear: float = 0.0  # 0 new … 1 worn out: slips more
    stickiness: float = 0.0  # takes the next card along so many times
    is_folded: bool = False
    is_face_up: bool = False
    is_damaged: bool = False
    jam_at_mm: float | None = None  # leading edge stops here, once
    is_gripping: bool = True  # a jam of this card holds the roller; otherwise the roller slips
    unreadable_passes: int = 0  # so many passes are not read
    jam_wiggles: int = 1  # reversals that set it free again; a large number: only a person
    stack_shift_mm: float = 0.0  # of a card taken along: how far behind the first
    length_mm: float = CARD_MM  # another one for things that are no cards

    def __repr__(self) -> str:
        return f"{name_of(self.code)}#{self.number}"


def new_deck(back: int, rng: random.Random | None = None, decks: int = 1) -> list[SimCard]:
    """Packs in the order of the box; with a random source every card is a little different."""
    cards = [
        SimCard(code, back, number=deck * CARDS_PER_DECK + code)
        for deck in range(decks)
        for code in range(CARDS_PER_DECK)
    ]
    if rng:
        for card in cards:
            card.wear = rng.uniform(0.0, 0.08)
            card.curl_mm = rng.uniform(0.0, 0.6)
            card.thickness_um = CARD_UM_THICK + rng.randrange(-8, 9)
    return cards
