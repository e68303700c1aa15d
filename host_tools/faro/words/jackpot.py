"""Plain words for the progressive jackpot: wagers, pools, claims, payments, linked tables."""

from __future__ import annotations

import struct
from typing import Any

from faro.words.money import dollars, dollars_uc
from firmware.cards.codes import RANKS, SUITS
from firmware.core.rows import ROLE_NAMES

CLASSES = ("nothing", "Royal Flush", "Straight Flush", "Four of a Kind", "Full House", "Flush")
STATES = (
    "wagers open",
    "cards out",
    "asking the holder of the pool",
    "won, being verified",
    "being paid",
    "paid",
)
METERS: tuple[str, ...] = tuple(
    (  # noqa: SIM905
        "pool reserve bonus_pool pending sent start contributed topped_up adjusted paid taken_back"
        " wagered retained wagered_back retained_back linked_in linked_back overflow house_paid"
        " wagers wagers_voided rounds hits resets"
    ).split()
)
# in the order of SET_TERMS
TERMS: tuple[str, ...] = tuple(
    (  # noqa: SIM905
        "wager_cents pool_ppm reserve_ppm bonus_ppm seed_cents limit_cents bonus_source"
        " royal_cents straight_cents four_cents full_cents flush_cents alone_cents"
    ).split()
)
FIRST_COUNT = METERS.index("wagers")  # meters from here on count, the others are micro-cents
_REASONS = (
    "",
    "no ante",
    "the chip lay there before",
    "its sensor flickers",
    "no wagers are taken now",
)
_TROUBLES = ("", "a chip does not go away", "the sensor flickers", "dealer and sensor disagree")
_KINDS = ("", "won", "paid", "cancelled")
_SOURCES = ("", "the shoe's line", "message", "line and message")

EVENTS = {
    "POOL_STARTED": "the jackpot starts with {pool_text}",
    "ROUND_FROZEN": "round {round}: no more bets by {source_text}, wagers of {seats_text}"
    " accepted, jackpot {pool_text}",
    "WAGER_REFUSED": "seat {seat}: wager does not count, {reason_text}",
    "WAGER_LATE": "seat {seat}: wager came after the first card and does not count",
    "SEAT_TROUBLE": "seat {seat}: {trouble_text}",
    "SEAT_WELL": "seat {seat}: sensor is fine again",
    "HANDS_READ": "round {round}: the shoe read the hands of {seats_text}: {hands_text}",
    "CLAIMED": "round {round}, seat {seat}: {class_text} claimed, and the cards agree",
    "CLAIM_REFUSED": "round {round}, seat {seat}: claim of {class_text} REFUSED, {why_text}",
    "HIT_PENDING": "round {round}: HIT of {seats_text}, {taken_text} of the jackpot held while it"
    " is verified; jackpot now {pool_text}",
    "PAID": "round {round}, seat {seat}: {class_text} paid, {amount_text}"
    " ({from_text} from the pool, {house_text} from the house)",
    "HIT_CLOSED": "round {round}: all winners paid, asked by {asked_text}, confirmed by"
    " {confirmed_text}; jackpot {pool_text}",
    "HIT_CANCELLED": "round {round}: hit cancelled by {asked_text} and {confirmed_text}; jackpot"
    " back at {pool_text}",
    "HAND_VOIDED": "round {round}, seat {seat}: hand void, wager given back; jackpot {pool_text}",
    "ROUND_VOIDED": "round {round} void, wagers of {seats_text} given back; jackpot {pool_text}",
    "WAGERS_REOPENED": "round {round} over, wagers open",
    "TERMS_SET": "jackpot terms {digest_text} {when_text}, asked by {asked_text}, confirmed by"
    " {confirmed_text}: {terms_text}",
    "METERS_STATED": "meters stated, part {part}: {values_text}",
    "POOL_ADJUSTED": "jackpot adjusted by {adjust_text}, asked by {asked_text}, confirmed by"
    " {confirmed_text}; now {pool_text}",
    "ANTES_TOLD": "antes at {antes_text}",
    "WIN_SHOWN": "round {round}: win of {win_text} on the display after {after_ms} ms",
    "TABLE_JOINED": "table {address:#04x} joined the linked jackpot; it counts on from {accepted}"
    " wagers, {voided} given back, hit number {number}",
    "TABLE_REFUSED": "table {address:#04x} may not join: its terms differ, or another board had"
    " its address",
    "TABLE_OUT": "table {address:#04x} is OUT: it says {accepted} wagers, {voided} given back, hit"
    " number {number} {kind_text}, which cannot be",
    "LINK_LOST": "table {address:#04x} silent for {silence_ms} ms: no progressive wagers there",
    "LINK_RESTORED": "table {address:#04x} answers on the line",
    "LINKED_IN": "table {address:#04x}: {accepted} wagers, {voided} given back, up to its number"
    " {number}; jackpot {pool_text}",
    "LINKED_HIT": "table {address:#04x}: HIT number {number} ({classes_text}), held while it is"
    " verified; jackpot now {pool_text}",
    "LINKED_DONE": "table {address:#04x}: hit number {number} {what_text}; jackpot {pool_text}",
    "TAKEN_OVER": "this board holds the jackpot now in the place of {address:#04x}, asked by"
    " {asked_text}, confirmed by {confirmed_text}: {purses_text}",
    "TERMS_STATED": "jackpot terms stated: {terms_text}",
    "LINK_KEY_SET": "key for the linked jackpot set",
}

