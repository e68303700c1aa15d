"""Who sees which records while cards lie face down."""

from __future__ import annotations

import pytest

from firmware.core.curtain import Curtain
from firmware.core.rows import INSPECTOR, SUPERVISOR, TABLE, TECHNICIAN

STRANGER = 0


def test_curtain__nothing_dealt__everybody_sees_everything() -> None:
    curtain = Curtain()
    for role in (STRANGER, TECHNICIAN, TABLE):
        assert curtain.is_open_to(role) and curtain.last_for(role, 17) == 17


@pytest.mark.parametrize(
    ("role", "last"),
    [(STRANGER, 9), (TECHNICIAN, 9), (TABLE, 30), (SUPERVISOR, 30), (INSPECTOR, 30)],
)
def test_curtain__cards_on_the_table__for_those_who_may_know(role: int, last: int) -> None:
    curtain = Curtain()
    curtain.begin(10)
    curtain.begin(14)
    assert curtain.last_for(role, 30) == last
    assert curtain.last_for(role, 5) == 5  # a record before it
    curtain.lift()
    assert curtain.last_for(role, 30) == 30


def test_curtain__next_card_ends_the_round__that_card_stays_hidden() -> None:
    curtain = Curtain()
    curtain.begin(10)
    curtain.begin(20)
    curtain.next_round()
    assert curtain.last_for(STRANGER, 30) == 19
