"""Test vectors of the protocol reference: fixed inputs, and what the library makes of them."""

from __future__ import annotations

import struct
from dataclasses import replace

from faro.wire.framing import Frame, encode, tagged_part
from faro.wire.keys import SessionKey, session_key
from firmware.board.rows import MSG_STATUS
from firmware.link.rows import ADDRESS_HOST, EV_LINK_UP, EVENT_RECORD, MSG_EVENTS

_ROLE_KEY = bytes(range(32))
_UNIQUE_ID = bytes.fromhex("e6605838833d2a21")
_EPOCH = 0x89ABCDEF
_BOOT_COUNT = 7
_TABLE = 1
_BOARD = 0xA0
_BOARD_NONCE = bytes(range(0x40, 0x50))
_HOST_NONCE = bytes(range(0x60, 0x70))


def vectors_markdown() -> str:
    """Session key, tags of both directions and of a pushed frame."""
    told = (_UNIQUE_ID, _EPOCH, _BOOT_COUNT, ADDRESS_HOST, _BOARD_NONCE, _HOST_NONCE)
    key = session_key(_ROLE_KEY, _TABLE, *told)
    session = SessionKey(key)
    request = Frame(MSG_STATUS, _BOARD, ADDRESS_HOST, 1, 2, b"")
    pushed = Frame(MSG_EVENTS, ADDRESS_HOST, _BOARD, 0, 1, _one_event())
    rows = [
        ("role key", _ROLE_KEY),
        ("unique_id", _UNIQUE_ID),
        ("epoch", _EPOCH.to_bytes(4, "little")),
        ("boot_count", _BOOT_COUNT.to_bytes(4, "little")),
        ("src, role", bytes((ADDRESS_HOST, _TABLE))),
        ("board's nonce", _BOARD_NONCE),
        ("host's nonce", _HOST_NONCE),
        ("session key", key),
        ("STATUS, H", tagged_part(request)),
        ("its tag", session.host_tag(tagged_part(request))),
        ("its frame", encode(replace(request, tag=session.host_tag(tagged_part(request))))),
        ("pushed EVENTS, P", tagged_part(pushed)),
        ("its tag", session.push_tag(tagged_part(pushed))),
        ("its frame", encode(replace(pushed, tag=session.push_tag(tagged_part(pushed))))),
    ]
    lines = [f"{name:17}{value.hex(' ')}" for name, value in rows]
    return "\n".join(("### Test vectors", "", "```", *lines, "```"))


def _one_event() -> bytes:
    """Event 5, LINK_UP on port 0 in boot 7 after 1000 ms, clock not set."""
    head = struct.pack("<IIBB", 5, 0, 1, 0)
    return head + struct.pack(EVENT_RECORD[0], EV_LINK_UP, 1, _BOOT_COUNT, 1000, 0) + b"\0"