FAULTS = {
    "TABLE_OUT": (
        "A linked table says what cannot be; nothing of it counts any more. The detail is its"
        " address.",
        "Compare its journal with the holder's, give it a new key if it may be known, then clear"
        " the fault.",
    ),
    "LEDGER": (
        "The jackpot's books do not balance; the board is locked.",
        "Export journal and meters, run 'faro reconcile'; the inspector clears it when the books"
        " balance, else technician and inspector reset the store.",
    ),
    "FREEZE_DISAGREES": (
        "Only one of the shoe's line and the message said 'no more bets'.",
        "Check the line from the shoe and the table software, then clear the fault.",
    ),
    "SEAT_SENSOR": (
        "A wager sensor cannot be believed; play stops and an inspector is called (CSP 14.15).",
        "Clean or change the sensor of that seat; the inspector clears the fault.",
    ),
    "LINK_LOST": (
        "The linked jackpot cannot be reached; this table takes no progressive wagers.",
        "Check the RS-485 line and the board that holds the jackpot; clears by itself.",
    ),
    "TERMS_DIFFER": (
        "This table's jackpot terms differ from those of the linked tables (CSP 11.9).",
        "Give it the same wager, rates, seed and pay table, then clear the fault.",
    ),
    "RATES": (
        "The rates together are more than the wager; no wager is taken.",
        "Correct the rates; the inspector clears the fault.",
    ),
    "ANTE_SENSORS": (
        "The sensors under the antes do not answer.",
        "Check their cable, or set ante_source to 0; the inspector clears the fault.",
    ),
}

MESSAGES = {
    "TELL_ANTES": "Before the first card: seats with an ante, and where the dealer sees a wager.",
    "FREEZE": "The first card is out: accepted wagers count; the value is the round's number.",
    "TELL_HANDS": "The cards that the shoe read, with its event range and a digest: once a round.",
    "CLAIM": "A seat claims a class; refused and recorded when the cards read say otherwise.",
    "CONFIRM_HIT": "Pay the pending winners: the supervisor asks, the inspector confirms.",
    "CANCEL_HIT": "The claims do not stand: the supervisor asks, the inspector confirms.",
    "VOID_HAND": "A hand is void: its wager and increments go back, also after the round until the"
    " next first card. One that the shoe read as a winner: the inspector confirms; otherwise it is"
    " done, with the number 0.",
    "VOID_ROUND": "The round is void: all wagers go back; with a winning hand as for VOID_HAND.",
    "REOPEN_WAGERS": "The round is settled; refused while a qualifying hand is unpaid.",
    "GET_JACKPOT": "State of round and pool.",
    "JACKPOT": "State of round and pool; amounts in micro-cents.",
    "GET_METERS": "Meters from a number on.",
    "METERS": "Meters, in the order that `faro meters` lists.",
    "GET_HIT": "One of the last 100 payments.",
    "HIT": "A payment.",
    "GET_EVIDENCE": "A part of the frozen evidence of the last hit.",
    "EVIDENCE": "Part of the evidence: round, seats, cards, classes, pools, payments.",
    "SEAL_EVIDENCE": "Ask for the board's MAC over the evidence and a nonce.",
    "EVIDENCE_SEAL": "HMAC-SHA-256 by the device key over label, id, evidence and nonce.",
    "ADJUST_POOL": "Change the pool: the supervisor asks, the inspector confirms.",
    "LINK_POLL": "Holder to a linked table: what it has of it, the pool, perhaps a hit's amounts.",
    "LINK_REPLY": "Linked table to the holder: all its wagers so far, and what it wants.",
    "LOAD_TABLES": "To a spare board: counts of the tables that were linked to a dead holder."
    " Nothing counts before LOAD_BOOK.",
    "LOAD_BOOK": "To a spare board: the dead holder's purses, with a digest over its tables; the"
    " inspector confirms both.",
    "SET_LINK_KEY": "A linked table's own key, or the holder's, which those are made from: by USB,"
    " lid open, from the next start on.",
    "SET_TERMS": "All terms of the jackpot: the supervisor asks, the inspector confirms; those of a"
    " live jackpot wait for the next one.",
    "GET_DEFERRED": "Which terms wait for the next jackpot?",
    "DEFERRED": "All terms that wait, by their setting; none: nothing waits.",
}

