"""Gate, roller, colour: what the path knows of a card before anybody looks at the picture."""

from __future__ import annotations

import pytest

from firmware.cards import back_colour as bc
from firmware.cards import card_pass as cp
from firmware.cards.refusal_burst import RefusalBurst


def through(travel_um: int, has_lines: bool = True, duration_ms: int = 120) -> int:
    card = cp.CardPass()
    assert not card.edge(0, 1_000)
    assert card.is_inside()
    assert card.edge(1, 1_000 + duration_ms)
    assert not card.is_inside() and card.duration_ms == duration_ms
    return card.judge(travel_um, has_lines)


@pytest.mark.parametrize(
    ("travel_um", "what"),
    [
        (63_000, cp.PASSED),
        (47_000, cp.PASSED),  # a third of slip
        (97_000, cp.PASSED),
        (110_000, cp.TWO_CARDS),
        (126_000, cp.TWO_CARDS),
        (25_000, cp.PULLED_BACK),
        (0, cp.PULLED_BACK),  # out and back again
        (-3_000, cp.PULLED_BACK),
        (42_000, cp.ODD_LENGTH),
    ],
)
def test_card_pass__travel__tells_one_card_from_two_and_from_half_of_one(
    travel_um: int, what: int
) -> None:
    assert through(travel_um) == what


def test_card_pass__roller_stands_still__told_only_without_lines() -> None:
    assert through(0, has_lines=False) == cp.NO_TRAVEL
    assert through(100, has_lines=False) == cp.NO_TRAVEL


def test_card_pass__flicker_of_an_edge__is_no_pass() -> None:
    card = cp.CardPass()
    card.edge(0, 500)
    assert not card.edge(1, 502)
    assert not card.edge(1, 503)  # a second rising edge without a card


def test_card_pass__ticks_wrap__duration_is_right() -> None:
    card = cp.CardPass()
    card.edge(0, 0x3FFFFFFF)
    assert card.edge(1, 99)
    assert card.duration_ms == 100


@pytest.mark.parametrize(
    ("rgb", "colour"),
    [
        ((190, 40, 45), bc.RED),
        ((40, 60, 170), bc.BLUE),
        ((35, 140, 70), bc.GREEN),
        ((18, 18, 20), bc.BLACK),
        ((240, 240, 235), bc.WHITE),
        ((245, 205, 30), bc.YELLOW),
        ((10, 10, 10), bc.NO_BACK),  # the bare path
        ((0, 0, 0), bc.NO_BACK),
    ],
)
@pytest.mark.parametrize("lamp", [1.0, 0.6])
def test_back_colour__surface_under_an_old_or_new_lamp__named(
    rgb: tuple[int, int, int], colour: int, lamp: float
) -> None:
    if colour == bc.BLACK and lamp < 1:
        colour = bc.NO_BACK  # too dark to tell from the path: not known, rather than wrong
    counts = [int(part / 255 * 3200 * lamp) for part in rgb]
    assert bc.colour_of(sum(counts), *counts) == colour


def test_burst__six_of_sixteen__told_once_and_a_lone_refusal_never() -> None:
    burst = RefusalBurst()
    assert not any(burst.take(i % 6 == 0, 6) for i in range(600))
    burst.forget()
    told = [burst.take(True, 6) for _ in range(6)]
    assert told == [False] * 5 + [True]
    burst.forget()
    assert burst.count() == 0
