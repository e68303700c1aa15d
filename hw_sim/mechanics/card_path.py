"""Cards on their way between feed tray, carousel and output: who moves, where edges pass.

A card's place is its carousel-side edge in millimetres (`geometry`).  Cards move with the roller's
travel times a ratio: slower while the pick roller has them, less when they slip, not at all when
they are stuck.  `advance` moves everything and tells of each place that an edge has passed;
`next_mm` says how much roller travel there is until the next one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from firmware.cards.beams import THROAT_HALF_UM
from firmware.shuffler import geometry as g
from hw_sim.mechanics.machine_cards import SimCard

BRANCH_FEED = 0
BRANCH_MAIN = 1
BRANCH_OUT = 2
PICK_RATIO = g.PICK_RATIO_PERCENT / 100
_PUSHED_MM = 92.0  # the outer edge of a card that the ejector has pushed
_TINY = 1e-8
_GRIP_MM = 0.5  # a card backed to the nip is taken again


@dataclass(eq=False)
class PathCard:
    """One card between the trays and the carousel."""

    card: SimCard
    x: float  # carousel-side edge
    branch: int
    length_mm: float
    is_stuck: bool = False
    is_at_wall: bool = False  # stands before a closed compartment
    rides_on: PathCard | None = None  # stuck to another card: moves as that one does
    seen_from: int = 0  # 1 entered the camera on its way in, -1 on its way out

    @property
    def tail(self) -> float:
        return self.x - self.length_mm


THROAT_MM = (g.CAMERA_MM - THROAT_HALF_UM / 1000, g.CAMERA_MM + THROAT_HALF_UM / 1000)

# places where an edge's passing means something; (place, is it the tail's)
_PLACES = (
    (float(g.GATE_FEED_MM), False),
    (float(g.GATE_FEED_MM), True),
    (float(g.NIP_MM), False),
    (float(g.JUNCTION_MM), True),
    (THROAT_MM[0], False),
    (THROAT_MM[1], True),
    (float(g.GATE_CAROUSEL_MM), False),
    (float(g.GATE_CAROUSEL_MM), True),
    (float(g.NIP_LAST_MM), True),
    (float(g.ENTRANCE_MM), False),
    (float(g.ENTRANCE_MM), True),
    (float(g.GATE_OUTPUT_MM), True),
    (float(g.GATE_OUTPUT_MM), False),
    (float(g.OUT_MM), False),
    (0.0, True),
)
_RANK = {place: number for number, place in enumerate(_PLACES)}
_FOR_LEAD = sorted(place for place, is_tail in _PLACES if not is_tail)
_FOR_TAIL = sorted(place for place, is_tail in _PLACES if is_tail)


class CardPath:
    """Owns the feed tray and the cards under way; the machine owns everything else."""

    def __init__(self, on_passed: Callable[[PathCard, float, bool, int], None]) -> None:
        self.tray: list[SimCard] = []  # [0] is the bottom one, which is fed next
        self.cards: list[PathCard] = []
        self.is_picking = False  # the pick roller's clutch
        self.transport_slip = 0.0
        self.pick_slip = 0.0
        self._on_passed = on_passed

    # -- cards in and out ------------------------------------------------------------------

    def engage(self) -> bool:
        """Let the pick roller take the bottom card if nothing is in its way."""
        if not self.is_picking or not self.tray:
            return False
        if any(c.branch == BRANCH_FEED and c.tail < -_TINY for c in self.cards):
            return False
        card = self.tray.pop(0)
        first = PathCard(card, 0.0, BRANCH_FEED, _length(card))
        self.cards.append(first)
        if card.stickiness >= 1 and self.tray:
            other = self.tray.pop(0)
            rider = PathCard(other, -other.stack_shift_mm, BRANCH_FEED, _length(other))
            rider.rides_on = first
            card.stickiness -= 1
            self.cards.append(rider)
        return True

    def push_out(self, card: SimCard) -> PathCard:
        """The ejector puts a card of the carousel into the rollers."""
        length = _length(card)
        pushed = PathCard(card, _PUSHED_MM + length, BRANCH_MAIN, length)
        self.cards.append(pushed)
        return pushed

    def push_again(self, card: PathCard) -> None:
        """A card that lay at the entrance, out of the rollers' reach."""
        if not card.is_stuck:
            card.x = _PUSHED_MM + card.length_mm

    def remove(self, card: PathCard) -> None:
        self.cards.remove(card)
        for other in self.cards:
            if other.rides_on is card:
                other.rides_on = None

    # -- motion ----------------------------------------------------------------------------

    def ratio(self, card: PathCard, way: int) -> float:
        """Movement of a card per millimetre of roller travel; `way` is 1 in, −1 out."""
        if card.rides_on is not None:
            return self.ratio(card.rides_on, way)
        if card.is_stuck or (card.is_at_wall and way > 0):
            return 0.0
        grip = 1.0 - self.transport_slip
        if way > 0:
            if card.branch == BRANCH_FEED and card.x < g.NIP_MM - _GRIP_MM:
                if not self.is_picking:
                    return 0.0
                slip = min(self.pick_slip + 0.3 * card.card.wear + 0.02 * card.card.curl_mm, 1.0)
                own = PICK_RATIO * (1.0 - slip)
            else:
                own = grip if card.tail < g.ENTRANCE_MM else 0.0
            return 0.0 if own and self._is_blocked_by(card) else own
        if card.tail > g.NIP_LAST_MM + _TINY:
            return 0.0  # not in the rollers: lies in the compartment, or was not pushed far enough
        if card.branch == BRANCH_FEED and card.x <= g.NIP_MM + _TINY:
            return 0.0  # the pick roller has a one-way clutch
        return 0.0 if self._is_held_back(card) else grip

    def _is_blocked_by(self, card: PathCard) -> bool:
        """A card cannot go through the one before it."""
        for other in self.cards:
            if other is card or other.rides_on is card or other.x <= card.x:
                continue
            stands = other.is_stuck or other.is_at_wall
            if stands and other.tail - card.x < _TINY and other.tail > card.x - 5:
                return True
        return False

    def _is_held_back(self, card: PathCard) -> bool:
        """On the way out the same."""
        for other in self.cards:
            if other is card or not other.is_stuck or other.tail >= card.tail:
                continue
            if card.tail - other.x < _TINY and other.x < card.tail + 5:
                return True
        return False

    def next_mm(self, way: int) -> float:
        """Roller travel until an edge passes a place; inf when nothing moves towards one."""
        nearest = inf
        for card in self.cards:
            ratio = self.ratio(card, way)
            if ratio <= 0:
                continue
            gap = min(_gap(_FOR_LEAD, card.x, way), _gap(_FOR_TAIL, card.tail, way))
            nearest = min(nearest, gap / ratio)
            stop = card.card.jam_at_mm
            if stop is not None and (stop - card.x) * way > _TINY:
                nearest = min(nearest, (stop - card.x) * way / ratio)
            for other in self.cards:
                if other is not card and (other.is_stuck or other.is_at_wall):
                    gap = other.tail - card.x if way > 0 else card.tail - other.x
                    if gap > _TINY:
                        nearest = min(nearest, gap / ratio)
        return nearest

    def advance(self, travel_mm: float) -> None:
        """The roller turned by so much (signed): move the cards, tell what they passed."""
        if travel_mm == 0:
            return
        way = 1 if travel_mm > 0 else -1
        moves = [(card, self.ratio(card, way) * travel_mm) for card in self.cards]
        for card, dx in moves:
            if dx == 0:
                continue
            before, before_tail = card.x, card.tail
            card.x += dx
            passed = [(place, False) for place in _between(_FOR_LEAD, before, card.x)]
            passed += [(place, True) for place in _between(_FOR_TAIL, before_tail, card.tail)]
            stop = card.card.jam_at_mm
            if stop is not None and _passes(before, card.x, stop):
                passed.append((stop, False))
            if len(passed) > 1:
                passed.sort(key=_order(card.length_mm, way))
            for place, is_tail in passed:
                if card in self.cards:
                    self._on_passed(card, place, is_tail, way)

    def covers(self, place_mm: float, branches: tuple[int, ...]) -> bool:
        """A card lies over a place."""
        for c in self.cards:
            if c.x > place_mm + _TINY and c.tail < place_mm - _TINY and c.branch in branches:
                return True
        return False


