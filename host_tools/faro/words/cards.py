"""Plain words for reading, census, enrolment and the service file."""

from __future__ import annotations

from typing import Any

from firmware.cards import pack_audit as pa
from firmware.cards import pass_reasons
from firmware.cards.back_colour import COLOUR_NAMES
from firmware.cards.codes import is_card, name_of
from firmware.cards.recognise import reasons
from firmware.cards.rows import FLAG_FED_AGAIN, FLAG_NO_BACK, FLAG_ONE_CAMERA

_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_REASONS = dict(reasons.REASONS) | dict(pass_reasons.REASONS)

# why a card, or the whole enrolment, was refused: the codes of firmware/cards/enrol_session.py
ENROL_WHY = (
    "nothing is wrong",
    "it did not pass as one whole card, face down",
    "it was not read well enough, or it is not the card whose turn it is",
    "another card came than the one whose turn it is",
    "too many bad reads: this design cannot be read safely, or the order is wrong",
    "not all six runs were fed",
    "the flash did not hold the new templates",
    "two ranks or suits of this design are too much alike",
)

EVENTS = {
    "CARD_READ": "position {position}: {card_text}{back_text}{flags_text}",
    "CARD_REFUSED": "position {position}: refused, {reading_text}: {reasons_text}",
    "CARD_STRANGE": "position {position}: {reading_text}{strange_text}",
    "CONTRADICTION": "CONTRADICTION: {card_text} at position {position}, but all of them were"
    " seen already; position {earlier_position} is open again",
    "CARD_DOUBLED": "position {position}: {card_text} came already as often as the decks hold it"
    "{earlier_text}; both cameras' pictures are kept (faro service frames)",
    "CARD_PULLED_BACK": "a card was drawn by {drawn_mm} mm and pushed back",
    "CARD_FED_AGAIN": "the next card is one that was set apart ({unread} not read yet)",
    "AUDIT_BEGUN": "census of {decks} deck(s) begun by {role_text}",
    "AUDIT_PASSED": "census good: {cards} cards, every card of {decks} deck(s) is there{back_text}",
    "AUDIT_FAILED": "census BAD: {missing_cards} missing, {extra_cards} too many,"
    " {strange_cards} strange, {unread_cards} not read, of {cards} cards",
    "AUDIT_FINDING": "census: {line_text}",
    "ENROL_BEGUN": "enrolment of a new deck begun",
    "ENROLLED": "new deck enrolled, version {version} (CRC {crc:08x}), {close_pairs} pairs alike",
    "ENROL_REFUSED": "enrolment, card {position} ({card_text}): {why_text} ({reason_text})",
    "CAMERA_TREND": "camera {camera_text}: {trend_text}",
    "FRAMES_READ": "the technician looked at the service file ({frames} pictures)",
    "AUDIT_RESTORED": "census goes on after the restart: {cards} cards so far",
}

FAULTS = {
    "CAMERA_LOST": (
        "A line camera gives no picture; no card is read by the other one alone.",
        "Check the camera's cable and lamps, pass one card, then clear the fault; 'faro"
        " service one-camera' lets the shoe work on with a worse bound, if an inspector confirms.",
    ),
    "ONE_CAMERA": (
        "One line camera gives no picture; the shoe reads with the other one, as allowed.",
        "Have the camera changed after the shift, pass one card, then clear the fault.",
    ),
    "NOT_ENROLLED": (
        "No deck is enrolled: cards are counted, but not read.",
        "Enrol the house's deck with 'faro enrol', then clear the fault.",
    ),
    "TEMPLATES_BAD": (
        "The enrolled deck in the flash is damaged; no card is read.",
        "Enrol the deck again with 'faro enrol', then clear the fault.",
    ),
    "REFUSAL_BURST": (
        "Too many of the last sixteen cards were refused: foreign deck, or dirt.",
        "Stop dealing, look at the cards and the glass, then clear the fault.",
    ),
    "LIGHT_WEAK": (
        "A camera's light has become weak; cards are still read.",
        "Clean the glass and have the lamps changed, enrol again, then clear the fault.",
    ),
    "GLASS_DIRTY": (
        "Dirt sits on a camera's glass; cards are still read.",
        "Wipe the glass with a dry cloth, then clear the fault.",
    ),
    "BACK_SENSOR": (
        "The colour sensor does not answer; the colour of the backs is not checked.",
        "Check the sensor's cable, then clear the fault.",
    ),
    "ENCODER": (
        "Cards pass the gate, but the roller does not turn.",
        "Check the roller and the encoder's cable, then clear the fault.",
    ),
    "PACK_BAD": (
        "The pack is not what it must be (CSP 14.9, TCB 12.13): see the findings.",
        "Stop play, notify surveillance and an inspector, check the deck, then clear the fault.",
    ),
}

MESSAGES = {
    "AUDIT_BEGIN": "A new pack is fed from now on; 0 takes decks and back from the settings.",
    "AUDIT_END": "The verdict, with its events; `is_whole` 0: cards are left over, none missing.",
    "GET_AUDIT": "The census as it stands, at any moment.",
    "AUDIT": "Counts of the census; `is_good` only when every card is there once per deck.",
    "GET_AUDIT_LINES": "The findings from the `first`-th on.",
    "AUDIT_LINES": "Findings of the census.",
    "FEED_AGAIN": "The next card is one that was refused before; button A does the same.",
    "ALLOW_ONE_CAMERA": "Lets the shoe work on with one camera; the inspector confirms."
    " SET_SETTING only takes it back.",
    "ENROL_BEGIN": "A new deck in known order, six times through the shoe, from now on.",
    "ENROL_END": "Keep what was enrolled (1), or go on with the old deck (0).",
    "GET_ENROLMENT": "How far is the enrolment, or what is enrolled?",
    "ENROLMENT": "Progress; when idle, the quality report: pairs that look alike as `a b"
    " difference/64`, ranks 0 to 12, suits 13 to 16.",
    "GET_FRAME_INFO": "What picture is this, of the service file (0: the newest)?",
    "GET_FRAME": "Part of a picture: 96 × 128 bytes of green light, then 24 × 128 of red.",
    "FRAME": "Its head (`offset` 65535) or its bytes from `offset` on.",
}

