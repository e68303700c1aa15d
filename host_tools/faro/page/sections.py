"""What the page shows, section by section, made of boards' answers by the words that faro has."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from faro.jackpot.report import seats_of
from faro.rounds.story import settled_hand
from faro.shuffler.commands import describe
from faro.table.core import MALFUNCTIONS
from faro.wire.dictionary import Dictionary, Fields, own_dictionary
from faro.wire.events import Event, clock_name
from faro.words import board as words
from faro.words.cards import reason_text
from faro.words.clock import when_text
from faro.words.jackpot import STATES, class_text
from faro.words.money import UC_PER_CENT, dollars
from faro.words.rounds import spot_name
from faro.words.ruling import game_name
from faro.words.ruling_terms import round_words
from faro.words.shuffler import CALL_STEPS, TROUBLES
from firmware.cards.codes import name_of
from firmware.cards.rows import EVENTS as CARD_EVENTS
from firmware.cards.rows import FLAG_ONE_CAMERA
from firmware.core.rows import ROLE_NAMES
from firmware.jackpot.rows import EVENTS as JACKPOT_EVENTS
from firmware.rounds.games import catalogue
from firmware.rounds.games.vocabulary import EQUIPMENT_NAMES
from firmware.rounds.phases import PHASE_NAMES, ST_CLOSED, ST_DEALT, ST_READY
from firmware.rounds.rows import EVENTS as ROUND_EVENTS
from firmware.rounds.rows import (
    FLAG_BURN_DUE,
    FLAG_LAST_ROUND,
    FLAG_SHUFFLE_DUE,
    FLAG_STOPPED,
    FLAG_VOIDED,
    HAND_RECORD,
    NO_HAND,
)
from firmware.rounds.steps import CLOSED_NAMES, SEATS_LEARNED
from firmware.ruling.rows import EVENTS as RULING_EVENTS
from firmware.shuffler import cycle as c
from firmware.shuffler.health import trends
from firmware.shuffler.modes import MODE_NAMES
from firmware.shuffler.rows import EVENTS as SHUFFLER_EVENTS
from firmware.trust.rows import EVENTS as TRUST_EVENTS

Data = dict[str, Any]
_HAND = struct.Struct(HAND_RECORD[0])
_HAND_FIELDS = HAND_RECORD[1].split()
_NO_FORECAST = 0xFFFFFFFF
_games: Any = catalogue  # tables of the firmware have no types
_trends: Any = trends
# a group of the event log, and whose rows belong to it
_GROUPS = {
    "money": JACKPOT_EVENTS,
    "cards": (*CARD_EVENTS, *ROUND_EVENTS),
    "machine": SHUFFLER_EVENTS,
    "ruling": RULING_EVENTS,
    "trust": TRUST_EVENTS,
}
_GROUP_OF: dict[str, str] = {
    **{str(row[1]): group for group, rows in _GROUPS.items() for row in rows},
    "FINDING_MADE": "ruling",
    "ROUND_FINDING": "ruling",
}


def games() -> list[Data]:
    """All games with what can be wagered and decided."""
    return [
        {
            "id": name,
            "name": table.TITLE,
            "wagers": [row[0] for row in table.WAGERS],
            "has_jackpot": bool(table.HAS_JACKPOT),
            "decisions": ["plays", "folds", "concedes"] if table.HAS_FOLD else _draws(name),
            "seats_least": table.AREAS_LEAST,
            "seats_most": table.AREAS_MOST,
        }
        for _number, name, table in _games.GAMES
    ]


def _draws(name: str) -> list[str]:
    return ["draws", "stands", "refuses"] if name == "ldb" else []


def board_section(port: str, identity: Any, status: Fields, faults: list[Data]) -> Data:
    """Who a board is and how it does."""
    return {
        "is_there": True,
        "name": identity.name,
        "serial": identity.unique_id,
        "version": identity.version,
        "state": words.state_name(status["state"]),
        "supply_mv": status["supply_mv"],
        "uptime_s": status["uptime_s"],
        "clock": clock_name(status["clock"]),
        "boot_count": status["boot_count"],
        "last_event": status["last_event"],
        "faults": faults,
        "port": port,
    }


def fault_of(row: Data, known: Dictionary) -> Data:
    """A row of `faults_of` with who may clear it."""
    spec = known.faults[row["code"]]
    who = [name for bit, name in ROLE_NAMES if spec.clearing_roles & bit]
    return {
        "name": row["name"],
        "text": row["text"],
        "clear": row["steps"],
        "who": who,
        "severity": row["severity"],
        "is_malfunction": row["code"] in MALFUNCTIONS,
    }


def table_section(state: Fields, hands: dict[int, Fields]) -> Data:
    """The round as the shoe has it."""
    game, flags, phase = state["game"], state["table_flags"], state["phase"]
    name = game_name(game)
    place = state["next_place"]
    return {
        "game": name,
        "game_name": _games.table_of(game).TITLE if catalogue.is_known(game) else "",
        "round_word": round_words(name),
        "equipment": EQUIPMENT_NAMES[state["equipment"] & 1],
        "decks": state["decks"],
        "phase": PHASE_NAMES[phase % len(PHASE_NAMES)],
        "round": state["round"],
        "cards": state["cards"],
        "areas": seats_of(state["areas"] & ~SEATS_LEARNED),
        "are_seats_learned": bool(state["areas"] & SEATS_LEARNED),
        "cards_out": state["cards_out"],
        "shuffle_due": bool(flags & FLAG_SHUFFLE_DUE),
        "last_round": bool(flags & FLAG_LAST_ROUND),
        "burn_due": bool(flags & FLAG_BURN_DUE),
        "is_void": bool(flags & FLAG_VOIDED),
        "is_stopped": bool(flags & FLAG_STOPPED),
        "awaited_seat": state["awaited_seat"] or None,
        "next_place": None if place == NO_HAND else place,
        "next_text": "" if place == NO_HAND else spot_name(place, name),
        "back_seats": seats_of(state["back_seats"]),
        "hands": {str(at): _hand(game, at, record) for at, record in sorted(hands.items())},
        "closed_as": CLOSED_NAMES[state["closed_as"] % len(CLOSED_NAMES)],
        "is_in_play": phase > ST_READY,
        "is_settled": phase == ST_READY and state["round"] > 0,
    }


def hand_record(data: bytes) -> Fields:
    """A TABLE_STATE's tail."""
    return dict(zip(_HAND_FIELDS, _HAND.unpack_from(data), strict=True))


