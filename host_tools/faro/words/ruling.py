"""Words for findings and rulings: what boards send as numbers, as sentences to read aloud."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from faro.words import ruling_texts as texts
from firmware.cards.codes import name_of
from firmware.core.rows import ROLE_NAMES
from firmware.rounds.findings import FINDINGS, NO_PLACE
from firmware.ruling.effects import (
    HAND_NAMES,
    JACKPOT_NAMES,
    NOTIFIED_NAMES,
    PACK_NAMES,
    ROUND_NAMES,
    SIDE_NAMES,
    WAGERS_NAMES,
)
from firmware.ruling.rulings import RULINGS, ruling_row
from firmware.ruling.told_table import TOLD
from firmware.ruling.vocabulary import FACTS, GAME_NAMES, fact_name, rule_text

WITHDRAWN = 0xFF  # where a ruling's number stands: the finding was taken back

_COUP_GAMES = ("tcb",)  # its document says coup and Banker
_FINDING_TEXTS = {row[0]: row[2] for row in FINDINGS} | {
    row[0]: texts.FINDINGS[row[1]] for row in TOLD
}

EVENTS = {
    "FINDING_MADE": "case {case_number}, {game_text}: {irregularity_text}{place_text}",
    "QUESTION_ASKED": "case {case_number}: {question_text}",
    "QUESTION_ANSWERED": "case {case_number}: {question_text} {answer_text} ({role_name_text})",
    "RULING_MADE": "case {case_number}: {ruling_text}",
    "NOTICE_GIVEN": "case {case_number}: notify {notified_text} at once{rule_words}",
    "FINDING_WITHDRAWN": "case {case_number}: taken back by {role_name_text}",
    "DAMAGE_LISTED": "{card_text} is damaged and must be replaced ({count} on the list)",
    "CARD_REPLACED": "{card_text} replaced from a new deck, {missing} still missing",
    "REPLACEMENT_REFUSED": "{card_text} was fed in, but no such card was damaged",
    "REPLACING": "feeding of replacements {on_text}, {missing} to come",
}
FAULTS: dict[str, tuple[str, str]] = {}
MESSAGES = {
    "GET_RULING": (
        "Where a case stands. `case_number` 0 asks for the oldest open one, else for the newest."
    ),
    "RULING": (
        "A case: the finding, what is known, and either the question (`fact`, a bit) or the "
        "`ruling` with its rules, 12_09_2 meaning 12.9.2. `ruling` 255: taken back."
    ),
    "ANSWER": (
        "The supervisor's answer to the open question, one fact at a time; `fact` 0 takes the "
        "finding back. The answer carries the next question or the ruling."
    ),
    "REPORT_FINDING": (
        "What people see and the board cannot: an exposed card, a hand of a wrong size, a player "
        "who does not decide."
    ),
    "MARK_DAMAGED": (
        "Puts a card on the list of damaged ones (`action` 1) or takes it off again (0). 2 begins "
        "feeding the replacements through the shoe, where each is checked; 3 ends it."
    ),
    "GET_DAMAGED": "The list of damaged cards.",
    "DAMAGED": "One byte per card; its top bit says that it has been replaced.",
}
FIELDS = {
    "case_number": "number of the irregularity, from 1",
    "round": "number of the round, 0 before the first",
    "irregularity": "a finding of firmware/rounds/findings.py or firmware/ruling/findings_told.py",
    "game": "1 tcp, 2 fcp, 3 csp, 4 tcb, 5 ldb, 0 none",
    "moment": "1 fresh, 2 between, 4 deal, 8 decide, 16 settle; 128 more: a shuffling device",
    "place": "0 the dealer, 1 to 7 a seat, 255 nobody in particular",
    "known": "facts that are known, as bits of firmware/ruling/vocabulary.py",
    "yes": "those of them that are so",
    "fact": "one fact's bit, 0 for none",
    "is_so": "1 yes, 0 no",
    "ruling": "a ruling of firmware/ruling/rulings.py, 0 while a question is open",
    "rule": "rule number: 12_09_2 is 12.9.2",
    "also_rule": "another rule that goes with it, 0 for none",
    "open_count": "cases that wait for an answer",
    "notified": "1 supervisor, 2 inspector, 4 surveillance",
    "action": "0 off the list, 1 on it, 2 replacements are fed from now on, 3 no more",
    "is_on": "1 begins, 0 ends",
    "missing": "damaged cards without a replacement",
    "damaged_cards": "the list, a byte each",
}
SAMPLES: dict[str, int | bytes] = {
    "case_number": 7,
    "irregularity": 40,
    "moment": 0x84,
    "place": NO_PLACE,
    "fact": 16,
    "damaged_cards": b"\x04\x8d",
}


def game_name(game: int) -> str:
    """tcp, fcp, csp, tcb or ldb."""
    return GAME_NAMES[game - 1] if 0 < game <= len(GAME_NAMES) else ""


def _terms(game: str, place: int = NO_PLACE) -> dict[str, str]:
    """How this game's document calls things."""
    is_coup = game in _COUP_GAMES
    hand = f"the hand at seat {place}" if 0 < place < NO_PLACE else "the hand"
    return {
        "round": "coup" if is_coup else "round",
        "dealer": "Banker" if is_coup else "dealer",
        "hand": hand,
        "Hand": hand[0].upper() + hand[1:],
    }


