"""Plain words for tables, rounds and hands."""

from __future__ import annotations

from typing import Any

from faro.words.ruling import finding_text, place_text
from faro.words.ruling_terms import round_words
from firmware.cards.codes import name_of
from firmware.rounds.deal_order import DECISION_NAMES
from firmware.rounds.games import catalogue
from firmware.rounds.games.vocabulary import EQUIPMENT_NAMES, RESULT_NAMES
from firmware.rounds.round_record import BURN_PILE, KEPT
from firmware.rounds.rows import (
    CFG_EVEN_MONEY,
    GROUND_CONSENT,
    GROUND_SIGN_TIME,
    GROUND_SIGN_UP,
    SETTINGS,
)
from firmware.rounds.settled_hands import NOT_A_WAGER, NOT_KNOWN
from firmware.rounds.steps import CLOSED_NAMES, SEATS_LEARNED
from firmware.rounds.telling import TELL_NAMES

EVENTS = {
    "TABLE_OPENED": "table open: {game_text}, {equipment_text}, {decks} deck(s), {areas_text}",
    "TABLE_CLOSED": "table closed ({game_text})",
    "AREAS_SET": "wagers at {areas_text}",
    "PACK_IN_PLAY": "{decks} deck(s), shuffled, are in the shoe",
    "DECIDED": "seat {seat} {decision_text}",
    "ROUND_TOLD": "the table tells: {told_text}{spot_text}",
    "ROUND_OPENED": "round {round}: first card of {game_text}, {areas_text}, no more bets",
    "ROUND_DEALT": "round {round}: all {cards} cards are dealt",
    "ROUND_ENDED": "round {round}: {end_text}",
    "ROUND_CLOSED": "round {round} is over: {closed_text}, {cards} cards",
    "HAND_SETTLED": "round {round}, {spot_name}: {hand_text}{outcome_text}",
    "PACK_BURNED": "{cards} card(s) burned, the first was {first_text}",
    "LAST_ROUND": "the cutting card came first: last coup",
    "SHUFFLE_DUE": "the cards must be shuffled before the next round",
    "WAGERS_BACK": "round {round}: jackpot wagers returned: {back_text}",
    "ODDS_CHANGED": "{odds_text} from now on, by the {role_text}: {ground_text}",
    "ODDS_ANNOUNCED": "the sign on the table announces {odds_text}, set up by the {role_text}",
    "ROUND_FINDING": "round {round}: {irregularity_text}{spot_text}{number_text}",
    "PLACES_CHANGED": "round {round}: the cards' places were put right",
}

FAULTS: dict[str, tuple[str, str]] = {}

MESSAGES = {
    "OPEN_TABLE": "Opens a game at this table, or closes it (game 0); not while a round is in"
    " play.",
    "SET_AREAS": "The playing areas with wagers; not while a round is in play.",
    "PACK_LOADED": "Shuffled cards are in the shoe, cut where the rules ask for it.",
    "DECIDE": "A player draws, stands or refuses a card, in order from the left (LDB 8.1); at the"
    " poker games plays, folds or concedes; or takes the wager back where a ruling allows it.",
    "END_ROUND": "The round is settled, or void by a supervisor's authority.",
    "TELL_ROUND": "A fact that only people see: see *told*.",
    "GET_TABLE": "How does the round stand? With a place also its hand, for those with a session.",
    "TABLE_STATE": "Table, round, pack; then the hand, when one was asked for.",
    "CHANGE_ODDS": "Even Money or another approved schedule, between rounds: the sign for it is up,"
    " has stood for 20 minutes, or all players consent (TCB 14.8).",
}

FIELDS = {
    "areas": "a bit per playing area, 1 is seat 1; 128: count them from the cards",
    "equipment": "0 shoe, 1 shuffling device",
    "decks": "of 52 cards",
    "decision": "1 stands, 2 draws, 3 refuses, 4 folds, 5 plays, 6 concedes, 7 takes back",
    "told": "1 extra, 2 skipped, 3 name, 4 not burned, 5 no wager, 6 exposed, 7 not cut, 8 missing,"
    " 9 dealer set",
    "card_number": "of the round, in the order in which they left the shoe",
    "is_void": "1: without a result",
    "phase": "0 closed, 1 ready, 2 burning, 3 dealing, 4 dealt",
    "closed_as": "0 complete, 1 irregular, 2 void; of the last round",
    "cards_out": "since the shuffle",
    "awaited_seat": "whose decision is due, 0 nobody's",
    "next_place": "of the next card; 255: not known or no deal",
    "table_flags": "1 shuffle due, 2 last round, 4 burn due, 8 void, 16 stopped by a ruling",
    "back_seats": "seats whose jackpot wagers of this round are returned, a bit each",
    "WAGERS_BACK.seats": "a bit each, 1 is seat 1; the whole set, told whenever it changes",
    "ground": "1 the sign is up, 2 it has stood for 20 minutes, 3 all players consent",
    "hand": "cards, one byte each",
    "outcome": "result, pays, per for each wager",
    "GET_TABLE.place": "0 the dealer, 1 to 7 a seat, 255 no hand wanted",
}

SAMPLES: dict[str, int | bytes] = {
    "OPEN_TABLE.areas": 7,
    "TABLE_STATE.hand": b"",
}

