"""The dealer's hand at the shoe: cards that slide out through the mouth, past the cameras."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hw_sim.parts.tcs34725 import DARK_PATH
from hw_sim.rig import BoardRig
from hw_sim.world.cards import CARD_UM, Card

CARD_PASS_MS = 120  # a card pulled at an ordinary pace
DEAL_INTERVAL_MS = 400
_STILL_UNDER_SENSOR_MS = 40  # the colour sensor lies just behind the gate
_LINE_UM = 200


class ShoeWorld:
    """Pulls cards; what really left, and in which order, is the world's truth.

    A shoe that was never loaded gives out blanks that only the gate sees.
    """

    def __init__(self, rig: BoardRig) -> None:
        self._rig = rig
        self._kernel = rig.board.kernel
        self._seeds = self._kernel.rng(rig.board.name + "/cards")
        self._pulls = 0
        self.cards_dealt = 0
        self.cards: list[Card] = []  # in the shoe, the next one first
        self.dealt: list[Card] = []

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

    def feed(self, card: Card, pass_ms: int = CARD_PASS_MS, **effects: Any) -> None:
        """One card goes through the mouth; `effects` are conditions of the optics."""
        exposure = self._exposure(card, **effects)
        self.cards_dealt += 1
        self.dealt.append(card)
        self._pass(card, exposure, exposure.length_um(), pass_ms)

    def feed_two(self, first: Card, second: Card, offset_mm: float = 20.0) -> None:
        """Two cards at once, the second one shingled behind the first."""
        self.cards_dealt += 2
        self.dealt += [first, second]
        length_um = CARD_UM + int(offset_mm * 1000)
        self._pass(first, self._exposure(first), length_um, CARD_PASS_MS * length_um // CARD_UM)

    def half_draw(self, card: Card, out_mm: float = 25.0, pass_ms: int = 300) -> None:
        """A card is drawn so far, and pushed back."""
        out_um = int(out_mm * 1000)
        exposure = self._exposure(card, min(out_um // _LINE_UM, 96))
        self._enter(card, exposure)
        self._rig.encoder.move(out_um, pass_ms * 500)
        self._kernel.after(pass_ms * 500, lambda: self._rig.encoder.move(-out_um, pass_ms * 500))
        self._kernel.after(pass_ms * 1000, self._leave)

    # -- the way through the mouth ---------------------------------------------------------

    def _exposure(self, card: Card, lines: int = 96, **effects: Any) -> Any:
        # the optics bring numpy along: only for those who use pictures
        from hw_sim.world.card_exposure import CardExposure

        seed = self._seeds.randrange(1 << 30)
        return CardExposure(card, self._rig.cameras, seed, lines, **effects)

    def _pass(self, card: Card, exposure: Any, length_um: int, pass_ms: int) -> None:
        self._enter(card, exposure)
        self._rig.encoder.move(length_um, pass_ms * 1000)
        self._kernel.after(pass_ms * 1000, self._leave)

    def _enter(self, card: Card, exposure: Any) -> None:
        rig = self._rig
        self._pulls += 1
        rig.cameras.expose(exposure)
        rig.colour.surface_rgb = card.back_rgb()
        rig.board.pin(rig.pins.PIN_FACE_UP).drive(1 if card.is_face_up else 0)
        rig.gates["mouth"].set_blocked(True)

    def _leave(self) -> None:
        self._rig.gates["mouth"].set_blocked(False)
        pull = self._pulls
        self._kernel.after(_STILL_UNDER_SENSOR_MS * 1000, lambda: self._uncover(pull))

    def _uncover(self, pull: int) -> None:
        if pull == self._pulls:  # no other card has come meanwhile
            self._rig.colour.surface_rgb = DARK_PATH
            self._rig.board.pin(self._rig.pins.PIN_FACE_UP).drive(0)
