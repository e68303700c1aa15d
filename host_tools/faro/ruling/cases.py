"""Cases of a board in words: what was found, asked, ruled, and which steps are open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from faro.sim.vm_call import FirmwareVm
from faro.wire.client import Client
from faro.wire.errors import FaroError, Refused
from faro.words import ruling as words
from faro.words.ruling_terms import moment_text
from firmware.rounds.findings import NO_PLACE
from firmware.ruling.dialogue import DEVICE_BIT
from firmware.ruling.vocabulary import EQUIPMENT_NAMES, FACTS, STATE_NAMES, fact_name

WHAT_IF = "firmware.ruling.what_if"

# what a refusal means to the one who asked; {case} is the number that was given
_REFUSALS = {
    ("GET_RULING", "no_such_record"): "{case} is not on the board: nothing has happened, or it is"
    " long settled",
    ("ANSWER", "no_such_record"): "no question waits for an answer",
    ("ANSWER", "not_active"): "{case} waits for no answer: its ruling is made, 'faro ruling show'"
    " reads it",
    ("ANSWER", "out_of_range"): "that is not what was asked: 'faro ruling show' reads the question",
    ("REPORT_FINDING", "not_allowed"): "only a casino supervisor may report this",
    ("REPORT_FINDING", "out_of_range"): "there is no such seat or finding",
    ("WITHDRAW_RULING", "no_such_record"): "{case} is not on the board",
    ("WITHDRAW_RULING", "not_active"): "{case} has no ruling that stands",
    ("WITHDRAW_RULING", "wrong_round"): "too late: the next round has begun, the ruling stands",
    ("RULING_DONE", "no_such_record"): "{case} is not on the board",
    ("RULING_DONE", "not_active"): "that step is done already, or nobody has to tick it off",
    ("RULING_DONE", "not_allowed"): "another role ticks this step off: 'faro ruling show' says who",
}
_NEAR = 64  # case numbers below the newest that are looked at
_FAR = 4096  # when something older still holds play up
_GAP = 16  # numbers of findings that were taken back, one after the other


def ask(client: Client, name: str, **fields: Any) -> dict[str, Any]:
    """A request about a case; refused, it says why in the words of the one who asked."""
    try:
        return client.request(name, **fields).fields
    except Refused as error:
        text = _REFUSALS.get((name, error.name))
        if text is None:
            raise
        number = fields.get("case_number", 0)
        raise FaroError(text.format(case=f"case {number}" if number else "the case")) from None


def case_of(fields: dict[str, Any]) -> dict[str, Any]:
    """A board's RULING message as programs and people want it."""
    game = words.game_name(fields["game"])
    moment, place, finding = fields["moment"], fields["place"], fields["irregularity"]
    states = [name for i, name in enumerate(STATE_NAMES) if moment >> i & 1]
    told: dict[str, Any] = {
        "case": fields["case_number"],
        "round_number": fields["round"],
        "game": game,
        "finding": words.finding_text(finding, game),
        "finding_name": words.finding_name(finding).lower(),
        "state": states[0] if states else "",
        "when": moment_text(moment, game),
        "equipment": EQUIPMENT_NAMES[1 if moment & DEVICE_BIT else 0],
        "seat": place if 0 < place < NO_PLACE else None,
        "facts": {name: bool(fields["yes"] & bit) for bit, name in FACTS if fields["known"] & bit},
        "question": fact_name(fields["fact"]),
        "open": fields["open_count"],
        "stopped": words.stops_text(fields["stopped_by"], game),
    }
    if fields["fact"]:
        told["ask"] = words.question_text(game, fields["fact"], moment, finding)
    elif fields["ruling"]:
        told |= _ruled(game, fields)
    return told


def _ruled(game: str, fields: dict[str, Any]) -> dict[str, Any]:
    ruling, place, moment = fields["ruling"], fields["place"], fields["moment"]
    detail = fields["detail"]
    if ruling == words.WITHDRAWN:
        return {"ruling": "WITHDRAWN", "text": words.read_aloud(game, ruling, 0), "steps": []}
    steps = words.steps_of(game, ruling, place, moment, detail)
    for step in steps:
        step["open"] = bool(fields["steps_open"] >> (step["number"] - 1) & 1)
    return words.ruling_facts(ruling) | {
        "rule": words.cited(game, fields["rule"]),
        "also": words.cited(game, fields["also_rule"]),
        "text": words.read_aloud(game, ruling, fields["rule"], place, moment, detail),
        "steps": steps,
    }


