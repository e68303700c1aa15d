"""Words for findings and rulings: what boards send as numbers, as sentences to read aloud.

A ruling is read as: what happens to the money, why, what becomes of the cards, who is notified.
"""

from __future__ import annotations

from typing import Any

from faro.words import ruling_texts as texts
from faro.words.ruling_money import Columns, money_text
from faro.words.ruling_terms import is_either, is_idle, round_words, terms
from firmware.cards.codes import name_of
from firmware.core.rows import ROLE_NAMES
from firmware.rounds.findings import FINDINGS, NO_PLACE
from firmware.rounds.table_state import ORDERS_SHUFFLE
from firmware.ruling import effects, rulings
from firmware.ruling.dialogue import DEVICE_BIT
from firmware.ruling.effects import (
    HAND_NAMES,
    INSPECTOR,
    JACKPOT_NAMES,
    NOTIFIED_NAMES,
    PACK_NAMES,
    ROUND_NAMES,
    SIDE_NAMES,
    SURVEILLANCE,
    WAGERS_NAMES,
)
from firmware.ruling.rows import REASON_NAMES
from firmware.ruling.rulings import RULINGS
from firmware.ruling.told_table import TOLD
from firmware.ruling.vocabulary import (
    EQUIPMENT_NAMES,
    FACTS,
    GAME_NAMES,
    STATE_NAMES,
    fact_name,
    rule_text,
)

WITHDRAWN = 0xFF  # where a ruling's number stands: the finding or the ruling was taken back

_effects: Any = effects  # tables of the firmware have no types
_rulings: Any = rulings
STEP_NAMES: dict[int, str] = {
    number: name.removeprefix("DO_")
    for name, number in vars(effects).items()
    if name.startswith("DO_")
}
_FINDING_TEXTS = {row[0]: row[2] for row in FINDINGS} | {
    row[0]: texts.FINDINGS[row[1]] for row in TOLD
}
_FINDING_NAMES = {row[0]: row[1] for row in (*FINDINGS, *TOLD)}
_OUTSIDERS = ((SURVEILLANCE, "surveillance"), (INSPECTOR, "an inspector"))

EVENTS = {
    "FINDING_MADE": "case {case_number}, {game_text}: {irregularity_text}{place_text}",
    "QUESTION_ASKED": "case {case_number}: {question_text}",
    "QUESTION_ANSWERED": "case {case_number}: {question_text} {answer_text} ({role_name_text})",
    "RULING_MADE": "case {case_number}: {ruling_text}",
    "NOTICE_GIVEN": "case {case_number}: notify {notified_text} at once{rule_words}",
    "FINDING_WITHDRAWN": "case {case_number}: taken back by {role_name_text}",
    "RULING_WITHDRAWN": (
        "case {case_number}: the ruling “{ruling_name_text}” is withdrawn by {role_name_text}: "
        "{reason_text}"
    ),
    "RULING_STEP_DONE": "case {case_number}: done ({role_name_text}): {step_text}",
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
        "`ruling` with its rules, 12_09_2 meaning 12.9.2, 0 where no clause speaks of it. "
        "`ruling` 255: taken back."
    ),
    "ANSWER": (
        "The supervisor's answer to the open question, one fact at a time; `fact` 0 takes the "
        "finding back. Whose hand it is, `place` says. The answer carries the next question or "
        "the ruling."
    ),
    "WITHDRAW_RULING": (
        "The supervisor takes a ruling back, before the next round begins, as a new record. "
        "`is_again` 1 puts the same finding anew, as a new case with its questions."
    ),
    "RULING_DONE": "A step of a ruling is done; who may say so stands in the step's row.",
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
    "rule": "rule number: 12_09_2 is 12.9.2; 0: no clause speaks of it",
    "also_rule": "another rule that goes with it, 0 for none",
    "steps_open": "a bit for each step of the ruling that nobody has ticked off",
    "stopped_by": "of all rulings: 1 no round, 2 no pack, 4 a shuffle is ordered",
    "reason": "1 fact wrong, 2 hand wrong, 3 card misread, 4 review, 5 other",
    "is_again": "1: the same finding once more, as a new case",
    "step": "a step of firmware/ruling/effects.py",
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
    "reason": 1,
    "step": 8,
    "damaged_cards": b"\x04\x8d",
}


def ruling_row(ruling: int) -> tuple[int, str, Columns, int, int, tuple[int, ...]]:
    """The firmware's row: number, name, columns, pack, who is notified, steps."""
    return _rulings.ruling_row(ruling)


