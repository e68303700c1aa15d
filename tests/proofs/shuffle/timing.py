"""What the time of a deal tells about the order: nothing, neither as a whole nor about a card.

A cycle gets ready before its order is drawn; what is left is the time in which it comes out.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

from faro.sim.scenarios.shuffler import indices, shuffler_table
from firmware.shuffler.cycle import ST_DELIVERING
from hw_sim.mechanics.machine_cards import new_deck
from tests.proofs.shuffle import exact, vector

_COMPARTMENTS = 54


@dataclass(frozen=True)
class Timing:
    """Spread of the durations and what they go with."""

    cycles: int
    spread_ms: float
    with_way: float  # correlation with the carousel's whole way
    with_card: float  # strongest correlation with the position of a single card
    chance: float  # that luck alone gives one as strong

    @property
    def sentence(self) -> str:
        return (
            f"{self.cycles} decks out: duration ± {self.spread_ms:.1f} ms; correlation with the"
            f" carousel's whole way {self.with_way:.2f}; with the position of any single card at"
            f" most {self.with_card:.2f}, which luck alone gives with chance {self.chance:.2f}"
        )


def measure(cycles: int, seed: int = 77) -> Timing:
    """Durations as the board reports them, against the orders that came out."""
    durations: list[int] = []
    orders: list[list[int]] = []
    with shuffler_table(seed) as table:
        packs = [new_deck(1), new_deck(2)]
        seen = 0
        for cycle in range(cycles):
            fed = packs[cycle % 2]
            table.shuffle(fed)
            packs[cycle % 2] = table.deliver()
            orders.append(indices(fed, packs[cycle % 2]))
            for event in table.client.events(seen):
                seen = event.number
                if event.name == "STEP_DONE" and event.fields["step"] == ST_DELIVERING:
                    durations.append(event.fields["duration_ms"])
    return judge(np.array(durations, np.float64), np.array(orders, np.int64))


def judge(durations: vector.Floats, orders: vector.Ints) -> Timing:
    """Cards lie as they were fed: the way is that from index to index."""
    positions = np.argsort(orders, axis=1).astype(np.float64)
    steps = np.abs(np.diff(orders, axis=1))
    ways = np.sum(np.minimum(steps, _COMPARTMENTS - steps), axis=1)
    spread = float(np.std(durations))
    unit = (durations - np.mean(durations)) / spread
    cards = (positions - np.mean(positions, axis=0)) / np.std(positions, axis=0)
    single = np.mean(cards * unit[:, None], axis=0)
    # the strongest of all cards counts: a sum over all of them would drown one that leaks
    strongest = float(np.max(np.abs(single)))
    one = 2 * float(exact.stats.norm.sf(strongest * len(durations) ** 0.5))
    return Timing(
        len(durations),
        spread,
        float(np.corrcoef(durations, ways)[0, 1]),
        strongest,
        1 - (1 - one) ** len(single),
    )


def main() -> None:
    """Print the figures of docs/shuffle.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cycles", type=int, default=300)
    print(measure(parser.parse_args().cycles).sentence)


if __name__ == "__main__":
    main()
