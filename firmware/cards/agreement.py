"""Two cameras, one card: both ends must say the same, or it is refused."""

from firmware.cards import pass_reasons as pr
from firmware.cards.codes import CARDS_PER_DECK, FACE_UP, UNREADABLE
from firmware.cards.recognise import reasons

_ONLY_A = 2  # bits of the dead cameras


def agree(a, b, dead, is_face_up):
    """The card or what it is instead; minus a reason where both pictures are refused for it."""
    if dead:
        a = b = a if dead == _ONLY_A else b
    is_card_a, is_card_b = a < CARDS_PER_DECK, b < CARDS_PER_DECK
    if is_face_up:
        return -pr.FACE_UP_UNSURE if is_card_a or is_card_b else FACE_UP
    if a == b:
        return a
    if is_card_a and is_card_b:
        return -reasons.SENSORS_DIFFER
    if is_card_a or is_card_b:
        return UNREADABLE
    return b if a == UNREADABLE else a  # no card at either end: what one of them knows
