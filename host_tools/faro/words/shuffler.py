"""Words for the shuffling device: a pack as faro.words.packs describes."""

from __future__ import annotations

from typing import Any

from firmware.cards.codes import name_of
from firmware.cards.identity_count import FINDING_NAMES
from firmware.shuffler.cycle import STATE_NAMES
from firmware.shuffler.modes import MODE_NAMES

TROUBLES = (
    "nothing",
    "the feed roller is held fast",
    "a card does not come on",
    "the feed motor does not turn",
    "the roller's encoder says nothing",
    "no card comes out of the feed tray",
    "the ejector pushes and no card comes",
    "the carousel is not where it should be",
    "the carousel's home flag is not seen",
    "two cards at once",
    "something shorter than a card",
    "another card came out than went in",
    "cards cannot be read",
    "stopped from outside",
    "power failed in the middle",
    "a step takes too long",
    "the order is not that of a shuffle",
    "no random numbers",
    "a light gate says the impossible",
)
REMEDIES = ("a person is called", "other way and again", "back to the feed tray", "homed", "again")
EVIDENCE = ("", "roller stands, current flows", "roller turns, edge does not come",
            "roller stands, no current", "edges come, encoder stands")  # fmt: skip
GATES = ("feed gate", "carousel gate", "output gate")
TRENDS = ("", "feed slips more", "feed gets slower", "more retries", "more current")
STATISTICS = ("none", "rising sequences", "valleys", "valleys of the inverse", "successions",
              "fixed points", "moves", "positions", "an order that came before",
              "fed one after the other, dealt so")  # fmt: skip

# what to do when the device calls, by trouble: plain steps for the person at the table
CALL_STEPS = {
    1: "Open the lid, take the card out of the way, put it on top of the feed tray, close the lid.",
    2: "Open the lid, take the card out of the way, put it on top of the feed tray, close the lid.",
    3: "Call a technician: motor or its cable.",
    4: "Call a technician: encoder or its cable.",
    5: "Lift the cards in the feed tray, square them, put them back; wipe the roller.",
    6: "Open the lid, look into the compartment at the entrance; take out what blocks it.",
    7: "Open the lid, see that the carousel turns freely; take out a card that is caught.",
    8: "Open the lid, see that the carousel turns freely and the home flag is clean.",
    9: "Open the lid, part the two cards, put both on top of the feed tray.",
    10: "Open the lid, take the folded card or the thing out of the way.",
    11: "Nothing is wrong to touch: let it unload, check the cards, shuffle anew.",
    12: "Clean the camera's glass; let it unload and shuffle anew.",
    13: "See the fault that stopped it; clear it.",
    14: "Look into the way: take out a card that is there and put it on top of the feed tray.",
    15: "Let it unload and shuffle anew; if it comes again, call a technician.",
    16: "Let it unload and shuffle anew; if it comes again, use another device.",
    17: "Restart the board; if it stays, change the board.",
    18: "Wipe the light gates.",
}

