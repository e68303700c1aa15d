"""How a game's document calls things, for a hand and a moment; the texts of rulings use it."""

from __future__ import annotations

from firmware.rounds.findings import NO_PLACE
from firmware.ruling.dialogue import DEVICE_BIT
from firmware.ruling.vocabulary import ALWAYS, BETWEEN, IDLE, IN_ROUND, STATE_NAMES

EITHER_BOX = 0x40  # in a moment: for a shoe and a shuffling device alike

# the wagers of a hand as they are called at the table, those that an Ante alone places first
MAIN_WAGERS = {
    "tcp": ("Ante", "Play"),
    "fcp": ("Ante", "Play"),
    "csp": ("ante", "bet"),
    "tcb": ("Player", "Tie"),
    "ldb": ("ENTER", "DRAW"),
}
SIDE_WAGERS = {"tcp": "Pair Plus", "fcp": "Aces Up"}
JACKPOT_GAMES = ("csp",)

_COUP_GAMES = ("tcb",)  # its document says coup and Banker
_MULTI_DECK = ("tcb", "ldb")
_PLAYS = {"csp": "make a bet"}
_CUT_ON = (
    ", then clockwise; if nobody accepts it, the casino supervisor cuts. The cutting card goes in "
    "at least one deck from either end."
)
# who is offered the cut (TCB 4.3 to 4.5; LDB 4.6 to 4.8)
_CUTS = {
    "tcb": f"Offer the cut to the player at the immediate left of the dealer{_CUT_ON}",
    "ldb": (
        "Offer the cut to the player on whose area the cutting card came, or else to the one "
        f"farthest to the dealer's right{_CUT_ON}"
    ),
}
# how many cards the burn takes (TCB 4.11, 4.12; LDB 4.10)
_BURNS = {
    "tcb": (
        "Turn the first card face up and burn it, with as many cards face down as its value: "
        "ace 1, ten and picture cards 10."
    ),
    "ldb": "Burn one card face down; nobody sees it.",
}
_BURNED = {
    "tcb": "The first card is burned, and as many more as its value.",
    "ldb": "The first card is burned face down.",
}
# TCP 12.11.1 to 12.11.3, FCP 12.12, CSP 14.13
_MEASURES = (
    "one of the three measures of the rule is taken",
    "the players concerned play their hands before others touch their cards",
    "the players concerned may not play together at this table",
    "the players at this table speak English only",
)


def is_idle(moment: int) -> bool:
    """No round is in play; an unknown moment (0) is none."""
    return moment & IDLE != 0


def hand_words(place: int) -> tuple[str, str]:
    """The hand, and an ending for its wagers."""
    if 0 < place < NO_PLACE:
        return f"the hand at seat {place}", f" at seat {place}"
    return "that hand", " of that hand"


def round_words(game: str) -> str:
    return "coup" if game in _COUP_GAMES else "round"


def terms(game: str, place: int = NO_PLACE, moment: int = 0, detail: int = 0) -> dict[str, str]:
    """`moment` as on the wire, 0 when it is not known; `detail` is the finding's."""
    word = round_words(game)
    this_round = f"the {word}"
    if moment & IN_ROUND:
        this_round = f"this {word}"
    elif moment & BETWEEN:
        this_round = f"the last {word}"
    is_coup = game in _COUP_GAMES
    box = "shuffling device" if moment & DEVICE_BIT else "shoe"
    hand = hand_words(place)[0]
    measure = _MEASURES[detail] if 0 < detail < len(_MEASURES) else _MEASURES[0]
    return {
        "round": word,
        "this_round": this_round,
        "This_round": _capital(this_round),
        "dealer": "Banker" if is_coup else "dealer",
        "dealers_hand": "the Banker hand" if is_coup else "the dealer's hand",
        "hand": hand,
        "Hand": _capital(hand),
        "seat": hand_words(place)[1],
        "deck": "the decks" if game in _MULTI_DECK else "the deck",
        "Deck": "The decks are" if game in _MULTI_DECK else "The deck is",
        "them": "them" if game in _MULTI_DECK else "it",
        "side": SIDE_WAGERS.get(game, "side"),
        "play": _PLAYS.get(game, "make a Play wager"),
        "box": "shoe or shuffling device" if is_either(moment) else box,
        "and_cut": and_cut(moment),
        "cut": _CUTS.get(game, "Cut the cards."),
        "burn": _BURNS.get(game, "Burn the card."),
        "burned": _BURNED.get(game, "The card is burned."),
        "measure": measure,
        "go_on": "the game" if is_idle(moment) else f"the {word}",
    }


_WHEN = {
    "fresh": "after the shuffle",
    "between": "between two {round}s",
    "deal": "in the deal",
    "decide": "while players decide",
    "settle": "at the settlement",
}


def moment_text(states: int, game: str = "") -> str:
    """When something came to light, for one state or several."""
    word = round_words(game)
    states &= ALWAYS
    if states == ALWAYS:
        return "at any time"
    if states == IN_ROUND:
        return f"in a {word}"
    if states == IN_ROUND | BETWEEN:
        return f"once a {word} has been dealt"
    if states == IDLE:
        return f"while no {word} is in play"
    named = [_WHEN[name] for i, name in enumerate(STATE_NAMES) if states >> i & 1]
    return " or ".join(named).format(round=word)


def is_either(moment: int) -> bool:
    """Nobody said what the cards come from."""
    return moment == 0 or moment & EITHER_BOX != 0


def and_cut(moment: int) -> str:
    """Cards from a shuffling device are not cut (4.4, TCB 4.9)."""
    if is_either(moment):
        return " (and cut, if they go into a card shoe)"
    return "" if moment & DEVICE_BIT else " and cut"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