def _hand(game: int, place: int, record: Fields) -> Data:
    told = settled_hand(game, {**record, "place": place})
    return {
        "name": told["name"],
        "cards": told["cards"],
        "count": told["count"],
        "text": told["class"],
        "wagers": told["wagers"],
    }


def without_cards(table: Data) -> Data:
    """For those who may not know what lies face down: a round in play shows counts only."""
    if not table.get("is_in_play"):
        return table
    hands: Data = {
        at: {**hand, "cards": [], "text": "", "wagers": {}} for at, hand in table["hands"].items()
    }
    return {**table, "hands": hands}


def machine_section(cycle: Fields) -> Data:
    """The shuffling device in words; how many cards are where, never which."""
    state, trouble = cycle["state"], cycle["trouble"]
    is_calling = state == c.ST_CALLING
    return {
        "step": c.STATE_NAMES[state],
        "step_text": " ".join(describe({**cycle, "inside": b""})),
        "mode": MODE_NAMES[cycle["mode"]] if cycle["cycle"] else "",
        "cycle": cycle["cycle"],
        "decks": cycle["decks"],
        "cards_expected": cycle["cards_expected"],
        "cards_read": cycle["cards_read"],
        "cards_inside": cycle["cards_inside"],
        "cards_dealt": cycle["cards_dealt"],
        "is_gate_open": bool(cycle["is_gate_open"]),
        "is_dealable": bool(cycle["is_dealable"]),
        "has_feed": bool(cycle["has_feed"]),
        "has_output": bool(cycle["has_output"]),
        "is_calling": is_calling,
        "trouble": TROUBLES[trouble] if trouble and is_calling else "",
        "call": CALL_STEPS.get(trouble, "") if is_calling else "",
    }