def _length(card: SimCard) -> float:
    return 34.0 if card.is_folded else card.length_mm


def _gap(places: list[float], edge: float, way: int) -> float:
    """How far an edge has to go to the next of its places; inf when none is left."""
    at = bisect_left(places, edge)
    ahead = places[max(at - 1, 0) :] if way > 0 else places[at::-1]
    for place in ahead:
        gap = (place - edge) * way
        if gap > _TINY:
            return gap
    return inf


def _between(places: list[float], before: float, after: float) -> list[float]:
    """Those of its places that an edge has passed."""
    low, high = (before, after) if before < after else (after, before)
    near = places[bisect_left(places, low - 1e-6) : bisect_left(places, high + 1e-6)]
    return [place for place in near if _passes(before, after, place)]


def _order(length_mm: float, way: int) -> Callable[[tuple[float, bool]], tuple[float, int]]:
    """In which order a card's edges pass places."""

    def key(passed: tuple[float, bool]) -> tuple[float, int]:
        place, is_tail = passed
        return (place + (length_mm if is_tail else 0)) * way, _RANK.get(passed, len(_RANK))

    return key


def _passes(before: float, after: float, place: float) -> bool:
    """From one side of a place to (or beyond) it; a card that stops there has passed it."""
    if after > before:
        return before < place - _TINY <= after
    return after <= place + _TINY < before
