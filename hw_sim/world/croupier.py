"""People at a table: a croupier deals by the rule documents, now and then with a mistake.

Written from the documents, not from the firmware's tables: where every card lies in the end is
the truth that the tracker's record is held against.  What a table's software would tell the
board (areas, decisions, facts on request) goes through a `Desk`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

DEALER = 0
BURNED = 0xF0
KEPT = 0xF2

# readings that are no cards (firmware/cards/codes.py)
JOKER, CUT_CARD, FACE_UP, UNREADABLE = 0x40, 0x41, 0x43, 0x47

DECKS = {"tcp": 1, "fcp": 1, "csp": 1, "tcb": 6, "ldb": 3}
POKER = ("tcp", "fcp", "csp")
MISTAKES = {
    "poker": (
        *("extra", "skipped", "doubled", "foreign", "face up", "unreadable"),
        *("exposed", "no wager", "not shuffled"),
    ),
    "tcb": (
        *("extra", "skipped", "foreign", "face up", "unreadable"),
        *("no wager", "not burned", "not shuffled"),
    ),
    "ldb": (
        *("foreign", "face up", "unreadable", "not burned", "not shuffled"),
        *("kept", "burned extra", "uncalled"),
    ),
}


class ShoeCard(NamedTuple):
    """What the sensors see, and what the card is."""

    reads: int
    card: int


@dataclass(frozen=True)
class Mistake:
    """Something goes wrong with the card of this number (0 is the first of the round)."""

    kind: str
    at: int


@dataclass
class Truth:
    """What really happened in one round."""

    game: str
    seats: tuple[int, ...]
    hands: dict[int, list[int]]
    burned: list[int] = field(default_factory=list[int])
    mistake: Mistake | None = None
    told: list[str] = field(default_factory=list[str])
    is_unshuffled: bool = False

    def dealt(self) -> int:
        return sum(map(len, self.hands.values()))


class Desk(Protocol):
    """The table's software, as the croupier uses it."""

    def reading(self, code: int) -> None: ...
    def set_seats(self, seats: tuple[int, ...]) -> None: ...
    def new_pack(self) -> None: ...
    def decide(self, seat: int, decision: str) -> None: ...
    def tell(self, what: str, place: int, number: int, value: int) -> None: ...
    def void_round(self) -> None: ...
    def end_round(self) -> bool: ...  # False when the board says that cards lack