def finding_text(code: int) -> str:
    """A finding in plain words."""
    return _FINDING_TEXTS.get(code, f"finding {code}")


def cited(game: str, rule: int) -> str:
    """A rule with its document: LDB 11.5; "" for none."""
    return f"{game.upper()} {rule_text(rule)}" if rule else ""


def read_aloud(game: str, ruling: int, rule: int, place: int = NO_PLACE) -> str:
    """What a dealer says at the table, with the rule's number."""
    if ruling == WITHDRAWN:
        return "The finding was taken back. Play goes on."
    name = ruling_row(ruling)[1]
    sentence = texts.RULINGS[name].format(**_terms(game, place))
    return f"{sentence} Rule {cited(game, rule)}." if rule else sentence


def question_text(game: str, fact: int) -> str:
    """What the supervisor is asked."""
    name = fact_name(fact)
    text = texts.QUESTIONS.get(name) or texts.UNASKED.get(name) or f"fact {fact}?"
    return text.format(**_terms(game))


def steps_text(game: str, steps: Sequence[int]) -> list[str]:
    """What must be done next, in order."""
    return [texts.STEPS[step].format(**_terms(game)) for step in steps]


def ruling_facts(ruling: int) -> dict[str, Any]:
    """A ruling's effects by name, as programs want them."""
    row = ruling_row(ruling)
    return {
        "ruling": row[1],
        "round": ROUND_NAMES[row[2][0]],
        "hand": HAND_NAMES[row[2][1]],
        "wagers": WAGERS_NAMES[row[2][2]],
        "side": SIDE_NAMES[row[2][3]],
        "jackpot": JACKPOT_NAMES[row[2][4]],
        "pack": PACK_NAMES[row[3]],
        "notified": notified_names(row[4]),
        "steps": list(row[5]),
    }


def notified_names(bits: int) -> list[str]:
    return [name for i, name in enumerate(NOTIFIED_NAMES) if bits >> i & 1]


def fact_bit(name: str) -> int:
    """A fact's bit by its name; 0 for none."""
    return next((bit for bit, known in FACTS if known == name), 0)


def ruling_number(name: str) -> int:
    """A ruling's number by its name; 0 for none."""
    return next((row[0] for row in RULINGS if row[1] == name), 0)


def place_text(place: int) -> str:
    """Where, as an ending to a sentence."""
    if place == 0:
        return " (dealer)"
    return f" (seat {place})" if place < NO_PLACE else ""


def extra(name: str, fields: dict[str, Any]) -> dict[str, Any]:
    """Texts for the sentences of EVENTS."""
    if name not in EVENTS:
        return {}
    game = game_name(fields.get("game", 0))
    found: dict[str, Any] = {"game_text": game or "no game"}
    if "irregularity" in fields:
        found["irregularity_text"] = finding_text(fields["irregularity"])
    if "place" in fields:
        found["place_text"] = place_text(fields["place"])
    if "fact" in fields:
        found["question_text"] = question_text(game, fields["fact"])
    if "is_so" in fields:
        found["answer_text"] = "yes" if fields["is_so"] else "no"
    if "role" in fields:
        role = dict(ROLE_NAMES).get(fields["role"])
        found["role_name_text"] = role or "a later finding or ruling"
    if "ruling" in fields:
        found["ruling_text"] = read_aloud(game, fields["ruling"], fields["rule"])
    if "notified" in fields:
        found["notified_text"] = " and ".join(notified_names(fields["notified"])) or "nobody"
        found["rule_words"] = f" ({cited(game, fields['rule'])})" if fields["rule"] else ""
    if "is_on" in fields:
        found["on_text"] = "begins" if fields["is_on"] else "ends"
    if "card" in fields:
        found["card_text"] = name_of(fields["card"])
    return found
