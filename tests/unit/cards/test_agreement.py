"""What both cameras' codes make together: the same card, or none."""

from __future__ import annotations

import pytest

from firmware.cards import pass_reasons as pr
from firmware.cards.agreement import agree
from firmware.cards.codes import BLANK, FACE_UP, JOKER, UNREADABLE
from firmware.cards.recognise import reasons


@pytest.mark.parametrize(
    ("a", "b", "code"),
    [
        (7, 7, 7),
        (7, 8, -reasons.SENSORS_DIFFER),
        (7, UNREADABLE, UNREADABLE),
        (UNREADABLE, 7, UNREADABLE),
        (7, BLANK, UNREADABLE),
        (UNREADABLE, UNREADABLE, UNREADABLE),
        (UNREADABLE, BLANK, BLANK),
        (JOKER, UNREADABLE, JOKER),
    ],
)
def test_agree__both_cameras__same_card_or_none(a: int, b: int, code: int) -> None:
    assert agree(a, b, 0, False) == code


def test_agree__one_camera_dead__the_other_one_counts() -> None:
    assert agree(UNREADABLE, 7, 1, False) == 7
    assert agree(7, UNREADABLE, 2, False) == 7


def test_agree__face_up__no_end_may_name_a_card() -> None:
    assert agree(UNREADABLE, BLANK, 0, True) == FACE_UP
    for a, b in ((7, 7), (7, UNREADABLE), (UNREADABLE, 7)):
        assert agree(a, b, 0, True) == -pr.FACE_UP_UNSURE
