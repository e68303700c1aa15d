"""What nobody hears while a card is looked at: each card has a hold of its own."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any

import pytest

from tests.unit.board.conftest import Pins


@pytest.fixture
def serving(pins: Pins, monkeypatch: pytest.MonkeyPatch) -> Any:
    rs485 = ModuleType("rs485")
    vars(rs485)["Rs485"] = None
    monkeypatch.setitem(sys.modules, "firmware.drivers.rs485", rs485)
    return importlib.import_module("firmware.board.serving")


@pytest.mark.parametrize(
    ("second_ms", "held_until_ms"),
    [(1_060, 1_120), (1_119, 1_120), (1_120, 1_240), (1_121, 1_241)],
)
def test_hold__next_card__its_own_once_the_one_before_is_over(
    serving: Any, monkeypatch: pytest.MonkeyPatch, second_ms: int, held_until_ms: int
) -> None:
    """The task that ends a hold may not have had its turn when the next card comes."""
    made = serving.Serving.__new__(serving.Serving)
    made._is_held, made._held_until_ms = False, 0
    made._hold_begun = importlib.import_module("asyncio").Event()
    for now_ms in (1_000, second_ms):
        monkeypatch.setattr(serving, "ticks_ms", lambda now_ms=now_ms: now_ms)
        made.hold(now_ms)
    assert made._is_held and made._held_until_ms == held_until_ms
