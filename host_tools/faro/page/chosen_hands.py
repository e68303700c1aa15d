"""Hands that somebody may want to see: their cards, and where in the pack they must lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from firmware.rounds.deal_order import DealOrder
from firmware.rounds.games import catalogue

_games: Any = catalogue  # tables of the firmware have no types
_SHOE = 0


@dataclass(frozen=True)
class ChosenHand:
    """A hand of one game."""

    id: str
    game: str
    title: str
    cards: tuple[str, ...]


def _hand(game: str, id: str, title: str, cards: str) -> ChosenHand:
    return ChosenHand(id, game, title, tuple(cards.split()))


HANDS = (
    # all that the jackpot pays (CSP 12.3)
    _hand("csp", "royal", "Royal Flush", "AS KS QS JS TS"),
    _hand("csp", "straight-flush", "Straight Flush", "9H 8H 7H 6H 5H"),
    _hand("csp", "four", "Four of a Kind", "QS QH QD QC 4D"),
    _hand("csp", "full-house", "Full House", "JS JH JD 8C 8S"),
    _hand("csp", "flush", "Flush", "KD JD 8D 6D 3D"),
    _hand("tcp", "tcp-straight-flush", "Straight Flush", "AS KS QS"),
    _hand("tcp", "tcp-three", "Three of a Kind", "8S 8H 8D"),
    _hand("tcp", "tcp-straight", "Straight", "9S 8H 7D"),
    _hand("fcp", "fcp-four", "Four of a Kind", "AS AH AD AC 7H"),
    _hand("fcp", "fcp-straight-flush", "Straight Flush", "JS TS 9S 8S 2H"),
)
BY_ID = {hand.id: hand for hand in HANDS}


def order_for(hand: ChosenHand, seat: int, seats: int) -> list[str]:
    """Words of `arrange` for a fresh pack in the shoe; `seats` has a bit for each area in play."""
    order: Any = DealOrder(bytearray(8), lambda: 0)
    order.start(_games.table_of(catalogue.number_of(hand.game)).DEAL[_SHOE], seats)
    words: list[str] = []
    left, others = list(hand.cards), 0
    while left:
        place = order.place()
        if place < 0:
            raise ValueError(f"a hand of {hand.game} has fewer than {len(hand.cards)} cards")
        if place == seat:
            words += [str(others)] if others else []
            words.append(left.pop(0))
            others = 0
        else:
            others += 1
        order.serve()
    return words