FIELDS = {
    "antes": "a bit per seat, seat 1 lowest",
    "wagers": "a bit per seat where the dealer sees a wager; 255: not told",
    "round": "number of the round",
    "seats": "a bit per seat, seat 1 lowest",
    "seat": "1 at the dealer's left to 7 at the right",
    "hand_class": "1 Royal Flush, 2 Straight Flush, 3 Four of a Kind, 4 Full House, 5 Flush",
    "cards": "five per seat, seat 1 first; 255 where there is none",
    "shoe_first": "first event of the round in the shoe's journal",
    "shoe_last": "last one",
    "digest": "first 16 bytes of SHA-256 over the shoe's records of the round",
    "JACKPOT.state": "0 open, 1 cards out, 2 asking, 3 pending, 4 paying, 5 paid",
    "accepted": "seats whose wager counts",
    "voided": "seats whose wager was given back",
    "claimed": "seats that have claimed",
    "winners": "seats whose hand wins by the cards read",
    "offered": "seats whose wager would be accepted now",
    "part": "from 0",
    "boot": "boot count of the holder",
    "cycle": "number of the poll",
    "flags": "1 joined, 2 a hit's amounts follow",
    "terms": "first 8 bytes of SHA-256 over the terms",
    "operation": "number of the table's last operation on the pool",
    "kind": "0 none, 1 winners, 2 paid, 3 cancelled",
    "LINK_POLL.nonce": "of the table's last answer; without it the poll changes nothing",
    "LINK_REPLY.nonce": "what the next poll must bring",
    "holder_id": "unique id of the board that holds the pool",
    "classes": "hand class by seat, with kind 1",
    "rest": "a hit's payments (130 bytes, if flagged), tag (16)",
    "tag": "16 bytes of HMAC-SHA-256 by the table's key over way, table, holder, frame",
    "key": "32 bytes",
    "purses": "pool, reserve, second pool, pending; i64 each, micro-cents",
    "tables": "address u8, wagers u32, given back u32, operation u16; pending hit u8 (1, 3 with"
    " restart), from pool i64, from second pool i64, reserve moved i64 each",
    "tables_digest": "first 8 bytes of SHA-256 over the tables of LOAD_TABLES by address",
    "LOAD_BOOK.address": "of the dead holder",
    "LINK_POLL.accepted": "wagers of this table in the pool",
    "LINK_POLL.voided": "wagers given back",
    "LINK_REPLY.accepted": "wagers taken so far",
    "LINK_REPLY.voided": "wagers given back so far",
    "parts": "how many there are",
    "mac": "HMAC-SHA-256",
    "values": "signed 64-bit numbers",
    "HIT.number": "from 1",
    "GET_HIT.number": "from 1",
}

SAMPLES: dict[str, int | bytes] = {
    "cards": bytes(range(35)),
    "values": bytes(8),
    "data": bytes(8),
    "EVIDENCE.data": bytes(8),
    "mac": bytes(32),
    "key": bytes(32),
    "classes": bytes(7),
    "holder_id": bytes(8),
    "terms": bytes(8),
    "rest": bytes(16),
    "purses": bytes(32),
    "tables": bytes.fromhex("b103000000") + bytes(31),
    "tag": bytes(16),
    "DEFERRED.records": bytes.fromhex("28c8000000"),
}