def game_name(game: int) -> str:
    """tcp, fcp, csp, tcb or ldb."""
    return GAME_NAMES[game - 1] if 0 < game <= len(GAME_NAMES) else ""


def finding_text(code: int, game: str = "") -> str:
    """A finding in plain words, the game's own where it is known."""
    text = _FINDING_TEXTS.get(code, f"finding {code}")
    if round_words(game) == "coup":
        text = text.replace("round", "coup").replace("the dealer's ", "the Banker ")
    return text


def finding_name(code: int) -> str:
    return _FINDING_NAMES.get(code, f"FINDING_{code}")


def finding_code(name: str) -> int:
    """A finding's number by its name; 0 for none."""
    wanted = name.upper()
    return next((code for code, known in _FINDING_NAMES.items() if known == wanted), 0)


def moment_of(state: str, equipment: str) -> int:
    """A moment as on the wire, from names."""
    moment = 1 << STATE_NAMES.index(state) if state else 0
    return moment | (DEVICE_BIT if equipment == EQUIPMENT_NAMES[1] else 0)


def cited(game: str, rule: int) -> str:
    """A rule with its document: LDB 11.5; "" for none."""
    return f"{game.upper()} {rule_text(rule)}" if rule else ""


def ruling_text(
    game: str, ruling: int, place: int = NO_PLACE, moment: int = 0, detail: int = 0
) -> str:
    """What a dealer says at the table, the money first."""
    row = ruling_row(ruling)
    named = terms(game, place, moment, detail)
    parts = [
        money_text(game, row[2], place, moment),
        _sentence(texts.RULINGS[row[1]], named),
        _sentence(_pack_text(row[1], PACK_NAMES[row[3]], moment), named),
    ]
    told = outsiders_text(row[4])
    if told:
        parts.append(f"{told[0].upper()}{told[1:]} {'are' if ' and ' in told else 'is'} notified.")
    return " ".join(filter(None, parts))


def read_aloud(
    game: str, ruling: int, rule: int, place: int = NO_PLACE, moment: int = 0, detail: int = 0
) -> str:
    """The same with the rule's number."""
    if ruling == WITHDRAWN:
        return "It was taken back and has no effect."
    text = ruling_text(game, ruling, place, moment, detail)
    return f"{text} Rule {cited(game, rule)}." if rule else text


def question_text(game: str, fact: int, moment: int = 0, finding: int = 0) -> str:
    """What the supervisor is asked."""
    name = fact_name(fact)
    text = texts.QUESTIONS.get(name) or texts.UNASKED.get(name) or f"Fact {fact}?"
    ordered = texts.ORDERED_UNKNOWN
    if finding:
        ordered = texts.ORDERED.get(finding_name(finding), texts.ORDERED_ELSE)
    return text.format(**terms(game, moment=moment), ordered=ordered)


def answer_text(fact: int, is_so: int, place: int) -> str:
    """yes, no, or the seat."""
    if fact_name(fact) == "whose":
        return f"seat {place}"
    return "yes" if is_so else "no"


def steps_of(
    game: str, ruling: int, place: int = NO_PLACE, moment: int = 0, detail: int = 0
) -> list[dict[str, Any]]:
    """What must be done next, in order: text, who ticks it off, what it stops, what ticks it."""
    found: list[dict[str, Any]] = []
    for number, step in enumerate(ruling_row(ruling)[5], 1):
        text = step_text(game, step, ruling, place, moment, detail)
        if not text:
            continue
        _step, roles, _stops, done_by = _effects.ticked_row(step)
        found.append(
            {
                "number": number,
                "step": STEP_NAMES[step].lower(),
                "text": text,
                "by": [name for bit, name in ROLE_NAMES if roles & bit],
                "stops": stops_text(_held_up(ruling, step), game),
                "done_by": texts.TICKED_BY[done_by],
            }
        )
    return found