_GAMES = {row[0]: row[1] for row in catalogue.GAMES}
_untyped: Any = catalogue  # tables of the firmware have no types
_TOLD = dict(TELL_NAMES)
DECISION_WORDS = {
    "undecided": "has not decided",
    "stands": "stands",
    "draws": "draws a card",
    "refuses": "refuses the card",
    "folds": "folds",
    "plays": "plays on",
    "concedes": "concedes the hand",
    "takes_back": "takes the wager back",
}
GROUND_WORDS = {
    GROUND_SIGN_UP: "the sign is up",
    GROUND_SIGN_TIME: "the sign has stood for 20 minutes",
    GROUND_CONSENT: "all players consent",
}
TOLD_WORDS = {
    "extra": "this hand got a card too many",
    "skipped": "this hand got no card in its turn",
    "name": "the card that could not be read is",
    "not_burned": "cards that should have been burned are in play",
    "no_wager": "a hand was dealt to an area without a wager",
    "exposed": "a card was shown in error",
    "not_cut": "the cards were not cut",
    "missing": "a card is missing:",
    "dealer_set": "the dealer's hand was set as told",
}
_SETTING_NAMES = {row[0]: row[1] for row in SETTINGS}
# what a supervisor changes with the sign or with consent (TCB 14.8)
ODDS_SETTINGS: dict[str, int] = {
    _SETTING_NAMES[setting]: setting
    for _number, _name, game in _untyped.GAMES
    for _wager, setting in game.CHOICES
}


def game_table(number: int) -> Any:
    """The firmware's table of a game."""
    return _untyped.table_of(number)


def areas_text(areas: int) -> str:
    """Which seats a number of areas stands for."""
    if areas & SEATS_LEARNED:
        return "areas counted from the cards"
    seats = [str(seat) for seat in range(1, 8) if areas >> (seat - 1) & 1]
    if not seats:
        return "no player area"
    return ("seats " if len(seats) > 1 else "seat ") + ", ".join(seats)


def spot_name(place: int, game: str = "") -> str:
    """A place for people."""
    dealer = "Banker" if round_words(game) == "coup" else "dealer"
    names = {0: dealer, BURN_PILE: "burned", KEPT: "kept under the shoe"}
    return names.get(place, f"seat {place}" if place < 8 else "nobody")


def wagers_of(game: int, outcome: bytes) -> dict[str, dict[str, str | None]]:
    """Results and odds by wager, from the bytes of HAND_SETTLED or TABLE_STATE."""
    found: dict[str, dict[str, str | None]] = {}
    if not catalogue.is_known(game):
        return found
    for i, row in enumerate(game_table(game).WAGERS):
        result, pays, per = outcome[3 * i : 3 * i + 3]
        if result == NOT_A_WAGER:
            continue
        name = RESULT_NAMES[result] if result < len(RESULT_NAMES) else "not_known"
        odds = f"{pays}:{per}" if name == "win" else None
        found[row[0]] = {"result": name, "odds": odds}
    return found


def decision_text(decision: int) -> str:
    """What a player said."""
    name = DECISION_NAMES[decision] if decision < len(DECISION_NAMES) else ""
    return DECISION_WORDS.get(name, f"decides {decision}")


def odds_text(setting: int, value: int) -> str:
    """Which odds a setting stands for."""
    if setting == CFG_EVEN_MONEY:
        return ("Three Card Baccarat", "Even Money Three Card Baccarat")[value & 1]
    name = _SETTING_NAMES.get(setting, f"setting {setting}").replace("_", " ")
    return f"schedule {value} of {name}"


def extra(name: str, fields: dict[str, Any]) -> dict[str, Any]:
    """Texts for the sentences of EVENTS."""
    if name not in EVENTS:
        return {}
    found: dict[str, Any] = {}
    if "game" in fields:
        found["game_text"] = _GAMES.get(fields["game"], f"game {fields['game']}")
    if "equipment" in fields:
        found["equipment_text"] = EQUIPMENT_NAMES[fields["equipment"] & 1]
    if "areas" in fields:
        found["areas_text"] = areas_text(fields["areas"])
    if "decision" in fields:
        found["decision_text"] = decision_text(fields["decision"])
    if "told" in fields:
        found["told_text"] = _told_text(fields["told"], fields["value"])
    if "place" in fields:
        found["spot_text"] = place_text(fields["place"]) if fields["place"] < 8 else ""
        found["spot_name"] = spot_name(fields["place"])
    if "is_void" in fields:
        found["end_text"] = "void, all wagers returned" if fields["is_void"] else "settled"
    if "closed_as" in fields:
        found["closed_text"] = CLOSED_NAMES[fields["closed_as"] % len(CLOSED_NAMES)]
    if "seats" in fields:
        seats = fields["seats"] & ~SEATS_LEARNED
        found["back_text"] = areas_text(seats) if seats else "none"
    if "ground" in fields:
        ground = fields["ground"]
        found["ground_text"] = GROUND_WORDS.get(ground, f"ground {ground}")
    if "setting" in fields:
        found["odds_text"] = odds_text(fields["setting"], fields["value"])
    if "first" in fields:
        found["first_text"] = name_of(fields["first"])
    if "irregularity" in fields:
        found["irregularity_text"] = finding_text(fields["irregularity"])
        number = fields["card_number"]
        found["number_text"] = f", card {number}" if number else ""
    if "outcome" in fields:
        cards = fields["hand"][: min(fields["cards"], len(fields["hand"]))]
        found["hand_text"] = " ".join(map(name_of, cards)) or "no cards"
        found["outcome_text"] = _outcome_text(fields["outcome"])
    return found


def _told_text(told: int, value: int) -> str:
    name = _TOLD.get(told, "")
    text = TOLD_WORDS.get(name, f"fact {told}")
    return f"{text} {name_of(value)}" if name in ("name", "missing") else text


def _outcome_text(outcome: bytes) -> str:
    results = [outcome[i] for i in range(0, 12, 3)]
    words = [RESULT_NAMES[r].replace("_", " ") for r in results if r < len(RESULT_NAMES)]
    if NOT_KNOWN in results:
        words = ["not known yet"]
    return f" ({', '.join(words)})" if words else ""