def seats_text(bits: int) -> str:
    """Bits as "seats 2, 5"."""
    seats = [str(seat) for seat in range(1, 8) if bits >> (seat - 1) & 1]
    if not seats:
        return "no seat"
    return f"seat{'s' if len(seats) > 1 else ''} {', '.join(seats)}"


def class_text(number: int) -> str:
    return CLASSES[number] if number < len(CLASSES) else f"class {number}"


def card_text(card: int) -> str:
    """Two letters, "?" for what is no card."""
    return RANKS[card >> 2] + SUITS[card & 3] if card < 52 else "?"


def hands_text(seats: int, cards: bytes) -> str:
    """The hands of the named seats."""
    hands: list[str] = []
    for seat in range(7):
        if seats >> seat & 1:
            names = [card_text(card) for card in cards[5 * seat : 5 * seat + 5]]
            hands.append(f"{seat + 1}: {' '.join(names)}")
    return "; ".join(hands) or "none"


def _pick(texts: tuple[str, ...], number: int) -> str:
    return texts[number] if number < len(texts) else str(number)


def _role_name(role: int) -> str:
    return dict(ROLE_NAMES).get(role, "nobody")


def extra(name: str, fields: dict[str, Any]) -> dict[str, Any]:
    """Texts that the sentences above need beside the fields."""
    found: dict[str, Any] = {}
    for field, text in (
        ("pool_uc", "pool_text"),
        ("taken_uc", "taken_text"),
        ("amount_uc", "adjust_text"),
    ):
        if field in fields:
            found[text] = dollars_uc(fields[field])
    if "seats" in fields:
        found["seats_text"] = seats_text(fields["seats"])
    if "source" in fields:
        found["source_text"] = _pick(_SOURCES, fields["source"])
    if "antes" in fields:
        found["antes_text"] = seats_text(fields["antes"])
    if "hand_class" in fields:
        found["class_text"] = class_text(fields["hand_class"])
    if name == "CLAIM_REFUSED":
        actual = f"the cards say {class_text(fields['actual'])}"
        found["why_text"] = actual if fields["has_wager"] else "there is no wager at that seat"
    if name == "TABLE_OUT":
        found["kind_text"] = _pick(_KINDS, fields["kind"])
    if name == "TERMS_SET":
        found["digest_text"] = fields["digest"].hex()
        found["when_text"] = "wait for the next jackpot" if fields["is_waiting"] else "in force"
    if "asked_by" in fields:
        found["asked_text"] = _role_name(fields["asked_by"])
        found["confirmed_text"] = _role_name(fields["confirmed_by"])
    if name == "WAGER_REFUSED":
        found["reason_text"] = _pick(_REASONS, fields["reason"])
    if name == "SEAT_TROUBLE":
        found["trouble_text"] = _pick(_TROUBLES, fields["trouble"])
    if name == "HANDS_READ":
        found["hands_text"] = hands_text(fields["seats"], fields["cards"])
    if name == "WIN_SHOWN":
        found["win_text"] = dollars_uc(fields["amount_uc"])
    if name == "PAID":
        pool = fields["pool_cents"] + fields["bonus_cents"]
        found["from_text"] = dollars(pool)
        found["house_text"] = dollars(fields["house_cents"])
        found["amount_text"] = dollars(pool + fields["house_cents"])
    if name == "METERS_STATED":
        found["values_text"] = _stated_text(fields["part"], fields["values"])
    if name == "LINKED_HIT":
        kinds = [class_text(kind) for kind in fields["classes"] if kind]
        found["classes_text"] = ", ".join(kinds) or "nothing"
    if name == "TAKEN_OVER":
        found["purses_text"] = dollars_uc(struct.unpack("<4q", fields["purses"])[0])
    if name in ("TERMS_STATED", "TERMS_SET"):
        values = struct.unpack("<13i", fields["values"])
        pairs = zip(TERMS, values, strict=True)
        found["terms_text"] = ", ".join(f"{term} {value}" for term, value in pairs)
    if name == "LINKED_DONE":
        found["what_text"] = "paid" if fields["what"] == 1 else "cancelled"
    return found


def _stated_text(part: int, values: bytes) -> str:
    texts: list[str] = []
    for i, name in enumerate(METERS[8 * part : 8 * part + 8]):
        number = int.from_bytes(values[8 * i : 8 * i + 8], "little", signed=True)
        is_count = 8 * part + i >= FIRST_COUNT
        texts.append(f"{name} {number if is_count else dollars_uc(number)}")
    return ", ".join(texts)
