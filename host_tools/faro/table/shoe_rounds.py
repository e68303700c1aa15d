"""The shoe's rounds as its events tell them: who sat there, what was dealt, whose wager goes back.

Sans-IO: fed the shoe's events in order.  What is kept is plain data, so that it goes into the
state file and an event that comes twice after a restart changes nothing.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from faro.wire.events import Event
from firmware.rounds.deal_order import CONCEDES, FOLDS
from firmware.rounds.games.catalogue import number_of
from firmware.rounds.phases import ST_DEALING
from firmware.rounds.steps import CLOSED_VOID, SEATS_LEARNED

CSP = number_of("csp")
ALL_SEATS = 0x7F
HAND_CARDS = 5
# decisions that take a hand out of the round: the dealer collects its cards (CSP 8.4, 9.7)
_LEAVES = (FOLDS, CONCEDES)
_KEPT = 4  # rounds that are over: a ruling on the last one may still come


@dataclass
class ShoeRound:
    """One round of the shoe, and what the meter was told of it."""

    number: int
    first_event: int
    utc_s: int = 0  # of its first card; 0: the shoe's clock is not set
    last_event: int = 0  # 0 while it is in play
    hands: dict[int, str] = field(default_factory=dict[int, str])  # by seat, cards as hex
    left: int = 0  # seats that folded or conceded, a bit each
    back: int = 0  # seats whose jackpot wager goes back
    is_back_told: bool = False  # the shoe has said which
    is_void: bool = False
    meter_round: int | None = None  # the meter's number; 0: it has none
    is_frozen: bool = False  # FREEZE was told
    are_hands_told: bool = False
    standing: int = 0  # wagers that the meter had when it ended the round and nobody had won

    @property
    def returned(self) -> int:
        """Seats whose wager on the jackpot goes back (J13).

        Of a void round all, but for one that a supervisor has forfeited (CSP 16.5).
        """
        return ALL_SEATS if self.is_void and not self.is_back_told else self.back

    @property
    def provable(self) -> dict[int, bytes]:
        """Hands that can win: five cards, still in a round that counts (CSP 9.5)."""
        if self.is_void:
            return {}
        hands = {seat: bytes.fromhex(cards) for seat, cards in self.hands.items()}
        return {
            seat: cards
            for seat, cards in hands.items()
            if len(cards) == HAND_CARDS and not self.left >> (seat - 1) & 1
        }


class ShoeRounds:
    """The table as the shoe knows it, and the rounds that the meter must still hear of."""

    def __init__(self) -> None:
        self.game = 0
        self.areas = 0
        self.rounds: list[ShoeRound] = []

    # -- reading -----------------------------------------------------------------------------

    @property
    def antes(self) -> int | None:
        """Seats with an ante; None when nobody has said which."""
        is_known = self.game == CSP and not self.areas & SEATS_LEARNED
        return self.areas & ALL_SEATS if is_known else None

    @property
    def in_play(self) -> ShoeRound | None:
        """The round whose first card is out."""
        last = self.rounds[-1] if self.rounds else None
        return last if last is not None and not last.last_event else None

    def round(self, number: int) -> ShoeRound | None:
        return next((r for r in self.rounds if r.number == number), None)

    def of_meter(self, number: int) -> ShoeRound | None:
        """The round that the meter knows by that number."""
        return next((r for r in self.rounds if number and r.meter_round == number), None)

    @property
    def unmatched(self) -> list[ShoeRound]:
        """Rounds of which nobody knows yet which of the meter's rounds they are."""
        return [r for r in self.rounds if r.meter_round is None]

    # -- feeding -----------------------------------------------------------------------------

    def start(self, state: dict[str, Any], number: int) -> None:
        """From the shoe's TABLE_STATE, where its events up to `number` are not known."""
        self.game, self.areas = state["game"], state["areas"]
        is_new = not self.rounds or self.rounds[-1].number != state["round"]
        if state["phase"] >= ST_DEALING and is_new:
            self._add(state["round"], number, state["game"])

    def take(self, event: Event) -> None:
        """One event of the shoe."""
        handler = getattr(self, "_" + event.name.lower(), None)
        if handler is not None:
            handler(event, event.fields)

    def _table_opened(self, _event: Event, f: dict[str, Any]) -> None:
        self.game, self.areas = f["game"], f["areas"]

    def _table_closed(self, _event: Event, _f: dict[str, Any]) -> None:
        self.game = self.areas = 0

    def _areas_set(self, _event: Event, f: dict[str, Any]) -> None:
        self.areas = f["areas"]

    def _round_opened(self, event: Event, f: dict[str, Any]) -> None:
        if self.round(f["round"]) is None:
            self._add(f["round"], event.number, f["game"], event.utc_s)
            self._forget()

    def _add(self, number: int, first_event: int, game: int, utc_s: int = 0) -> None:
        meter_round = None if game == CSP else 0
        self.rounds.append(ShoeRound(number, first_event, utc_s, meter_round=meter_round))

    def _forget(self) -> None:
        """Old rounds; not those that nobody has matched, nor the one that the meter may be at."""
        newest = max(play.meter_round or 0 for play in self.rounds)
        self.rounds = [
            play
            for place, play in enumerate(self.rounds, 1)
            if place > len(self.rounds) - _KEPT or play.meter_round in (None, newest or None)
        ]

    def _decided(self, _event: Event, f: dict[str, Any]) -> None:
        if self.in_play is not None and f["decision"] in _LEAVES:
            self.in_play.left |= 1 << (f["seat"] - 1)

    def _hand_settled(self, _event: Event, f: dict[str, Any]) -> None:
        play = self.round(f["round"])
        if play is not None and f["place"]:
            play.hands[f["place"]] = f["hand"][: f["cards"]].hex()

    def _round_closed(self, event: Event, f: dict[str, Any]) -> None:
        """Told again with new hands when a ruling after the round changed them."""
        play = self.round(f["round"])
        if play is not None:
            play.last_event = event.number
            play.is_void = f["closed_as"] == CLOSED_VOID

    def _wagers_back(self, _event: Event, f: dict[str, Any]) -> None:
        """All seats of that round whose jackpot wager goes back, as things stand now."""
        play = self.round(f["round"])
        if play is not None:
            play.back = f["seats"]
            play.is_back_told = True

    # -- keeping -----------------------------------------------------------------------------

    def as_json(self) -> dict[str, Any]:
        rounds = [asdict(play) for play in self.rounds]
        return {"game": self.game, "areas": self.areas, "rounds": rounds}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> ShoeRounds:
        found = cls()
        found.game, found.areas = data["game"], data["areas"]
        for row in data["rounds"]:
            play = ShoeRound(**row)
            play.hands = {int(seat): cards for seat, cards in play.hands.items()}
            found.rounds.append(play)
        return found
