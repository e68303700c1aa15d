"""A card's picture gets the shoe's word for that card, and for no other."""

from __future__ import annotations

from typing import Any

from faro.page.pictures import NamedPictures
from firmware.cards.codes import card_named

CARDS = ("QH", "9S", "4D", "7C", "2H", "AS")
BEGUN_MS = 4_000  # the board's clock began then


class Table:
    """Cards pass every 400 ms; either message of a card may be late or missing."""

    def __init__(self) -> None:
        self.shown: list[tuple[int, str]] = []
        self.named = NamedPictures(lambda p: self.shown.append((p["number"], p["card"])))

    def picture(self, number: int) -> None:
        now_ms = BEGUN_MS + 400 * number
        self.named.picture({"number": number, "now_ms": now_ms, "card": ""})

    def word(self, number: int, boot: int = 1, late_ms: int = 0) -> None:
        card = card_named(CARDS[number])
        event: dict[str, Any] = {
            "board": "shoe", "name": "CARD_READ", "number": number, "boot": boot, "text": "",
            "time_ms": 400 * number + 60 + late_ms, "fields": {"card": card, "flags": 0},
        }  # fmt: skip
        self.named.heard([event])


def test_names__in_turn__whichever_comes_first() -> None:
    table = Table()
    table.picture(0)
    table.word(0)
    table.word(1)
    table.picture(1)
    for number in (2, 3):
        table.picture(number)
    for number in (2, 3):
        table.word(number, late_ms=80)
    assert table.shown == list(enumerate(CARDS[:4]))


def test_names__a_word_is_lost__that_picture_has_none_and_the_others_their_own() -> None:
    table = Table()
    for number in range(5):
        table.picture(number)
        if number != 2:
            table.word(number)
    assert table.shown == [(0, "QH"), (1, "9S"), (2, ""), (3, "7C"), (4, "2H")]


def test_names__a_picture_is_lost__its_word_goes_to_no_other() -> None:
    table = Table()
    for number in range(5):
        if number != 2:
            table.picture(number)
        table.word(number)
    assert table.shown == [(0, "QH"), (1, "9S"), (3, "7C"), (4, "2H")]


def test_names__a_hard_card__its_word_comes_late_and_is_its_own() -> None:
    table = Table()
    table.picture(0)
    table.word(0)
    table.picture(1)
    table.word(1, late_ms=300)
    table.picture(2)
    table.word(2)
    assert table.shown == [(0, "QH"), (1, "9S"), (2, "4D")]


def test_names__the_board_restarted__its_clock_begins_anew() -> None:
    table = Table()
    table.picture(0)
    table.word(0)
    table.picture(1)
    table.word(1, boot=2, late_ms=-500_000)
    assert table.shown == [(0, "QH"), (1, "9S")]


def test_names__nobody_says_anything__shown_without_a_name_after_some_turns() -> None:
    table = Table()
    table.picture(0)
    for _ in range(5):
        table.named.heard([])
    assert table.shown == []
    table.named.heard([{"board": "meter", "name": "CARD_READ"},
                       {"board": "shoe", "name": "CARD_PASSED"}])  # fmt: skip
    assert table.shown == [(0, "")]
