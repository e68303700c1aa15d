"""Shuffles that are none: what broken machines and bad samplers make of a pack, many at a time.

Each function gives `count` orders of n cards as rows, order[position] = in-feed index.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import numpy as np
import numpy.typing as npt

Orders = npt.NDArray[np.int64]
Model = Callable[[np.random.Generator, int, int], Orders]


def uniform(rng: np.random.Generator, count: int, n: int) -> Orders:
    """What is wanted: every order equally likely."""
    return np.argsort(rng.random((count, n)), axis=1)


def untouched(_rng: np.random.Generator, count: int, n: int) -> Orders:
    """A carousel that stays put, a belt that slips: the pack comes out as it went in."""
    return np.tile(np.arange(n), (count, 1))


def cut(rng: np.random.Generator, count: int, n: int) -> Orders:
    """Cut once, anywhere."""
    return (np.arange(n) + rng.integers(1, n, (count, 1))) % n


def riffles(times: int, rng: np.random.Generator, count: int, n: int) -> Orders:
    """Gilbert–Shannon–Reeds riffles: each card comes from a pile by a fair bit."""
    orders = untouched(rng, count, n)
    for _ in range(times):
        # seen backwards a riffle sorts the cards by one fair bit each
        bits = np.sort(rng.integers(0, 2, (count, n)), axis=1)
        shuffled = np.argsort(rng.permuted(bits, axis=1), axis=1, kind="stable")
        orders = np.take_along_axis(orders, np.argsort(shuffled, axis=1), axis=1)
    return orders


def shelves(many: int, rng: np.random.Generator, count: int, n: int) -> Orders:
    """A shelf machine: each card onto a random shelf, on top of or below what lies there."""
    shelf = rng.integers(0, many, (count, n))
    is_top = rng.integers(0, 2, (count, n))
    age = np.arange(n) + 1
    return np.argsort(shelf * 4 * n + np.where(is_top, -age, age), axis=1)


def compartments(many: int, rng: np.random.Generator, count: int, n: int) -> Orders:
    """Each card into a random compartment, emptied in turn: one pass is not enough."""
    box = rng.integers(0, many, (count, n))
    return np.argsort(box, axis=1, kind="stable")


def tail(cards: int, rng: np.random.Generator, count: int, n: int) -> Orders:
    """The last cards stay where they are."""
    orders = untouched(rng, count, n)
    orders[:, : n - cards] = uniform(rng, count, n - cards)
    return orders


def sticking(chance: float, rng: np.random.Generator, count: int, n: int) -> Orders:
    """Neighbours stick together with a chance; the clumps are shuffled well."""
    is_loose = rng.random((count, n)) >= chance
    is_loose[:, 0] = True
    clump = np.cumsum(is_loose, axis=1) - 1
    place = np.take_along_axis(rng.random((count, n)), clump, axis=1)
    return np.argsort(place, axis=1, kind="stable")


def naive_swap(rng: np.random.Generator, count: int, n: int) -> Orders:
    """Every position swapped with any position: n**n ways do not divide by n!."""
    return _swaps(count, n, range(n), lambda _i: rng.integers(0, n, count))


def sattolo(rng: np.random.Generator, count: int, n: int) -> Orders:
    """Fisher–Yates off by one: no card may stay."""
    return _swaps(count, n, range(n - 1, 0, -1), lambda i: rng.integers(0, i, count))


def byte_modulo(rng: np.random.Generator, count: int, n: int) -> Orders:
    """Fisher–Yates with `byte % k`: small numbers come more often."""
    return _swaps(count, n, range(n - 1, 0, -1), lambda i: rng.integers(0, 256, count) % (i + 1))


def _swaps(count: int, n: int, places: Iterable[int], draw: Callable[[int], Orders]) -> Orders:
    orders = np.tile(np.arange(n), (count, 1))
    rows = np.arange(count)
    for i in places:
        pick = draw(i)
        orders[rows, i], orders[rows, pick] = orders[rows, pick], orders[rows, i].copy()
    return orders


def stuck_generator(rng: np.random.Generator, count: int, n: int) -> Orders:
    """The same order every time."""
    return np.repeat(uniform(rng, 1, n), count, axis=0)


# name, model, power of the one-cycle rule for 52 cards as STANDARDS states it
ONE_CYCLE: tuple[tuple[str, Model, float], ...] = (
    ("no shuffle", untouched, 1.0),
    ("cut only", cut, 1.0),
    ("1 riffle", partial(riffles, 1), 1.0),
    ("4 riffles", partial(riffles, 4), 1.0),
    ("10 shelves", partial(shelves, 10), 1.0),
    ("tail of 8", partial(tail, 8), 1.0),
    ("20 % sticking", partial(sticking, 0.2), 0.95),
    ("10 % sticking", partial(sticking, 0.1), 0.42),
    ("5 riffles", partial(riffles, 5), 0.26),
    ("15 shelves", partial(shelves, 15), 0.06),
    ("38 compartments", partial(compartments, 38), 0.004),
)