def points(cards: list[int]) -> int:
    """Point count of a baccarat hand (TCB 3.2, 3.3)."""
    worth = [card // 4 + 2 for card in cards]
    return sum(1 if w == 14 else w if w < 10 else 0 for w in worth) % 10


class Croupier:
    """Deals rounds of one game from one shoe or device."""

    def __init__(self, game: str, equipment: str, desk: Desk, rng: random.Random) -> None:
        self.game = game
        self.equipment = equipment
        self.desk = desk
        self.rng = rng
        self.shoe: list[ShoeCard] = []
        self.is_cut_card_out = False
        self.is_first_round = True
        self.kept: int | None = None  # under the shoe (LDB 10.7)
        self._held: int | None = None  # left the shoe uncalled (LDB 10.3)
        self._left = 0  # what left the shoe in this round
        self._was_burned = False

    # -- the pack --------------------------------------------------------------------------

    def shuffle(self) -> None:
        """A whole pack in a new order, with its cutting card, and the software is told."""
        cards = [ShoeCard(card, card) for card in range(52)] * DECKS[self.game]
        self.rng.shuffle(cards)
        if self.game not in POKER and self.equipment == "shoe":
            from_back = self.rng.randint(40, 64) if self.game == "tcb" else len(cards) // 3
            cards.insert(len(cards) - from_back, ShoeCard(CUT_CARD, CUT_CARD))
        self.shoe = cards
        self.is_cut_card_out = False
        self.is_first_round = True
        self.kept = None
        self.desk.new_pack()

    def burn(self) -> list[int]:
        """After each shuffle (TCB 4.11, 4.12; LDB 4.10)."""
        if self.game in POKER:
            return []
        first = self._draw()
        if self.game == "ldb":
            return [first]
        rank = first // 4 + 2
        return [first] + [self._draw() for _ in range(1 if rank == 14 else min(rank, 10))]

    @property
    def must_shuffle(self) -> bool:
        """4.1 of each: after every round, or once the cutting card is out."""
        return self.game in POKER or self.is_cut_card_out or len(self.shoe) < 80

    def _draw(self) -> int:
        """One card leaves the shoe; a cutting card before it is set aside."""
        while self.shoe[0].reads == CUT_CARD:
            self.desk.reading(self.shoe.pop(0).reads)
            self.is_cut_card_out = True
            self._left += 1 if self._left else 0
        seen = self.shoe.pop(0)
        self.desk.reading(seen.reads)
        self._left += 1
        return seen.card

    # -- a round ---------------------------------------------------------------------------

    def deal_round(self, seats: tuple[int, ...], mistake: Mistake | None = None) -> Truth:
        """Deal, settle, and tell the software what it must know of a mistake."""
        kind = mistake.kind if mistake else ""
        self.desk.set_seats(seats)
        areas = seats
        if kind == "no wager" and mistake:
            free = [seat for seat in range(1, 8) if seat not in seats]
            areas = tuple(sorted((*seats, free[mistake.at % len(free)])))
        truth = Truth(self.game, areas, {DEALER: []} | {seat: [] for seat in areas}, [], mistake)
        is_unburned = self._is_unburned(mistake)
        if self.is_first_round and not is_unburned:
            truth.burned = self.burn()
        self._left = 0
        self._prepare(mistake)
        self._deal(truth, areas, mistake)
        is_over = kind == "foreign" and any(JOKER in hand for hand in truth.hands.values())
        if kind in ("extra", "skipped") and self.rng.random() < 0.5:
            is_over = self.desk.end_round()  # noticed at once, or only when it is over
        if kind == "no wager":
            seat = next(seat for seat in areas if seat not in seats)
            self.desk.tell("no_wager", seat, 0, 0)
        if is_unburned and self.game != "ldb":
            self.desk.tell("not_burned", 0, 0, 0)
        for line in truth.told:
            what, place, number, *value = line.split()
            self.desk.tell(what, int(place), int(number), int(value[0]) if value else 0)
        if not is_over and not self.desk.end_round():
            self.desk.end_round()
        self.is_first_round = False
        return truth

    def _is_unburned(self, mistake: Mistake | None) -> bool:
        return self.is_first_round and mistake is not None and mistake.kind == "not burned"

    def places(
        self, truth: Truth, areas: tuple[int, ...], mistake: Mistake | None
    ) -> Iterator[int]:
        """The places of a deal in their order, from rule 7 or 8 of each document."""
        game, is_device = self.game, self.equipment == "device"
        if game == "tcp":  # 7.3, 7.4: the dealer first
            if is_device:
                yield from [DEALER] * 3 + [seat for seat in areas for _ in range(3)]
            else:
                yield from [DEALER, *areas] * 3
        elif game == "fcp":  # 7.3, 7.4: the players first, a sixth card to the dealer
            if is_device:
                yield from [seat for seat in areas for _ in range(5)] + [DEALER] * 6
            else:
                yield from [*areas, DEALER] * 5 + [DEALER]
        elif game == "csp":  # 7.3, 7.4
            if is_device:
                yield from [DEALER] * 5 + [seat for seat in areas for _ in range(5)]
            else:
                yield from [DEALER, *areas] * 5
        elif game == "tcb":  # 8.1, 8.2
            yield from [*areas, DEALER] * 3
        else:
            yield from self._ldb_places(truth, areas, mistake)

    def _ldb_places(
        self, truth: Truth, areas: tuple[int, ...], mistake: Mistake | None
    ) -> Iterator[int]:
        """LDB 7.2, then 8.1 to 8.5; a card that came uncalled is the next card (10.3 to 10.5)."""
        is_unburned = self._is_unburned(mistake)
        yield from [*areas, DEALER, *areas]
        if is_unburned:  # the first decision came too early for the board
            self.desk.tell("not_burned", 0, 0, 0)
        uncalled_at = mistake.at % len(areas) if mistake and mistake.kind == "uncalled" else -1
        for index, seat in enumerate(areas):
            if index == uncalled_at:
                self._held = self._draw()
            is_drawing = points(truth.hands[seat]) < 6
            if is_drawing:
                self.desk.decide(seat, "draws")
                yield seat
            else:
                self.desk.decide(seat, "stands" if self._held is None else "refuses")
        yield DEALER
        if points(truth.hands[DEALER][:2]) <= 4:
            yield DEALER

    def _deal(self, truth: Truth, areas: tuple[int, ...], mistake: Mistake | None) -> None:
        kind, at = (mistake.kind, mistake.at) if mistake else ("", -1)
        for number, place in enumerate(self.places(truth, areas, mistake)):
            if kind == "skipped" and number == at:
                truth.told.append(f"skipped {place} {self._left + 1}")
                continue
            truth.hands[place].append(self.next_card())
            if number != at:
                continue
            if kind == "foreign":  # the supervisor breaks off the round (C5, C6)
                self.desk.void_round()
                return
            if kind == "extra":
                truth.hands[place].append(self.next_card())
                truth.told.append(f"extra {place} {self._left}")
            elif kind == "unreadable" or (kind == "face up" and not self._was_burned):
                truth.told.append(f"name {place} {self._left} {truth.hands[place][-1]}")
            elif kind == "exposed":
                self.desk.tell("exposed", place, self._left, 0)
        if kind in ("kept", "burned extra"):
            extra = self.next_card()
            if kind == "kept":
                self.kept = extra
            truth.told.append(f"extra {KEPT if kind == 'kept' else BURNED} {self._left}")

    def next_card(self) -> int:
        """From under the shoe, from the table, or from the shoe; face-up cards may be burned."""
        self._was_burned = False
        if self.kept is not None:
            card, self.kept = self.kept, None
            self._left += 1
            return card
        if self._held is not None:
            card, self._held = self._held, None
            return card
        ahead = next(card for card in self.shoe if card.reads != CUT_CARD)
        if ahead.reads == FACE_UP and self._is_burned_face_up():
            is_first = self._left == 0
            self._draw()
            if is_first:
                self._left = 0  # the round has not begun
            self._was_burned = True
        return self._draw()

    def _is_burned_face_up(self) -> bool:
        """LDB 10.1: always; TCB 12.8: only as the first card of a coup."""
        return self.game == "ldb" or (self.game == "tcb" and self._left == 0)

    def _prepare(self, mistake: Mistake | None) -> None:
        """Put the wrong card where the mistake says."""
        if mistake is None or mistake.kind not in ("doubled", "foreign", "face up", "unreadable"):
            return
        real = [i for i, card in enumerate(self.shoe) if card.reads != CUT_CARD]
        ahead = mistake.at - (1 if self.kept is not None else 0)
        if ahead < 0:
            return  # that one lies under the shoe already
        at = real[ahead]
        card = self.shoe[at].card
        if mistake.kind == "doubled":
            twin = self.shoe[real[ahead - 1]] if ahead else self.shoe[-1]
            self.shoe[at] = twin
        elif mistake.kind == "foreign":
            self.shoe[at] = ShoeCard(JOKER, JOKER)
        else:
            self.shoe[at] = ShoeCard(FACE_UP if mistake.kind == "face up" else UNREADABLE, card)
