"""Continuous mode measured: how far from "any card may come next" a coup is.

Plays coups with the firmware's own plan and prints the figures that docs/shuffle.md states.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol, cast

from firmware.shuffler import continuous
from hw_sim.pacing import use_one_core

MOST_BOXES = 8  # in one order to the machine
_Plan = cast(Any, continuous.ContinuousPlan)


@dataclass(frozen=True)
class Mixing:
    """Chances seen over many coups, each beside what a perfect shuffle would give."""

    coups: int
    again: float  # a card of the coup before comes in this one
    again_ideal: float
    pair: float  # of two cards fed back one after the other, the second follows the first
    pair_ideal: float
    next_of_many: float  # share of deals in which the card after x was fed back within 54 of x
    next_of_many_ideal: float
    waiting_cards: float  # in the mouth when a coup begins: these can't be mixed any more


class Table:
    """A machine in continuous mode and the cards on the table."""

    def __init__(self, cards: int, seed: int) -> None:
        self._rng = random.Random(seed)
        self._plan = _Plan(self._rng.randrange)
        order = self._rng.sample(range(cards), cards)
        for position, token in enumerate(order):
            self._plan.load(position * 54 // cards, token)
        self._mouth: list[int] = []

    def deal(self, cards: int) -> list[int]:
        """The next cards from the mouth; compartments are emptied into it as needed."""
        plan = self._plan
        while len(self._mouth) < cards:
            box = plan.take()
            self._mouth += [plan.token_at(box, place) for place in range(plan.count_in(box))]
            plan.emptied(box)
        dealt, self._mouth = self._mouth[:cards], self._mouth[cards:]
        return dealt

    def feed_back(self, cards: list[int]) -> None:
        for card in cards:
            if self._plan.feed_back(card) < 0:
                raise AssertionError("no room")

    def stir(self, boxes: int) -> None:
        """In a pause: random compartments are emptied, then all of their cards are fed in anew."""
        plan = self._plan
        while boxes > 0:
            tokens: list[int] = []
            for _ in range(min(boxes, MOST_BOXES)):
                box = plan.take()
                tokens += [plan.token_at(box, place) for place in range(plan.count_in(box))]
                plan.emptied(box)
            self.feed_back(tokens)
            boxes -= MOST_BOXES

    @property
    def waiting(self) -> int:
        return len(self._mouth)


class AnyTable(Protocol):
    """The plan alone, or the whole machine."""

    def deal(self, cards: int) -> list[int]: ...
    def feed_back(self, cards: list[int]) -> None: ...
    def stir(self, boxes: int) -> None: ...
    @property
    def waiting(self) -> int: ...


def measure(cards: int, coup_cards: int, coups: int, stirred: int, seed: int = 1) -> Mixing:
    """Coups by the firmware's plan alone: quick, so there can be many."""
    return play(Table(cards, seed), cards, coup_cards, coups, stirred, seed)


def play(
    table: AnyTable, cards: int, coup_cards: int, coups: int, stirred: int, seed: int = 1
) -> Mixing:
    """Play coups; the discards of each go back, in the order dealt, before the next one.

    `stirred` compartments are fed in anew between coups.
    """
    fed_at: dict[int, int] = {}
    fed = 0
    before: list[int] = []
    again = pairs = near = follows = waiting = 0
    for _ in range(coups):
        waiting += table.waiting
        dealt = table.deal(coup_cards)
        again += len(set(dealt) & set(before))
        for left, right in pairwise(dealt):
            if left in fed_at and right in fed_at:
                follows += 1
                lag = fed_at[right] - fed_at[left]
                pairs += lag == 1
                near += 0 < lag <= 54
        table.feed_back(dealt)
        for card in dealt:
            fed += 1
            fed_at[card] = fed
        if stirred:
            table.stir(stirred)
        before = dealt
    return Mixing(
        coups,
        again / (coups * coup_cards),
        coup_cards / cards,
        pairs / follows,
        1 / cards,
        near / follows,
        _near_ideal(cards, coup_cards, coups, seed),
        waiting / coups,
    )


def _near_ideal(cards: int, coup_cards: int, coups: int, seed: int) -> float:
    """The same share when every coup comes from a perfect shuffle."""
    rng = random.Random(seed + 1)
    fed_at: dict[int, int] = {}
    fed = near = follows = 0
    for _ in range(coups):
        dealt = rng.sample(range(cards), coup_cards)
        for left, right in pairwise(dealt):
            if left in fed_at and right in fed_at:
                follows += 1
                near += 0 < fed_at[right] - fed_at[left] <= 54
        for card in dealt:
            fed += 1
            fed_at[card] = fed
    return near / follows


def _row(decks: int, stirred: int, m: Mixing) -> str:
    return (
        f"{decks} decks, {stirred:2} stirred: card of the coup before {m.again:.4f}"
        f" ({m.again_ideal:.4f}); fed-back neighbours together {m.pair:.4f}"
        f" ({m.pair_ideal:.4f}); next fed back within 54 {m.next_of_many:.3f}"
        f" ({m.next_of_many_ideal:.3f}); {m.waiting_cards:.1f} wait in the mouth"
    )


def _machine(decks: int, coups: int, stirred: int) -> None:
    """The same on the whole machine, with the time that a coup's cards and the stirring take."""
    from tests.proofs.shuffle.continuous_machine import machine_table

    with machine_table(decks) as table:
        start_s = table.now_s
        m = play(table, 52 * decks, 15, coups, stirred)
        coup_s = (table.now_s - start_s) / coups
    print(f"{_row(decks, stirred, m)}; {coup_s:.1f} s of the machine a coup", flush=True)


def main() -> None:
    """Figures for the packs of the baccarat games (TCB 6 or 8 decks, LDB 3, 4, 6 or 8)."""
    parser = argparse.ArgumentParser(prog="continuous", description=__doc__)
    parser.add_argument("--machine", type=int, default=0, help="coups on the whole machine instead")
    parser.add_argument("--decks", type=int, default=6)
    options = parser.parse_args()
    print("chance (perfect shuffle), coups of 15 cards")
    if options.machine:
        use_one_core()
        for stirred in (0, 8):
            _machine(options.decks, options.machine, stirred)
        return
    for decks in (3, 4, 6, 8):
        for stirred in (0, 4, 8, 16):
            print(_row(decks, stirred, measure(52 * decks, 15, 10_000, stirred)), flush=True)


if __name__ == "__main__":
    main()