FIELDS = {
    "card": "rank × 4 + suit; 255 when it is not known",
    "reading": "card, or from 64 on what it is instead",
    "back": "0 not known, 1 red, 2 blue, 3 green, 4 black, 5 white, 6 yellow",
    "flags": "1 fed again, 2 by one camera alone, 4 back not known",
    "reason_a": "why camera A did not read it",
    "reason_b": "why camera B did not read it",
    "doubt": "how far the reading is from its template, 0 to 255; of the less clear camera",
    "earlier_doubt": "the same of the earlier reading, 0 when it is not known",
    "frame": "picture in the service file, modulo 255; 255 when there is none",
    "line": "1 missing, 2 too many, 3 strange, 4 wrong back, 5 not read",
    "order": "0 by rank (2♠ 2♥ 2♦ 2♣ 3♠ …), 1 by suit (A♠ 2♠ … K♠ A♥ …)",
    "state": "0 nothing enrolled, 1 enrolled, 2 enrolling, 3 done well, 4 failed",
    "trend": "1 light, 2 dirt",
    "decks": "1, 3, 4, 6 or 8",
}

SAMPLES: dict[str, int | bytes] = {
    "AUDIT_BEGIN.back": 0,
    "AUDIT_LINES.records": bytes.fromhex("01260100000000"),
    "close_pairs": bytes.fromhex("0d0f33"),
    "FRAME.data": bytes(8),
}


def card_text(card: int) -> str:
    """A card as people write it: Q♦, 10♠; words for what is no card."""
    name = str(name_of(card))
    if not is_card(card):
        return "unknown card" if card == 0xFF else name
    return ("10" if name[0] == "T" else name[0]) + _SUITS[name[1]]


def reason_text(reason: int) -> str:
    """Why a picture was not read."""
    return _REASONS.get(reason, f"reason {reason}")


def colour_text(back: int) -> str:
    return COLOUR_NAMES[back] if back < len(COLOUR_NAMES) else f"colour {back}"


def enrol_why_text(why: int) -> str:
    return ENROL_WHY[why] if why < len(ENROL_WHY) else f"reason {why}"


def line_text(kind: int, reading: int, count: int, a: int, b: int) -> str:
    """One finding of the census."""
    card = card_text(reading)
    if kind == pa.LINE_MISSING:
        return f"{card} missing" + (f", {count} times" if count > 1 else "")
    if kind == pa.LINE_EXTRA:
        times = f"{count} too many" if count > 1 else "doubled"
        return f"{card} {times} (look at positions {a} and {b})"
    if kind == pa.LINE_WRONG_BACK:
        return f"{card} with a {colour_text(count)} back at position {a}"
    if kind == pa.LINE_REFUSED:
        return f"position {a} was not read ({card}) and not fed again"
    return f"{card} at position {a}"


def extra(name: str, fields: dict[str, Any]) -> dict[str, Any]:
    """Texts that the sentences above need beside the fields."""
    more: dict[str, Any] = {}
    if "card" in fields:
        more["card_text"] = card_text(fields["card"])
    if "reading" in fields:
        more["reading_text"] = card_text(fields["reading"])
    if "back" in fields:
        more["back_text"] = f", {colour_text(fields['back'])} back" if fields["back"] else ""
    if name == "CARD_READ":
        more["flags_text"] = _flags_text(fields["flags"])
    elif name == "CARD_REFUSED":
        found = (fields["reason_a"], fields["reason_b"])
        texts = [f"{end}: {reason_text(r)}" for end, r in zip("AB", found, strict=True)]
        more["reasons_text"] = texts[0][3:] if found[0] == found[1] else "; ".join(texts)
    elif name == "CARD_STRANGE":
        is_known = is_card(fields["card"])
        more["strange_text"] = f" ({more['card_text']}{more['back_text']})" if is_known else ""
    elif name == "CARD_DOUBLED":
        earlier = fields["earlier_position"]
        more["earlier_text"] = f", last at position {earlier}" if earlier else ""
    elif name == "AUDIT_FINDING":
        names = ("line", "reading", "count", "position", "other_position")
        more["line_text"] = line_text(*(fields[n] for n in names))
    elif name == "ENROL_REFUSED":
        more["why_text"] = enrol_why_text(fields["why"])
        more["reason_text"] = reason_text(fields["reason"])
    elif name == "CAMERA_TREND":
        is_light = fields["trend"] == 1
        light = f"light down to {fields['level_percent']} % of what it was at enrolment"
        more["trend_text"] = light if is_light else f"{fields['dirty_pixels']} pixels are dirty"
        more["camera_text"] = "AB"[(fields["camera"] - 1) & 1]
    return more


def _flags_text(flags: int) -> str:
    texts = [
        text
        for bit, text in (
            (FLAG_FED_AGAIN, "fed again"),
            (FLAG_ONE_CAMERA, "one camera only"),
            (FLAG_NO_BACK, "back not seen"),
        )
        if flags & bit
    ]
    return f" ({', '.join(texts)})" if texts else ""