def with_outcomes(told: dict[str, Any]) -> dict[str, Any]:
    """An open question with what follows from each answer, by the firmware's own rows."""
    if not told["question"]:
        return told
    name = told["finding_name"]
    at = (told["game"], name, told["state"], told["equipment"], told["facts"])
    with FirmwareVm() as vm:
        paths: list[dict[str, Any]] = vm.call(WHAT_IF, "outcomes", *at)
    place = told["seat"] or NO_PLACE
    found = [{**in_words(p["ruling"], place), "answers": p["answers"]} for p in paths]
    return {**told, "outcomes": found}


def in_words(found: dict[str, Any], place: int = NO_PLACE) -> dict[str, Any]:
    """What the firmware's rows said by name, with the sentences for people beside it."""
    game = found["game"]
    moment = words.moment_of(found["state"], found["equipment"])
    finding = words.finding_code(found["finding"])
    told = dict(found)
    told["finding_text"] = words.finding_text(finding, game)
    told["when"] = moment_text(moment, game)
    if found["question"]:
        fact = words.fact_bit(found["question"])
        told["ask"] = words.question_text(game, fact, moment, finding)
        return told
    number = words.ruling_number(found["ruling"])
    text = words.ruling_text(game, number, place, moment)
    told["text"] = f"{text} Rule {found['rule']}." if found["rule"] else text
    told["steps"] = words.steps_of(game, number, place, moment)
    return told


def outcome_lines(told: dict[str, Any]) -> list[str]:
    """What follows from each answer to the open question."""
    lines: list[str] = []
    for path in told["outcomes"]:
        answers: dict[str, bool] = path["answers"]  # MicroPython's: in no order
        asked = sorted(answers, key=lambda name: (name != told["question"], words.fact_bit(name)))
        said = [(name, answers[name]) for name in asked if name not in told["facts"]]
        lines += [f"  [bold]{_answers_text(told, said)}[/]:", f"    {path['text']}"]
    return lines


def _answers_text(told: dict[str, Any], said: list[tuple[str, bool]]) -> str:
    """The first one answers the question that was just read; the others repeat theirs."""
    moment = words.moment_of(told["state"], told["equipment"])
    finding = words.finding_code(told["finding_name"])
    parts: list[str] = []
    for i, (name, is_so) in enumerate(said):
        fact = words.fact_bit(name)
        question = words.question_text(told["game"], fact, moment, finding)
        answer = "yes" if is_so else "no"
        parts.append(f"{question} {answer}" if i else answer)
    return "; ".join(parts) or "whichever seat it is"


def standing(client: Client) -> list[dict[str, Any]]:
    """Open questions and rulings that stand, the oldest first.

    A board keeps the newest few, and older ones while their steps hold something up.
    """
    newest = _case(client, 0)
    if newest is None:
        return []
    number, wanted = newest["case_number"], newest["stopped_by"]
    found = {number: newest}
    for fields in _walk(client, range(number + 1, 0x10000), _GAP):
        found[fields["case_number"]] = fields
    for fields in _walk(client, range(number - 1, max(0, number - _NEAR), -1), _NEAR):
        found[fields["case_number"]] = fields
    for fields in _walk(client, range(number - _NEAR, max(0, number - _FAR), -1), _FAR):
        if wanted & ~_stopped(found) == 0:
            break
        found[fields["case_number"]] = fields
    cases = [case_of(found[key]) for key in sorted(found)]
    return [case for case in cases if case.get("ruling") != "WITHDRAWN"]


def _stopped(found: dict[int, dict[str, Any]]) -> int:
    """What the open steps of these cases hold up, as bits."""
    bits = 0
    for fields in found.values():
        bits |= words.stopped_bits(fields["ruling"], fields["steps_open"])
    return bits


def _walk(client: Client, numbers: range, most_missed: int) -> Iterator[dict[str, Any]]:
    missed = 0
    for number in numbers:
        fields = _case(client, number)
        missed = missed + 1 if fields is None else 0
        if fields is not None:
            yield fields
        if missed == most_missed:
            return


def _case(client: Client, number: int) -> dict[str, Any] | None:
    try:
        return client.request("GET_RULING", case_number=number).fields
    except Refused as error:
        if error.name == "no_such_record":
            return None
        raise