EVENTS = {
    "CYCLE_STARTED": "{mode_text} of {decks} deck(s) started, cycle {cycle}",
    "STEP_DONE": "{step_text} done in {duration_ms} ms, {cards} cards inside",
    "CYCLE_READY": "pack ready: {cards} cards in the carousel, {shuffled_text}, {duration_ms} ms",
    "PACKET_OFFERED": "packet offered: {cards} cards from place {place} on",
    "PACKET_TAKEN": "packet taken: {cards} cards from place {place} on",
    "CYCLE_ENDED": "cycle {cycle} ended, carousel empty",
    "ABORTED": "aborted while {step_text} by {role_text}: {cards} cards inside are unloaded",
    "JAM_FOUND": "JAM while {step_text}: {evidence_text}; {gate_text} awaited,"
    " {travel_mm} mm of roller, {speed_mm_s} mm/s, {current_ma} mA",
    "RETRIED": "{trouble_text}: attempt {attempt}, {remedy_text}",
    "CALLED": "PERSON NEEDED: {trouble_text}; {cards_inside} cards in the carousel. {call_text}",
    "PACK_VERDICT": "pack {verdict_word}: {cards} cards, {missing_cards} missing,"
    " {extra_cards} extra, {strange_cards} strange, {unread_cards} unread",
    "CARD_FINDING": "{count} × {card_text}: {finding_word}",
    "CARD_DAMAGED": "damaged card: {card_text} ({trouble_text})",
    "GATE_OPENED": "output gate opened ({gate_reason})",
    "GATE_OVERRIDDEN": "output gate opened by order of {asked_text} and {confirmed_text}"
    " while {step_text}",
    "MIXING_STOPPED": "NOT A SHUFFLE: {statistic_text} {value}, limit {limit}",
    "STEP_OVERDUE": "CYCLE NOT COMPLETE: {step_text} for {elapsed_ms} ms with {cards} cards",
    "OUTPUT_DIFFERED": "another card came out than went in, at place {place}",
    "CYCLE_INTERRUPTED": "power failed while {step_text}: {cards_in_carousel} cards in the"
    " carousel, {cards_delivered} delivered, {cards_in_way} may be in the way",
    "TREND_WARNING": "{trend_text} ({value}): {forecast_text}",
    "PACK_COUNTED": "counted {cards} cards where they lie: {count_word}",
    "CLEARED_BY_PERSON": "{role_text} says it is cleared ({trouble_text})",
    "BOX_DEALT": "cycle {cycle}: {cards_text} dealt",
}
FAULTS = {
    "JAM": (
        "A card is stuck in the shuffling device (TCP/FCP 13.1, CSP 15.1).",
        "Open the lid, take the card out, close the lid, clear the fault, then"
        " 'faro shuffle cleared'; reshuffle.",
    ),
    "NOT_MIXING": (
        "The device stopped intermixing: the order is not that of a shuffle (CSP 15.1).",
        "Clear the fault as inspector, unload, reshuffle; if it comes again, use another device.",
    ),
    "CYCLE_INCOMPLETE": (
        "The shuffle cycle did not complete in its time (TCP/FCP 13.1, CSP 15.1).",
        "Clear the fault, then 'faro shuffle cleared' to unload; reshuffle.",
    ),
    "FEED_FAILED": (
        "No card comes out of the feed tray.",
        "Square the cards in the tray, wipe the roller, clear the fault, then"
        " 'faro shuffle cleared'.",
    ),
    "CAROUSEL_LOST": (
        "The carousel is not where it should be.",
        "See that it turns freely, clear the fault, then 'faro shuffle cleared' to unload.",
    ),
    "DOUBLE_FEED": (
        "Two cards came at once, again and again.",
        "Part the cards, put them back into the feed tray, clear the fault.",
    ),
    "FEED_MOTOR": (
        "The feed motor does not turn and takes no current.",
        "Check the motor's cable or change the motor, then clear the fault.",
    ),
    "EJECT_FAILED": (
        "The ejector pushes and no card comes out of the compartment.",
        "Look at the ejector and the compartment, clear the fault, then 'faro shuffle cleared'.",
    ),
    "CYCLE_INTERRUPTED": (
        "Power failed with cards in the device; nothing is dealt from this pack.",
        "Take a card out of the way if there is one, clear the fault, then"
        " 'faro shuffle cleared' to unload.",
    ),
    "OUTPUT_DIFFERS": (
        "Another card came out than went in: this pack is not dealt.",
        "As inspector clear the fault, unload, check the cards, reshuffle.",
    ),
    "UNREAD": (
        "Too many cards cannot be read.",
        "Clean the camera's glass, take out damaged cards, clear the fault.",
    ),
    "GATE_DOUBT": (
        "A light gate says what cannot be.",
        "Wipe the light gates, then clear the fault.",
    ),
    "PACK_REFUSED": (
        "The pack is not complete, or not of one deck; the gate stays locked.",
        "Read the findings, put the pack right, clear the fault, unload and start again.",
    ),
    "SERVICE_DUE": (
        "The feed wears: it will fail after the cards named in the event.",
        "Clean or change the feed roller, then clear the fault.",
    ),
}
MESSAGES = {
    "SHUFFLE": "Starts a cycle with what lies in the feed tray; see *modes* below.",
    "DELIVER": "Brings a packet behind the gate, verifies it and opens; 0 cards: all that is left.",
    "ABORT_CYCLE": "Stops at once; every card inside goes to the locked output tray.",
    "COUNT_CARDS": "Counts and verifies the cards in the carousel; their order stays.",
    "WAY_CLEARED": "A person did what the call asked for: unload what is inside.",
    "OPEN_GATE": "Opens the output gate against the device's judgement; the inspector confirms.",
    "GET_CYCLE": "What is the shuffling device doing?",
    "CYCLE": "State of the cycle; says how many cards are where, never which.",
    "GET_TRENDS": "How is the feed wearing?",
    "TRENDS": "Means over the last hundred cards or so, and a forecast.",
}
FIELDS = {
    "mode": "1 shuffle, 2 sort, 3 verify, 4 continuous, 5 stir (`decks`: compartments)",
    "decks": "decks of 52 in the pack",
    "step": "state of the cycle, as in CYCLE.state",
    "CYCLE.state": "0 empty, 1 homing, 2 feeding, 3 between passes, 4 checking, 5 ready,"
    " 6 delivering, 7 offered, 8 counting, 9 refused, 10 unloading, 11 unloaded, 12 calling",
    "trouble": "what went wrong last, 0 = nothing",
    "is_dealable": "1 when the pack is whole, shuffled and as planned",
    "gates": "bits 0 to 2: feed, carousel, output gate sees a card; above: the one awaited",
    "is_gate_open": "1 while the output gate is unlocked",
    "cycle": "number of the cycle since the board was made",
    "has_feed": "1 when cards lie in the feed tray",
    "has_output": "1 when cards lie in the output tray",
    "back": "colour of the pack's back, 255 = not known",
    "box_cards": "numbers of the cards in order, then ff",
    "DELIVER.cards": "0 = all that is left",
    "inside": "to table, supervisor and inspector, of a pack that is not dealt on: how many"
    " of each card lie in the carousel, half a byte each from card 0 on; otherwise nothing",
    "cards_fed": "since power came",
    "retries": "since power came",
    "feed_time_us_per_mm": "microseconds per millimetre of card",
    "roller_um_per_mm": "roller travel per millimetre of card: slip",
    "current_ma": "of the feed motor with a card",
    "forecast_cards": "until the slip is too much, 4294967295 = not in sight",
}
SAMPLES: dict[str, int | bytes] = {
    "inside": b"",
    "mode": 1,
    "decks": 1,
    "is_gate_open": 0,
    "trouble": 0,
}


