"""A shoe's journal and a meter in a few lines, for the table program's core.

The meter follows docs/jackpot.md: the shoe's line freezes what lies there with an ante, one round
at a time, and nothing is done twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from faro.jackpot.rules import class_of
from faro.table.core import Request
from faro.wire.dictionary import Fields
from faro.wire.events import Event
from firmware.jackpot.round_states import ST_DONE, ST_FROZEN, ST_OPEN, ST_PENDING

CSP = 3


class FakeShoe:
    """Records events; `number` of the last one."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.round = 0
        self.utc_s = 0

    def tell(self, name: str, **fields: Any) -> Event:
        number = len(self.events) + 1
        self.events.append(Event("shoe", 1, number, name, fields, 1, 100 * number, self.utc_s))
        return self.events[-1]

    def open(self, seats: int) -> None:
        self.tell("TABLE_OPENED", game=CSP, equipment=0, decks=1, areas=seats)

    def first_card(self, seats: int) -> None:
        self.round += 1
        self.tell("ROUND_OPENED", round=self.round, game=CSP, equipment=0, areas=seats)

    def close(self, hands: dict[int, bytes], closed_as: int = 0) -> None:
        for place, cards in hands.items():
            hand = cards + bytes(8 - len(cards))
            fields = {"cards": len(cards), "hand": hand, "value": 0, "outcome": bytes(12)}
            self.tell("HAND_SETTLED", round=self.round, place=place, **fields)
        fields = {"closed_as": closed_as, "cards": 0, "areas": 0}
        self.tell("ROUND_CLOSED", round=self.round, **fields)

    def back(self, seats: int, number: int = 0) -> None:
        self.tell("WAGERS_BACK", round=number or self.round, seats=seats)


@dataclass
class FakeMeter:
    """What a meter does with the requests of a table program."""

    chips: int = 0
    state: int = ST_OPEN
    round: int = 0
    accepted: int = 0
    voided: int = 0
    claimed: int = 0
    antes: int = 0
    utc_s: int = 0
    events: list[Event] = field(default_factory=list[Event])
    classes: dict[int, int] = field(default_factory=dict[int, int])
    told: dict[int, Fields] = field(default_factory=dict[int, Fields])  # hands by round
    books: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])

    def jackpot(self) -> Fields:
        names = ("state", "round", "accepted", "voided", "claimed", "antes")
        return {name: getattr(self, name) for name in names} | {"winners": self.winners}

    @property
    def winners(self) -> int:
        standing = self.accepted & ~self.voided
        return sum(1 << s - 1 for s, kind in self.classes.items() if kind and standing >> s - 1 & 1)

    def line(self) -> None:
        """The first card, by the shoe's line."""
        if self.state == ST_OPEN:
            self.round += 1
            self.state = ST_FROZEN
            self.accepted, self.voided, self.claimed = self.chips & self.antes, 0, 0
            self.classes = {}
            self._note()
            number = len(self.events) + 1
            fields = {"round": self.round, "seats": self.accepted}
            self.events.append(Event("meter", 1, number, "ROUND_FROZEN", fields, 1, 0, self.utc_s))

    def restart(self) -> None:
        if self.state == ST_OPEN:
            self.antes = 0

    def pay(self) -> None:
        """Two roles confirm."""
        if self.state == ST_PENDING:
            self.state = ST_DONE

    def do(self, request: Request) -> Fields | str:
        """The answer, or the name of an error."""
        f = request.fields
        if f.get("round", self.round) != self.round:
            return "wrong_round"
        answer = getattr(self, "_" + request.name.lower())(**f)
        self._note()
        return answer

    def _note(self) -> None:
        self.books[self.round] = (self.accepted, self.voided)

    def _tell_antes(self, antes: int, wagers: int) -> Fields | str:
        if self.state != ST_OPEN:
            return "not_now"
        self.antes = antes
        return {"value": 0}

    def _freeze(self) -> Fields | str:
        self.line()
        return {"value": self.round}

    def _tell_hands(self, round: int, seats: int, cards: bytes, **ends: int) -> Fields | str:
        if self.state != ST_FROZEN:
            return "not_now"
        told = {"seats": seats, "cards": cards, **ends}
        if self.told.setdefault(round, told) != told:
            return "not_now"
        for seat in range(1, 8):
            if seats >> seat - 1 & 1:
                self.classes[seat] = class_of(cards[5 * seat - 5 : 5 * seat])
        return {"value": 0}

    def _claim(self, round: int, seat: int, hand_class: int) -> Fields | str:
        if self.state != ST_FROZEN or hand_class != self.classes.get(seat):
            return "claim_refused"
        self.claimed |= 1 << seat - 1
        self._hold()
        return {"value": 0}

    def _hold(self) -> None:
        """Every winner of the round has claimed."""
        if self.state == ST_FROZEN and self.claimed and self.claimed == self.winners:
            self.state = ST_PENDING

    def _void_hand(self, round: int, seat: int) -> Fields | str:
        paid = self.claimed if self.state != ST_FROZEN else 0
        bit = 1 << seat - 1
        if self.state == ST_PENDING or not self.accepted & ~self.voided & ~paid & bit:
            return "no_wager"
        self.voided |= bit
        self.claimed &= ~bit
        self._hold()
        return {"number": 0}

    def _void_round(self, round: int) -> Fields | str:
        if self.state != ST_FROZEN:
            return "not_now"
        self.voided, self.claimed = self.accepted, 0
        return self._open({"number": 0})

    def _reopen_wagers(self, round: int) -> Fields | str:
        if self.state not in (ST_FROZEN, ST_DONE) or (self.state == ST_FROZEN and self.winners):
            return "unpaid"
        return self._open({"value": 0})

    def _open(self, answer: Fields) -> Fields:
        self.state = ST_OPEN
        self.antes = 0
        return answer