def jackpot_section(state: Fields, wins: list[Data], hits: list[Data], linked: list[Data]) -> Data:
    """Pool, round and claims."""
    number = state["state"]
    return {
        "state": STATES[number] if number < len(STATES) else str(number),
        "state_number": number,
        "round": state["round"],
        "display": dollars(state["shown_uc"] // UC_PER_CENT),
        "pool_cents": state["pool_uc"] // UC_PER_CENT,
        "pool_uc": state["pool_uc"],
        "shown_cents": state["shown_uc"] // UC_PER_CENT,
        "pending_cents": state["pending_uc"] // UC_PER_CENT,
        "win_cents": state["win_uc"] // UC_PER_CENT,
        **{
            name: seats_of(state[name])
            for name in ("accepted", "voided", "claimed", "winners", "offered", "antes")
        },
        "pending": wins,
        "hits": hits,
        "linked": linked,
    }


def hit_of(fields: Fields) -> Data:
    """A payment of the board's history."""
    amount = fields["pool_cents"] + fields["bonus_cents"] + fields["house_cents"]
    return {
        "number": fields["number"],
        "round": fields["round"],
        "seat": fields["seat"],
        "hand": class_text(fields["hand_class"]),
        "amount_cents": amount,
        "house_cents": fields["house_cents"],
        "utc_s": fields["utc_s"],
        "state": "paid",
    }


def event_of(event: Event) -> Data:
    """One line of the log."""
    severity = ""
    if event.name == "FAULT_RAISED":
        spec = own_dictionary().faults.get(event.fields["fault"])
        severity = words.SEVERITIES[spec.severity] if spec else "stop"
    return {
        "number": event.number,
        "name": event.name,
        "text": words.event_sentence(event.name, event.fields),
        "utc_s": event.utc_s,
        "time_text": when_text(event.utc_s, event.clock).strip(),
        "time_ms": event.time_ms,
        "boot": event.boot_count,
        "clock": event.clock_text,
        "group": _GROUP_OF.get(event.name, "board"),
        "severity": severity,
        "fields": {k: v.hex() if isinstance(v, bytes) else v for k, v in event.fields.items()},
    }


# -- one sentence ------------------------------------------------------------------------------


def sentence(sections: Data) -> str:
    """What a supervisor has to know of this table, the most pressing first."""
    table: Data = sections.get("table", {})
    jackpot: Data = sections.get("jackpot", {})
    boards: Data = sections.get("boards", {})
    for name, board in boards.items():
        if not board["is_there"]:
            return f"The {name} does not answer."
    asked = next((case for case in sections.get("cases", []) if case.get("ask")), None)
    if asked:
        return asked["ask"]
    if jackpot.get("deed"):
        return f"An inspector must confirm: {jackpot['deed']['text']}"
    if jackpot.get("pending"):
        win = jackpot["pending"][0]
        return f"Seat {win['seat']} wins from the jackpot with a {win['hand']}: confirm it."
    stopped = [step["text"] for case in sections.get("cases", []) for step in case.get("steps", [])
               if step.get("open") and step.get("stops")]  # fmt: skip
    if stopped:
        return f"Stopped: {stopped[0]}"
    for board in boards.values():
        for fault in board.get("faults", []):
            if fault["severity"] != "warning":
                return fault["text"]
    return _play_sentence(table)


def next_action(sections: Data) -> str:
    """What the sentence asks for: an action, `login` where that takes a role, or nothing."""
    table: Data = sections.get("table", {})
    if not table or not all(board["is_there"] for board in sections["boards"].values()):
        return ""
    if any(case.get("ask") for case in sections.get("cases", [])):
        return "login"
    if table["phase"] == PHASE_NAMES[ST_DEALT] or (table["is_void"] and table["is_in_play"]):
        return "end_round"
    if sentence(sections) != _play_sentence(table):
        return "login"
    return "open_table" if table["phase"] == PHASE_NAMES[ST_CLOSED] else "deal_round"


def _play_sentence(table: Data) -> str:
    if not table or table["phase"] == PHASE_NAMES[ST_CLOSED]:
        return "No game is open at this table."
    word = table["round_word"].capitalize()
    if table["phase"] == PHASE_NAMES[ST_DEALT]:
        return f"{word} {table['round']} is dealt: settle the wagers."
    if table["is_in_play"]:
        if table["is_void"]:
            return f"{word} {table['round']} is void: return the wagers."
        if table["awaited_seat"]:
            return f"{word} {table['round']}: seat {table['awaited_seat']} is to decide."
        return f"{word} {table['round']} is being dealt."
    if table["shuffle_due"]:
        return "The cards must be shuffled before the next " + table["round_word"] + "."
    return f"Ready for the next {table['round_word']} of {table['game_name']}."


# -- wear --------------------------------------------------------------------------------------

# id, title, its field of TRENDS, its limit there, value of the field for people, unit
_WEAR: tuple[tuple[str, str, str, int, Callable[[int], float], str], ...] = (
    ("slip", "feed roller slips", "roller_um_per_mm", _trends._SLIP_LIMIT_UM,
     lambda um: round(um / 10 - 100, 1), "%"),
    ("speed", "a card's way in", "feed_time_us_per_mm", _trends._SPEED_LIMIT_US,
     lambda us: round(us * 63 / 1000), "ms"),
    ("current", "feed motor", "current_ma", _trends._CURRENT_LIMIT_MA, lambda ma: ma, "mA"),
    ("retries", "cards fed again", "retries_ppm", _trends._RETRIES_LIMIT_PPM,
     lambda ppm: round(ppm / 10_000, 2), "%"),
)  # fmt: skip


def health_section(now: Fields, before: list[Fields]) -> list[Data]:
    """How the feed wears: each value with the limit at which the board warns."""
    cards = now["forecast_cards"]
    forecast = "" if cards == _NO_FORECAST else f"about {cards} cards left"
    return [
        {
            "id": id,
            "title": title,
            "value": tell(now[name]),
            "unit": unit,
            "limit": tell(limit),
            "forecast": forecast if id == "slip" else "",
            "is_near": now[name] >= limit or (id == "slip" and cards != _NO_FORECAST),
            "history": [tell(row[name]) for row in before],
        }
        for id, title, name, limit, tell, unit in _WEAR
    ]


def reading_of(event: Data) -> Data:
    """What the shoe made of a card that passed its cameras, for its picture."""
    fields = event["fields"]
    is_refused = event["name"] == "CARD_REFUSED"
    code = fields["card"] if event["name"] == "CARD_READ" else fields["reading"]
    clearness = "both ends agree"
    if is_refused:
        reasons = [reason_text(fields[name]) for name in ("reason_a", "reason_b")]
        clearness = "; ".join(dict.fromkeys(reasons))
    elif fields.get("flags", 0) & FLAG_ONE_CAMERA:
        clearness = "read by one camera alone"
    return {
        "card": name_of(code),
        "text": event["text"],
        "is_refused": is_refused,
        "clearness": clearness,
        "event": event["number"],
    }
