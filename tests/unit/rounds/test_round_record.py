"""A hand out of the round's record: its own cards and nothing behind them."""

from __future__ import annotations

from firmware.rounds.round_record import NO_CARD, RoundRecord


def test_hand__shorter_than_the_one_before__nothing_of_that_one_stays() -> None:
    record = RoundRecord()
    for card, place in ((10, 0), (20, 1), (11, 0), (12, 0)):
        record.add(card)
        record.place_next(place)
    cards = bytearray(8)
    assert record.hand_into(0, cards) == 3
    assert list(cards) == [10, 11, 12] + [NO_CARD] * 5
    assert record.hand_into(1, cards) == 1
    assert list(cards) == [20] + [NO_CARD] * 7
    two = bytearray(2)
    assert record.hand_into(0, two) == 3 and list(two) == [10, 11]
