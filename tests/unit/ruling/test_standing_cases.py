"""Which cases a board still has: numbers of findings that were taken back leave gaps."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from faro.ruling.cases import standing
from faro.wire.errors import Refused
from faro.words.ruling import stopped_bits
from firmware.rounds.findings import FND_DOUBLED_CARD, NO_PLACE
from firmware.rounds.games.catalogue import number_of
from firmware.ruling.rulings import INSPECTOR_DECIDES
from firmware.ruling.vocabulary import MISREAD


class Board:
    """Answers GET_RULING from a few cases."""

    def __init__(self, cases: dict[int, dict[str, int]], stopped_by: int) -> None:
        self.asked = 0
        self._cases = cases
        opened = sum(1 for case in cases.values() if case["fact"])
        common = {
            "round": 1, "irregularity": FND_DOUBLED_CARD, "game": number_of("csp"), "moment": 4,
            "place": NO_PLACE, "detail": 0, "known": 0, "yes": 0, "rule": 0, "also_rule": 0,
            "stopped_by": stopped_by, "open_count": opened,
        }  # fmt: skip
        for number, case in cases.items():
            case |= {**common, "case_number": number}

    def request(self, name: str, case_number: int) -> Any:
        self.asked += 1
        opened = [n for n, case in self._cases.items() if case["fact"]]
        number = case_number or min(opened, default=max(self._cases))
        if number not in self._cases:
            raise Refused(name, 1, "no_such_record", "no such record")
        return SimpleNamespace(fields=self._cases[number])


def open_case() -> dict[str, int]:
    return {"fact": MISREAD, "ruling": 0, "steps_open": 0}


def stopping() -> tuple[dict[str, int], int]:
    """A ruling that holds up play, and the bits of what it holds up."""
    bits = stopped_bits(INSPECTOR_DECIDES, 0xFF)
    assert bits
    return {"fact": 0, "ruling": INSPECTOR_DECIDES, "steps_open": 0xFF}, bits


@pytest.mark.parametrize(("first", "second"), [(5, 40), (900, 930), (40, 5)])
def test_standing__a_gap_of_many_numbers__what_stops_play_is_shown(first: int, second: int) -> None:
    """Sixteen findings that were taken back hid the ruling behind them (M10)."""
    ruled, bits = stopping()
    board: Any = Board({first: open_case(), second: ruled}, bits)
    assert [case["case"] for case in standing(board)] == sorted((first, second))


def test_standing__nothing_hidden__few_questions_are_asked() -> None:
    board: Any = Board({7: open_case()}, 0)
    assert [case["case"] for case in standing(board)] == [7]
    assert board.asked < 30
