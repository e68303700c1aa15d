"""Hands that are dealt on purpose: each comes to its seat by the game's own order."""

from __future__ import annotations

import pytest

from faro.page.chosen_hands import HANDS, ChosenHand, order_for


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.id)
def test_order__each_hand__its_cards_and_as_many_others_between(hand: ChosenHand) -> None:
    words = order_for(hand, 3, 0b0010110)
    assert [word for word in words if not word.isdigit()] == list(hand.cards)
    assert sum(int(word) for word in words if word.isdigit()) > 0
