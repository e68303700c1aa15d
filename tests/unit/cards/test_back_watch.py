"""Backs while no census runs."""

from __future__ import annotations

import pytest

from firmware.cards.back_colour import NO_BACK
from firmware.cards.back_watch import BackWatch

RED, BLUE = 1, 2


def found(watch: BackWatch, backs: list[int]) -> list[int]:
    """Places of the cards that are of the other deck."""
    return [at for at, back in enumerate(backs) if watch.is_other(back)]


@pytest.mark.rule("C7")
def test_back_watch__one_card_of_the_other_deck__is_found_wherever_it_lies() -> None:
    for place in range(3, 12):
        backs = [RED] * place + [BLUE] + [RED] * 12
        assert found(BackWatch(), backs) == [place]


def test_back_watch__colour_not_seen__is_no_evidence() -> None:
    assert found(BackWatch(), [RED, NO_BACK, RED, NO_BACK, RED, NO_BACK, RED]) == []


def test_back_watch__another_pack_without_a_census__is_told_and_then_taken() -> None:
    backs = [RED] * 5 + [BLUE] * 12
    assert found(BackWatch(), backs) == [5, 6, 7, 8, 9, 10]


def test_back_watch__pack_of_known_back__first_card_of_the_other_one_is_found() -> None:
    watch = BackWatch()
    watch.restart(BLUE)
    assert found(watch, [RED, BLUE, BLUE, RED]) == [0, 3]
