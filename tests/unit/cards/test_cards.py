"""Cards as numbers: every one has a name and comes back from it."""

import pytest

from firmware.cards import codes as cards


def test_cards__each_of_52__named_and_found_again():
    names = [cards.name_of(card) for card in range(cards.CARDS_PER_DECK)]
    assert len(set(names)) == 52
    assert [cards.card_named(name) for name in names] == list(range(52))
    assert names[0] == "2S" and names[51] == "AC"
    assert sum(cards.is_red(card) for card in range(52)) == 26


@pytest.mark.parametrize("text", ["", "A", "1S", "AX", "AS ", "as", "10S"])
def test_card_named__not_a_card__clear_error(text: str):
    with pytest.raises(ValueError, match="not a card"):
        cards.card_named(text)


def test_not_cards__share_no_number_with_a_card__and_have_words():
    for code, words in cards.NOT_CARDS:
        assert not cards.is_card(code)
        assert cards.name_of(code) == words
