"""An evaluator written from the rules alone, slow and plain: the judge of firmware/games.

It shares no code and no idea with the firmware: a hand's key is (class, deciding ranks) as a
tuple, found by trying every combination of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise

RANKS = "23456789TJQKA"
Key = tuple[int, tuple[int, ...]]

# the orders of hands, highest first, as the documents list them
TCP = ("straight flush", "three of a kind", "straight", "flush", "pair", "high card")  # 11.1
FCP = (
    "four of a kind",
    "straight flush",
    "three of a kind",
    "flush",
    "straight",
    "two pair",
    "pair",
    "high card",
)  # 11.1
CSP = (
    "royal flush",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pair",
    "pair",
    "five odd cards",
)  # 13.1


def _run(ranks: Sequence[int]) -> int | None:
    """The rank that a straight is known by, or None: the ace may stand below the 2."""
    ordered = sorted(ranks)
    for candidate in (ordered, sorted(-1 if rank == 12 else rank for rank in ordered)):
        if all(b - a == 1 for a, b in pairwise(candidate)):
            return candidate[-1]
    return None


def _named(cards: Sequence[str], nothing: str) -> tuple[str, tuple[int, ...]]:
    ranks = [RANKS.index(card[0]) for card in cards]
    is_suited = len({card[1] for card in cards}) == 1
    times = Counter(ranks)
    by_weight = tuple(sorted(times, key=lambda rank: (times[rank], rank), reverse=True))
    shape = tuple(sorted(times.values(), reverse=True))
    top = _run(ranks)
    if top is not None and is_suited:
        is_royal = top == 12 and len(cards) == 5
        return ("royal flush" if is_royal else "straight flush"), (top,)
    if shape[0] == 4:
        return "four of a kind", by_weight
    if shape[:2] == (3, 2):
        return "full house", by_weight
    if is_suited:
        return "flush", by_weight
    if top is not None:
        return "straight", (top,)
    if shape[0] == 3:
        return "three of a kind", by_weight
    if shape[:2] == (2, 2):
        return "two pair", by_weight
    if shape[0] == 2:
        return "pair", by_weight
    return nothing, by_weight


def poker(cards: Sequence[str], size: int, order: Sequence[str]) -> tuple[str, Key]:
    """Name and key of the best `size` cards; a higher key is a better hand."""
    best: tuple[str, Key] | None = None
    for chosen in combinations(cards, size):
        name, ranks = _named(chosen, order[-1])
        key = (-order.index(name), ranks)
        if best is None or key > best[1]:
            best = name, key
    assert best is not None
    return best


def _points(card: str) -> int:
    """TCB 3.2, LDB 3.2."""
    if card[0] == "A":
        return 1
    return 0 if card[0] in "TJQK" else int(card[0])


def point_count(cards: Sequence[str]) -> int:
    """TCB 3.3, LDB 3.3."""
    return sum(map(_points, cards)) % 10


def _tcb_orders() -> list[str]:
    """TCB 7.2, line by line."""
    lines = ["three picture cards"]
    one = {9: "a 9", 8: "an 8", 1: "an ace", 0: "a ten"}
    for points in range(9, -1, -1):
        lines.append(f"two picture cards and {one.get(points, f'a {points}')}")
        lines.append(f"one picture card and two cards totalling {points}")
        lines.append(f"no picture cards and three cards totalling {points}")
    return lines


TCB = _tcb_orders()
assert len(TCB) == 31


def tcb(cards: Sequence[str]) -> tuple[str, int]:
    """Name and order (1 is the highest) of a hand of Three Card Baccarat."""
    pictures = sum(card[0] in "JQK" for card in cards)
    if pictures == 3:
        return TCB[0], 1
    words = ("no picture cards", "one picture card", "two picture cards")[pictures]
    starts = [name for name in TCB[1:] if name.startswith(words)]  # from 9 points down to 0
    name = starts[9 - point_count(cards)]
    return name, TCB.index(name) + 1


def ldb(cards: Sequence[str]) -> tuple[str, int]:
    """Name and point count of a hand of Lucky Draw Baccarat."""
    count = point_count(cards)
    if [card[0] for card in cards] == ["3", "3", "3"]:
        is_suited = len({card[1] for card in cards}) == 1
        return ("3-3-3 suited" if is_suited else "3-3-3 off suit"), count
    return f"point count {count}", count