def _pick(names: tuple[str, ...], number: int) -> str:
    return names[number] if number < len(names) else str(number)


def _card(code: int) -> str:
    return name_of(code)


def extra(name: str, fields: dict[str, Any]) -> dict[str, Any]:
    """Texts that the sentences need beside the fields."""
    texts: dict[str, Any] = {}
    if name not in EVENTS:
        return texts
    if "mode" in fields:
        texts["mode_text"] = _pick(MODE_NAMES, fields["mode"])
    if "step" in fields:
        texts["step_text"] = _pick(STATE_NAMES, fields["step"])
    if "trouble" in fields:
        texts["trouble_text"] = _pick(TROUBLES, fields["trouble"])
    if name == "CYCLE_READY":
        texts["shuffled_text"] = "shuffled" if fields["is_shuffled"] else "NOT SHUFFLED"
    if "first_position" in fields or "position" in fields:
        texts["place"] = fields.get("first_position", fields.get("position", 0)) + 1
    if name == "JAM_FOUND":
        texts["evidence_text"] = _pick(EVIDENCE, fields["evidence"])
        texts["gate_text"] = _pick((*GATES, "no gate"), min(fields["gates"] >> 4, 3))
    if name == "RETRIED":
        texts["remedy_text"] = _pick(REMEDIES, fields["remedy"])
    if name == "CALLED":
        texts["call_text"] = CALL_STEPS.get(fields["trouble"], "")
    if name == "PACK_VERDICT":
        texts["verdict_word"] = "good" if fields["is_good"] else "REFUSED"
    if name in ("CARD_FINDING", "CARD_DAMAGED"):
        texts["card_text"] = _card(fields["card"])
    if name == "CARD_FINDING":
        texts["finding_word"] = _pick(FINDING_NAMES, fields["kind"])
    if name == "GATE_OPENED":
        texts["gate_reason"] = _pick(("", "packet verified", "override"), fields["reason"])
    if name == "GATE_OVERRIDDEN":
        roles = {1: "table", 2: "supervisor", 4: "inspector", 8: "technician"}
        texts["asked_text"] = roles.get(fields["asked_by"], "nobody")
        texts["confirmed_text"] = roles.get(fields["confirmed_by"], "nobody")
    if name == "MIXING_STOPPED":
        texts["statistic_text"] = _pick(STATISTICS, fields["statistic"])
    if name == "TREND_WARNING":
        texts["trend_text"] = _pick(TRENDS, fields["trend"])
        cards = fields["forecast_cards"]
        texts["forecast_text"] = "" if cards == 0xFFFFFFFF else f"about {cards} cards left"
    if name == "BOX_DEALT":
        dealt = bytes(fields["box_cards"])[: fields["count"]]
        texts["cards_text"] = " ".join(_card(card) for card in dealt)
    if name == "PACK_COUNTED":
        texts["count_word"] = "as they should be" if fields["is_good"] else "DIFFERENT"
    return texts
