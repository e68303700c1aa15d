"""The dealer's hand at the shoe: cards that slide out through the mouth, past the cameras."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hw_sim.parts.tcs34725 import DARK_PATH
from hw_sim.rig import BoardRig
from hw_sim.world.cards import Card

CARD_PASS_MS = 120  # a card pulled at an ordinary pace
DEAL_INTERVAL_MS = 400


class ShoeWorld:
    """Pulls cards; what really left, and in which order, is the world's truth.

    A shoe that was never loaded gives out cards that only the gate sees.
    """

    def __init__(self, rig: BoardRig) -> None:
        self._rig = rig
        self._kernel = rig.board.kernel
        self.cards_dealt = 0
        self.cards: list[Card] = []  # in the shoe, the next one first
        self.dealt: list[Card] = []
        self.on_dealt: Callable[[], None] = lambda: None  # a card has left

    def load(self, cards: Iterable[Card]) -> None:
        """Put cards behind those that are in the shoe."""
        self.cards.extend(cards)

    def pull_card(self, pass_ms: int = CARD_PASS_MS) -> None:
        """The next card out of the shoe; one that only the gate sees if nobody loaded it."""
        if self.cards:
            self.feed(self.cards.pop(0), pass_ms)
            return
        self.cards_dealt += 1
        self._rig.gates["mouth"].pass_card(pass_ms)

    def deal(self, cards: int, interval_ms: int = DEAL_INTERVAL_MS) -> None:
        """Pull cards one after another, starting now."""
        for i in range(cards):
            self._kernel.after(i * interval_ms * 1000, self.pull_card)

    def feed(self, card: Card, pass_ms: int = CARD_PASS_MS) -> None:
        """One card goes through the mouth."""
        from hw_sim.world.pulls import pull  # brings numpy along: only for those who use pictures

        self.cards_dealt += 1
        self.dealt.append(card)
        self._pass(card, pull(self._rig, card, pass_ms), pass_ms)

    def feed_two(self, first: Card, second: Card, offset_mm: float = 20.0) -> None:
        """Two cards at once, the second one on top and so far ahead of the first."""
        from hw_sim.world.pulls import pull

        self.cards_dealt += 2
        self.dealt += [first, second]
        pass_ms = int(CARD_PASS_MS * (1 + offset_mm / 63))
        self._pass(first, pull(self._rig, first, pass_ms, second.face, offset_mm), pass_ms)

    def half_draw(self, card: Card, out_mm: float = 25.0, pass_ms: int = 300) -> None:
        """A card is drawn so far, and pushed back."""
        from hw_sim.world.pulls import pull

        half_us = pass_ms * 500
        out_um = int(out_mm * 1000)
        rig = self._rig

        def push_back() -> None:
            rig.cameras.turn_round()
            rig.encoder.move(-out_um, half_us)

        self._enter(card, pull(rig, card, pass_ms).catch)
        rig.encoder.move(out_um, half_us)
        self._kernel.after(half_us, push_back)
        self._kernel.after(pass_ms * 1000, self._leave)

    # -- the way through the mouth ---------------------------------------------------------

    def _pass(self, card: Card, seen: Any, pass_ms: int) -> None:
        self._enter(card, seen.catch)
        self._rig.encoder.move(int(seen.counted_mm * 1000), pass_ms * 1000)
        self._kernel.after(pass_ms * 1000, self._gone)

    def _gone(self) -> None:
        self._rig.cameras.leave()
        self._leave()
        self.on_dealt()

    def _enter(self, card: Card, catch: Any) -> None:
        rig = self._rig
        rig.cameras.enter(catch)
        rig.colour.surface_rgb = card.back_rgb()
        rig.wiring["PIN_FACE_UP"].show(card.is_face_up)
        rig.gates["mouth"].set_blocked(True)

    def _leave(self) -> None:
        rig = self._rig
        rig.gates["mouth"].set_blocked(False)
        rig.colour.surface_rgb = DARK_PATH  # it lies beside the gate, as the face-up sensor does
        rig.wiring["PIN_FACE_UP"].show(False)
