"""Rulings on paper: the same rows and the same engine, asked by name from the host's tools."""

from firmware.rounds.findings import FINDINGS
from firmware.ruling import effects as e
from firmware.ruling import engine
from firmware.ruling import rulings as _rulings
from firmware.ruling.told_table import TOLD
from firmware.ruling.vocabulary import (
    EQUIPMENT_NAMES,
    FACTS,
    GAME_NAMES,
    STATE_NAMES,
    fact_name,
    rule_text,
)

# where to look for a rule when nobody said when it happened: most happens in the deal
_LIKELY = (4, 8, 16, 2, 1)


def finding_names():
    """Every finding by name, the tracker's first."""
    return [row[1] for row in FINDINGS] + [row[1] for row in TOLD]


def ruling(game, finding, state="", equipment="", answers=None):
    """What the rules say, or the question to answer first; ValueError for a name it can't be."""
    number = _place(GAME_NAMES, game, "game") + 1
    code = _finding(finding)
    box = _equipment(equipment, number, code)
    moment = _moment(state, number, code, box)
    known, yes = _facts(answers or {})
    verdict = engine.Verdict()
    engine.judge(number, code, moment, box, known, yes, verdict)
    return _told(number, code, moment, box, yes, verdict)


def outcomes(game, finding, state="", equipment="", answers=None):
    """Every ruling that further answers can lead to, each with the answers it takes."""
    first = ruling(game, finding, state, equipment, answers)
    if not first["question"]:
        return [{"answers": dict(answers or {}), "ruling": first}]
    found = []
    for value in (True, False):
        more = dict(answers or {})
        more[first["question"]] = value
        found += outcomes(game, finding, first["state"], first["equipment"], more)
    return found


def rows(game):
    """A game's whole table by names, for lists and documents."""
    number = _place(GAME_NAMES, game, "game") + 1
    listed = []
    for row in engine.rows_of(number):
        named = row[0] if isinstance(row[0], tuple) else (row[0],)
        for code in named:
            listed.append(
                {
                    "finding": _name_of(code),
                    "states": _names(STATE_NAMES, row[1]),
                    "equipment": _names(EQUIPMENT_NAMES, row[2]),
                    "if": [name for bit, name in FACTS if bit & row[3]],
                    "if_not": [name for bit, name in FACTS if bit & row[4]],
                    "ruling": _rulings.ruling_row(row[5])[1],
                    "rule": _cited(number, row[6]),
                    "also": _cited(number, row[7]),
                }
            )
    return listed


def _told(game, code, moment, equipment, yes, verdict):
    told = {
        "game": GAME_NAMES[game - 1],
        "finding": _name_of(code),
        "state": _names(STATE_NAMES, moment)[0],
        "equipment": _names(EQUIPMENT_NAMES, equipment)[0],
        "facts": [name for bit, name in FACTS if bit & yes],
        "question": "",
    }
    if verdict.question:
        told["question"] = fact_name(verdict.question)
        return told
    told["ruling"] = _rulings.ruling_row(verdict.ruling)[1]
    told["rule"] = _cited(game, verdict.rule)
    told["also"] = _cited(game, verdict.also)
    told["round"] = e.ROUND_NAMES[verdict.round]
    told["hand"] = e.HAND_NAMES[verdict.hand]
    told["wagers"] = e.WAGERS_NAMES[verdict.wagers]
    told["side"] = e.SIDE_NAMES[verdict.side]
    told["jackpot"] = e.JACKPOT_NAMES[verdict.jackpot]
    told["pack"] = e.PACK_NAMES[verdict.pack]
    told["notified"] = _names(e.NOTIFIED_NAMES, verdict.notified)
    told["steps"] = list(verdict.steps)
    return told


def _facts(answers):
    known = yes = 0
    names = [name for _bit, name in FACTS]
    for name in answers:
        bit = FACTS[_place(names, name, "fact")][0]
        known |= bit
        if answers[name]:
            yes |= bit
    return known, yes


def _equipment(name, game, code):
    """As named; else a shoe, unless only a shuffling device can show such a thing."""
    if name:
        return 1 << _place(EQUIPMENT_NAMES, name, "equipment")
    for equipment in (1, 2):
        if _has_rule(game, code, 31, equipment):
            return equipment
    return 1


def _moment(name, game, code, equipment):
    """As named; else the likeliest moment that a rule speaks of."""
    if name:
        return 1 << _place(STATE_NAMES, name, "state")
    for moment in _LIKELY:
        if _has_rule(game, code, moment, equipment):
            return moment
    return _LIKELY[0]


def _has_rule(game, code, moment, equipment):
    for row in engine.rows_of(game):
        if engine.fits(row, code, moment, equipment):
            return True
    return False


def _finding(name):
    wanted = name.upper().replace("-", "_").replace(" ", "_")
    for row in FINDINGS + TOLD:
        if row[1] == wanted:
            return row[0]
    raise ValueError("no finding '%s'; there are: %s" % (name, _list(finding_names())))


def _name_of(code):
    for row in FINDINGS + TOLD:
        if row[0] == code:
            return row[1]
    return "FINDING_%d" % code


def _place(names, name, what):
    for index in range(len(names)):
        if names[index] == name.lower():
            return index
    raise ValueError("no %s '%s'; there are: %s" % (what, name, _list(names)))


def _list(names):
    return ", ".join([name.lower() for name in names])


def _names(names, bits):
    return [names[i] for i in range(len(names)) if bits & 1 << i]


def _cited(game, rule):
    return GAME_NAMES[game - 1].upper() + " " + rule_text(rule) if rule else ""
