"""The table's line "no more bets": early with a card, shown with the round, its changes events."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

from firmware.board.rows import EV_NO_MORE_BETS
from firmware.rounds import phases as p
from firmware.rounds.games import catalogue
from firmware.rounds.games.vocabulary import SHOE

TCP = catalogue.number_of("tcp")
_LOADED = ("output_pin", "drivers"), ("bets_line", "rounds"), ("table", "rounds")


class Pin:
    """An output that keeps its level."""

    OUT = 1
    level = -1

    def __init__(self, _number: int, _mode: int = 0, value: int = -1) -> None:
        Pin.level = value

    def value(self, level: int) -> None:
        Pin.level = level

    __call__ = value


class Pins:
    PIN_NO_MORE_BETS = 1
    ACTIVE_NO_MORE_BETS = 1


class Board:
    is_open = False
    journal = clock = curtain = None

    def __init__(self) -> None:
        self.store = self.settings = self
        self.changes: list[int] = []

    def record(self, event: int, is_on: int) -> None:
        assert event == EV_NO_MORE_BETS
        self.changes.append(is_on)

    def get(self, _setting: int) -> int:
        return 0


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Any:
    machine: Any = ModuleType("machine")
    machine.Pin = Pin
    monkeypatch.setitem(sys.modules, "machine", machine)
    for name, package in _LOADED:
        monkeypatch.delitem(sys.modules, f"firmware.{package}.{name}", raising=False)
    from firmware.rounds.table import Table

    board = Board()
    made: Any = Table(board, Pins)
    made.board = board
    yield made
    for name, package in _LOADED:
        sys.modules.pop(f"firmware.{package}.{name}", None)


def test_table__round_in_play__no_more_bets_until_it_is_over(table: Any) -> None:
    changes = table.board.changes
    assert Pin.level == 1, "says so from reset on"
    game = catalogue.table_of(TCP)
    assert table.tracker.open_table(TCP, game, SHOE, game.DECKS[0], 1) == 0
    table.tracker.new_pack()
    table.start_bets()
    assert (Pin.level, changes) == (0, [])
    table.card_leaves()
    assert (Pin.level, changes) == (1, []), "whether it opens a round is told when it is read"
    table.tracker.take(0, 1_000)
    table.show_bets()
    assert (Pin.level, changes) == (1, [1]) and table.tracker.phase == p.ST_DEALING
    table.tracker.void_round(2_000)
    table.show_bets()
    assert (Pin.level, changes) == (0, [1, 0])


def test_table__no_game_is_open__any_card_raises_the_line(table: Any) -> None:
    table.start_bets()
    assert Pin.level == 0 and not table.is_open
    table.card_leaves()
    table.show_bets()
    assert (Pin.level, table.board.changes) == (1, [1])
