"""The seats' lamps: invited, placed, accepted, refused."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from firmware.board.rows import CFG_SEATS
from firmware.jackpot import lamps
from tests.helpers.jackpot_board import FakeBoard


def patterns(is_accepting: bool, is_round: bool) -> list[int]:
    """By seat, what its lamp does in eight steps: a chip on 1, 2 and 3; 1 is good, 3 refused."""
    board = FakeBoard()
    board.settings.set(CFG_SEATS, 5)
    shown: list[int] = []
    wagers = SimpleNamespace(
        is_accepting=lambda: is_accepting,
        is_round=lambda: is_round,
        offered=lambda: 0b001,
        refused=0b100,
    )
    made: Any = lamps.Lamps(
        board,
        SimpleNamespace(standing=0b001),
        SimpleNamespace(bits=0b111),
        wagers,
        SimpleNamespace(show=shown.append),
    )
    for step in range(lamps.STEPS):
        made.show(step)
    return [sum((bits >> seat & 1) << step for step, bits in enumerate(shown)) for seat in range(7)]


def test_lamps__wagers_open__invited_placed_or_refused_as_they_are_now() -> None:
    seats = patterns(is_accepting=True, is_round=False)
    assert seats[:3] == [lamps.PLACED, lamps.REFUSED, lamps.REFUSED]
    assert seats[3:] == [lamps.INVITED, lamps.INVITED, lamps.DARK, lamps.DARK]


@pytest.mark.rule("CSP 11.2")
def test_lamps__round_in_play__steady_where_the_wager_stands() -> None:
    seats = patterns(is_accepting=False, is_round=True)
    assert seats == [lamps.ACCEPTED, lamps.DARK, lamps.REFUSED] + [lamps.DARK] * 4


def test_lamps__no_round_and_no_wagers_taken__dark_but_for_refusals() -> None:
    seats = patterns(is_accepting=False, is_round=False)
    assert seats == [lamps.DARK, lamps.DARK, lamps.REFUSED] + [lamps.DARK] * 4
