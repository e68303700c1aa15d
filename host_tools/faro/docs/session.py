"""One whole session with a meter, frame by frame: fixed inputs, bytes by the library."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from faro.wire.dictionary import own_dictionary
from faro.wire.framing import Frame, encode, tagged_part
from faro.wire.keys import SessionKey, session_key
from firmware.core.rows import TABLE
from firmware.link.rows import ADDRESS_BROADCAST, ADDRESS_HOST, PROTOCOL_VERSION
from firmware.trust.sessions import IDLE_LIMIT_S

METER = 0xB0
ROLE_KEY = bytes(range(32))
UNIQUE_ID = bytes.fromhex("e6605838833d2a21")
EPOCH, BOOT_COUNT = 0x89ABCDEF, 7
BOARD_NONCE, HOST_NONCE = bytes(range(0x40, 0x50)), bytes(range(0x60, 0x70))
_CTR = 0x1000
_HANDS = bytes((0, 5, 10, 15, 20)) + bytes((1, 6, 11, 16, 21)) + bytes([0xFF] * 25)
_FIELDS_OF_HELLO: dict[str, Any] = {
    "protocol": PROTOCOL_VERSION, "kind": 2, "version_major": 1, "version_minor": 0,
    "version_patch": 0, "dictionary_crc": 0, "unique_id": UNIQUE_ID, "epoch": EPOCH,
    "boot_count": BOOT_COUNT, "nonce": BOARD_NONCE, "name": b"meter_pico",
}  # fmt: skip
_JACKPOT: dict[str, Any] = {
    "state": 1, "round": 1, "accepted": 3, "voided": 0, "claimed": 0, "winners": 0, "offered": 0,
    "antes": 3, "pool_uc": 5_000_001_420_000_00, "pending_uc": 0, "shown_uc": 5_000_001_420_000_00,
    "win_uc": 0,
}  # fmt: skip
# request, its fields, answer, its fields, why
STEPS: tuple[tuple[str, dict[str, Any], str, dict[str, Any], str], ...] = (
    ("HELLO", {"protocol": PROTOCOL_VERSION, "nonce": bytes(16)}, "HELLO_REPLY", _FIELDS_OF_HELLO,
     "who is there, to FF; the answer's src is the address, its nonce is for the session"),
    ("OPEN_SESSION", {"role": TABLE, "person": 0, "nonce": HOST_NONCE},
     "SESSION_OPENED", {"role": TABLE, "idle_limit_s": IDLE_LIMIT_S},
     "from here on both sides tag: kind has bit 7 set, 16 bytes stand before the CRC"),
    ("TELL_ANTES", {"antes": 3, "wagers": 0xFF}, "OK", {"request": 98, "value": 0},
     "seats 1 and 2 have an ante; nobody says where the dealer sees a jackpot wager"),
    ("FREEZE", {}, "OK", {"request": 99, "value": 1},
     "the first card is out; the answer's value is the round of the jackpot"),
    ("TELL_HANDS", {"round": 1, "seats": 3, "cards": _HANDS, "shoe_first": 40, "shoe_last": 62,
                    "digest": bytes(range(16))}, "OK", {"request": 100, "value": 0},
     "what the shoe read, from its events 40 to 62"),
    ("GET_JACKPOT", {}, "JACKPOT", _JACKPOT, "nobody has won: winners is 0"),
    ("REOPEN_WAGERS", {"round": 1}, "OK", {"request": 106, "value": 0},
     "the round is settled; wagers for the next one may be placed"),
    ("CLOSE_SESSION", {}, "OK", {"request": 26, "value": 0}, "the session ends"),
)  # fmt: skip


@dataclass(frozen=True)
class Shown:
    """One frame of the session."""

    name: str
    data: bytes
    why: str


def frames() -> list[Shown]:
    """All frames, in order."""
    told = (UNIQUE_ID, EPOCH, BOOT_COUNT, ADDRESS_HOST, BOARD_NONCE, HOST_NONCE)
    session = SessionKey(session_key(ROLE_KEY, TABLE, *told))
    known = own_dictionary().message_names
    found: list[Shown] = []
    for step, (name, fields, answer, answer_fields, why) in enumerate(STEPS):
        number, ctr = step + 1, _CTR + step
        dst = METER if step else ADDRESS_BROADCAST
        payload = known[name].layout.pack(fields)
        request = Frame(known[name].number, dst, ADDRESS_HOST, number, ctr, payload)
        payload = known[answer].layout.pack(answer_fields)
        reply = Frame(known[answer].number, ADDRESS_HOST, METER, number, ctr, payload)
        if step:
            request = replace(request, tag=session.host_tag(tagged_part(request)))
            reply = replace(reply, tag=session.board_tag(tagged_part(reply)))
        found += [Shown(name, encode(request), why), Shown(answer, encode(reply), "")]
    return found


def session_markdown() -> str:
    """The frames with what they are for."""
    lines = [
        f"role key        {ROLE_KEY.hex(' ')}",
        f"host's nonce    {HOST_NONCE.hex(' ')}",
        "",
    ]
    for number, shown in enumerate(frames()):
        arrow = "→" if number % 2 == 0 else "←"
        if shown.why:
            lines.append(f"# {shown.why}")
        lines.append(f"{arrow} {shown.name:15} {shown.data.hex(' ')}")
    return "\n".join(("```", *lines, "```"))
