"""The tracker alone behind a croupier's desk: keeps what it says and checks what it answers."""

from __future__ import annotations

from typing import Any

from firmware.cards import codes as c
from firmware.rounds import deal_order, telling
from firmware.rounds.findings import FINDINGS
from firmware.rounds.games import catalogue
from firmware.rounds.round_record import BURN_PILE
from firmware.rounds.round_tracker import RoundTracker
from firmware.rounds.steps import NO_CARDS_SHORT, OK

NAMES = {row[0]: row[1] for row in FINDINGS}
TELLS = {name: number for number, name in telling.TELL_NAMES}
STEPS = (
    "",
    "OPENED",
    "DEALT",
    "CLOSED",
    "BURNED",
    "LAST_ROUND",
    "SHUFFLE_DUE",
    "CHANGED",
    "RESULT",
)
CARD_MS = 600
SETTLE_MS = 12_000


def mask(seats: tuple[int, ...]) -> int:
    return sum(1 << (seat - 1) for seat in seats)


class TrackerDesk:
    """Implements hw_sim.world.croupier.Desk on a tracker, in memory."""

    def __init__(self, game: str, equipment: str, decks: int) -> None:
        self.steps: list[tuple[str, int]] = []
        self.findings: list[tuple[str, int, int, int]] = []
        self.now_ms = 1_000
        self.tracker = RoundTracker(self._step, self._finding)
        number = catalogue.number_of(game)
        self.tracker.open_table(
            number, catalogue.table_of(number), 1 if equipment == "device" else 0, decks, 1
        )

    def _step(self, step: int, detail: int) -> None:
        self.steps.append((STEPS[step], detail))

    def _finding(self, finding: int, place: int, number: int, detail: int) -> None:
        self.findings.append((NAMES[finding], place, number, detail))

    # -- Desk ------------------------------------------------------------------------------

    def reading(self, code: int) -> None:
        self.now_ms += CARD_MS
        self.tracker.take(code, self.now_ms)

    def set_seats(self, seats: tuple[int, ...]) -> None:
        assert self.tracker.set_seats(mask(seats)) == OK

    def new_pack(self) -> None:
        assert self.tracker.new_pack() == OK

    def decide(self, seat: int, decision: str) -> None:
        self.now_ms += 2_000
        number = deal_order.DECISION_NAMES.index(decision)
        assert self.tracker.decide(seat, number) == OK, (seat, decision)

    def tell(self, what: str, place: int, number: int, value: int) -> None:
        answer = telling.tell(self.tracker, TELLS[what], place, number, value)
        assert answer == OK, (what, place, number, value, answer, self.hands())

    def void_round(self) -> None:
        assert self.tracker.void_round(self.now_ms) == OK

    def end_round(self) -> bool:
        self.now_ms += SETTLE_MS
        answer = self.tracker.end_round(self.now_ms)
        assert answer in (OK, NO_CARDS_SHORT), answer
        return answer == OK

    # -- what it has recorded --------------------------------------------------------------

    def hands(self) -> dict[int, list[int]]:
        """Cards by place, those of no place and the burned ones left out."""
        record = self.tracker.record
        found: dict[int, list[int]] = {}
        for i in range(record.count):
            if record.places[i] < 8:
                found.setdefault(record.places[i], []).append(record.codes[i])
        return found

    def burned(self) -> list[int]:
        record = self.tracker.record
        pile = list(record.burned[: record.burn_count])
        pile += [record.codes[i] for i in range(record.count) if record.places[i] == BURN_PILE]
        return pile

    def named(self, name: str) -> list[tuple[Any, ...]]:
        """Findings of one name: (place, number, detail)."""
        return [finding[1:] for finding in self.findings if finding[0] == name]

    def forget(self) -> None:
        self.steps.clear()
        self.findings.clear()


def cards(text: str) -> list[int]:
    return [c.card_named(word) for word in text.split()]
