"""Counts the classes of the best four of six cards over all 20,358,520 hands, by numpy alone.

`python -m tests.helpers.count_six` prints them; the short tests hold the firmware against the list.
"""
# pyright: basic

from __future__ import annotations

from itertools import combinations

import numpy as np

RUNS = [0b1111 << low for low in range(10)] + [1 << 12 | 0b111]


def hands_with_highest(two: tuple[int, int], rest: np.ndarray) -> np.ndarray:
    """All hands whose two highest cards are `two`, as rows of six card numbers."""
    lower = rest[rest[:, -1] < two[0]]
    ends = np.tile(np.array(two, dtype=np.int16), (len(lower), 1))
    return np.hstack([lower, ends])


def classes_of(cards: np.ndarray) -> np.ndarray:
    """Class of each row: 0 high card to 7 four of a kind (FCP 11.1)."""
    ranks, suits = cards >> 2, cards & 3
    bits = (1 << ranks).astype(np.int32)
    times = np.zeros((len(cards), 13), dtype=np.int8)
    for column in range(6):
        times[np.arange(len(cards)), ranks[:, column]] += 1
    masks = [np.where(suits == suit, bits, 0).sum(axis=1) for suit in range(4)]
    held = [(suits == suit).sum(axis=1) for suit in range(4)]
    every = np.bitwise_or.reduce(bits, axis=1)
    pairs = (times >= 2).sum(axis=1)
    found = np.zeros(len(cards), dtype=np.int8)
    found[pairs >= 1] = 1
    found[pairs >= 2] = 2
    for run in RUNS:
        found[(every & run) == run] = 3
    for suit in range(4):
        found[held[suit] >= 4] = 4
    found[(times >= 3).any(axis=1)] = 5
    for suit in range(4):
        for run in RUNS:
            found[(masks[suit] & run) == run] = 6
    found[(times == 4).any(axis=1)] = 7
    return found


def count() -> list[int]:
    """Hands of each class, lowest class first."""
    rest = np.array(list(combinations(range(52), 4)), dtype=np.int16)
    totals = np.zeros(8, dtype=np.int64)
    for two in combinations(range(52), 2):
        rows = hands_with_highest(two, rest)
        if len(rows):
            totals += np.bincount(classes_of(rows), minlength=8)
    return totals.tolist()


if __name__ == "__main__":
    print(count())
