"""Test vectors of the protocol reference: fixed inputs, and what the library makes of them."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import replace

from faro.wire.deeds import Deed
from faro.wire.framing import Frame, encode, tagged_part
from faro.wire.keys import SessionKey, person_key, session_key
from firmware.board.rows import MSG_STATUS
from firmware.core.rows import INSPECTOR, SUPERVISOR
from firmware.jackpot.rows import MSG_ADJUST_POOL
from firmware.link.rows import ADDRESS_HOST, EV_LINK_UP, EVENT_RECORD, MSG_EVENTS
from firmware.trust.rows import MSG_CONFIRM

_ROLE_KEY = bytes(range(32))
_UNIQUE_ID = bytes.fromhex("e6605838833d2a21")
_EPOCH = 0x89ABCDEF
_BOOT_COUNT = 7
_PERSON = 7
_BOARD = 0xA0
_BOARD_NONCE = bytes(range(0x40, 0x50))
_HOST_NONCE = bytes(range(0x60, 0x70))


def vectors_markdown() -> str:
    """Session key, tags of both directions and of a pushed frame, a deed that is confirmed."""
    told = (_UNIQUE_ID, _EPOCH, _BOOT_COUNT, ADDRESS_HOST, _BOARD_NONCE, _HOST_NONCE, _PERSON)
    own_key = person_key(_ROLE_KEY, _PERSON)
    key = session_key(own_key, INSPECTOR, *told)
    session = SessionKey(key)
    request = Frame(MSG_STATUS, _BOARD, ADDRESS_HOST, 1, 2, b"")
    pushed = Frame(MSG_EVENTS, ADDRESS_HOST, _BOARD, 0, 1, _one_event())
    amount_uc = (100_000_000).to_bytes(8, "little")
    deed = Deed(_UNIQUE_ID.hex(), MSG_ADJUST_POOL, 12, SUPERVISOR, 0, 0, amount_uc)
    confirm = struct.pack("<I16s", deed.number, deed.digest)
    confirmation = Frame(MSG_CONFIRM, _BOARD, ADDRESS_HOST, 1, 3, confirm)
    rows = [
        ("role key", _ROLE_KEY),
        ("person", _PERSON.to_bytes(2, "little")),
        ("person's key", own_key),
        ("unique_id", _UNIQUE_ID),
        ("epoch", _EPOCH.to_bytes(4, "little")),
        ("boot_count", _BOOT_COUNT.to_bytes(4, "little")),
        ("src, role", bytes((ADDRESS_HOST, INSPECTOR))),
        ("board's nonce", _BOARD_NONCE),
        ("host's nonce", _HOST_NONCE),
        ("session key", key),
        *_tagged("STATUS, H", request, session.host_tag),
        *_tagged("pushed EVENTS, P", pushed, session.push_tag),
        ("number", deed.number.to_bytes(4, "little")),
        ("request, its role", bytes((deed.request, deed.role))),
        ("parameters", deed.parameters),
        ("digest", deed.digest),
        *_tagged("CONFIRM, H", confirmation, session.host_tag),
    ]
    lines = [f"{name:18}{value.hex(' ')}" for name, value in rows]
    return "\n".join(("### Test vectors", "", "```", *lines, "```"))


def _tagged(name: str, frame: Frame, tag_of: Callable[[bytes], bytes]) -> list[tuple[str, bytes]]:
    tag = tag_of(tagged_part(frame))
    whole = encode(replace(frame, tag=tag))
    return [(name, tagged_part(frame)), ("its tag", tag), ("its frame", whole)]


def _one_event() -> bytes:
    """Event 5, LINK_UP on port 0 in boot 7 after 1000 ms, clock not set."""
    head = struct.pack("<IIBB", 5, 0, 1, 0)
    return head + struct.pack(EVENT_RECORD[0], EV_LINK_UP, 1, _BOOT_COUNT, 1000, 0, 0) + b"\0"
