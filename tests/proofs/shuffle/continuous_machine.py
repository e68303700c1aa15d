"""Continuous mode on the whole machine: the real firmware deals, takes discards back and stirs."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from faro.sim.scenarios.shuffler import Cut, ShufflerTable, shuffler_table
from faro.wire.client import Client
from firmware.shuffler import cycle as c
from hw_sim.mechanics.machine_cards import SimCard, new_deck

MODE_CONTINUOUS, MODE_STIR = 4, 5
MOST_BOXES = 8  # in one order
_LIMIT_MS = 600_000


class MachineTable:
    """Same calls as `continuous.Table`; a card's token is its place in the pack as loaded."""

    def __init__(self, table: ShufflerTable, decks: int) -> None:
        self.table = table
        self.client: Client = table.client
        self.cards: list[SimCard] = new_deck(1, None, decks)
        self._token = {id(card): token for token, card in enumerate(self.cards)}
        self._mouth: list[int] = []
        table.machine.load(list(self.cards))
        self._order(MODE_CONTINUOUS, decks)

    def deal(self, cards: int) -> list[int]:
        while len(self._mouth) < cards:
            self._mouth += [self._token[id(card)] for card in self.table.deliver()]
        dealt, self._mouth = self._mouth[:cards], self._mouth[cards:]
        return dealt

    def feed_back(self, cards: list[int]) -> None:
        machine = self.table.machine
        back = [self.cards[token] for token in cards]
        for card in back:
            machine.taken.remove(card)
        machine.load(back)
        self._order(MODE_CONTINUOUS, 1)

    def stir(self, boxes: int) -> None:
        while boxes > 0:
            self._order(MODE_STIR, min(boxes, MOST_BOXES))
            boxes -= MOST_BOXES

    @property
    def waiting(self) -> int:
        return len(self._mouth)

    @property
    def now_s(self) -> float:
        return self.table.rig.kernel.now_us / 1e6

    def _order(self, mode: int, decks: int) -> None:
        """Give the order and wait until the pack is ready again."""
        kernel = self.table.rig.kernel
        due_us = kernel.now_us + _LIMIT_MS * 1000
        self.client.request("SHUFFLE", mode=mode, decks=decks)
        while kernel.now_us < due_us:
            kernel.run_for_ms(500)
            state: int = self.client.request("GET_CYCLE").fields["state"]
            if state == c.ST_READY:
                return
            if state not in (c.ST_HOMING, c.ST_FEEDING, c.ST_EMPTYING, c.ST_CHECKING):
                raise Cut(c.STATE_NAMES[state])
        raise Cut("too late")


@contextmanager
def machine_table(decks: int, seed: int = 1, source: str = "") -> Generator[MachineTable]:
    """A board of its own with a pack in continuous mode."""
    with shuffler_table(seed, source) as table:
        yield MachineTable(table, decks)