def step_text(
    game: str,
    step: int,
    ruling: int = 0,
    place: int = NO_PLACE,
    moment: int = 0,
    detail: int = 0,
) -> str:
    """One step; "" where there is nothing to do at this moment."""
    name = STEP_NAMES.get(step, "")
    row = ruling_row(ruling)
    text = texts.STEPS_OF.get((row[1], name)) if ruling else None
    if text is None and is_idle(moment):
        text = texts.STEPS_IDLE.get(name)
    if text is None:
        text = texts.STEPS.get(name, f"Step {step}.")
    shuffle = texts.SHUFFLE_IN_DEVICE if moment & DEVICE_BIT else texts.SHUFFLE
    if is_either(moment):
        shuffle = texts.SHUFFLE_EITHER
    named = terms(game, place, moment, detail)
    more = {
        "where": f" at seat {place}" if 0 < place < NO_PLACE else "",
        "a_side": f"{'an' if named['side'][0] in 'AEIO' else 'a'} {named['side']}",
        "outsiders": (outsiders_text(row[4]) if ruling else "") or "the persons named",
        "shuffle": shuffle.format(what="the cards"),
        "shuffle_discards": shuffle.format(what="the discards"),
    }
    return text.format(**named, **more)


def stopped_bits(ruling: int, steps_open: int) -> int:
    """What the open steps of a ruling hold up."""
    bits = 0
    if ruling and ruling != WITHDRAWN:
        for index, step in enumerate(ruling_row(ruling)[5]):
            if steps_open >> index & 1:
                bits |= _held_up(ruling, step)
    return bits


def _held_up(ruling: int, step: int) -> int:
    """What a step holds up until it is done; a last round comes before its shuffle (TCB 4.8)."""
    bits = _effects.ticked_row(step)[2]
    is_last = ruling_row(ruling)[2][0] == effects.ROUND_LAST
    return bits & ~ORDERS_SHUFFLE if is_last else bits


def stops_text(bits: int, game: str = "") -> str:
    """What an open step holds up; "" for nothing."""
    word = round_words(game)
    return ", ".join(text.format(round=word) for bit, text in texts.STOPS if bits & bit)


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
    }


def notified_names(bits: int) -> list[str]:
    return [name for i, name in enumerate(NOTIFIED_NAMES) if bits >> i & 1]


def outsiders_text(bits: int) -> str:
    """Who must hear of it beside the table's own people; "" for nobody."""
    return " and ".join(name for bit, name in _OUTSIDERS if bits & bit)


def fact_bit(name: str) -> int:
    """A fact's bit by its name; 0 for none."""
    return next((bit for bit, known in FACTS if known == name), 0)


def ruling_number(name: str) -> int:
    """A ruling's number by its name; 0 for none."""
    return next((row[0] for row in RULINGS if row[1] == name), 0)


def ruling_name(ruling: int) -> str:
    """A ruling's name as words: misdeal, hand void."""
    return ruling_row(ruling)[1].replace("_", " ").lower()


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
        found["irregularity_text"] = finding_text(fields["irregularity"], game)
    if "place" in fields:
        found["place_text"] = place_text(fields["place"])
    if "fact" in fields:
        found["question_text"] = question_text(game, fields["fact"])
    if "is_so" in fields:
        place = fields.get("place", NO_PLACE)
        found["answer_text"] = answer_text(fields["fact"], fields["is_so"], place)
    if "role" in fields:
        role = dict(ROLE_NAMES).get(fields["role"])
        by_board = "by what happened" if name == "RULING_STEP_DONE" else "a later finding or ruling"
        found["role_name_text"] = role or by_board
    if name == "RULING_MADE":
        found["ruling_text"] = read_aloud(game, fields["ruling"], fields["rule"])
    if name == "RULING_WITHDRAWN":
        found["ruling_name_text"] = ruling_name(fields["ruling"])
        found["reason_text"] = reason_text(fields["reason"])
    if "step" in fields:
        found["step_text"] = step_text(game, fields["step"])
    if "notified" in fields:
        found["notified_text"] = " and ".join(notified_names(fields["notified"])) or "nobody"
        found["rule_words"] = f" ({cited(game, fields['rule'])})" if fields["rule"] else ""
    if "is_on" in fields:
        found["on_text"] = "begins" if fields["is_on"] else "ends"
    if "card" in fields:
        found["card_text"] = name_of(fields["card"])
    return found


def reason_text(reason: int) -> str:
    """Why a ruling is withdrawn."""
    name = REASON_NAMES[reason] if reason < len(REASON_NAMES) else ""
    return texts.REASONS.get(name, f"reason {reason}")


def _sentence(text: str, named: dict[str, str]) -> str:
    """Filled in, and with a capital: a term may stand first."""
    filled = text.format(**named)
    return filled[:1].upper() + filled[1:]


def _pack_text(ruling: str, pack: str, moment: int) -> str:
    if ruling in texts.PACKS_OF:
        return texts.PACKS_OF[ruling]
    return (is_idle(moment) and texts.PACKS_IDLE.get(pack)) or texts.PACKS[pack]
