"""Others who talk on RS-485 without a pause: long frames to everybody, asking for nothing."""

from __future__ import annotations

import struct

from faro.wire.client import Client
from faro.wire.framing import Frame, encode
from firmware.core import counters as health
from firmware.link.rows import ADDRESS_BROADCAST, ADDRESS_HOST
from firmware.update.rows import MSG_UPDATE_DATA

BYTE_US = 10_000_000 / 115_200
_PAYLOAD_BYTES = 200


def chatter(duration_ms: float) -> list[bytes]:
    """Frames that fill the line for about so long; a board counts each that it hears whole."""
    frames: list[bytes] = []
    left_us = duration_ms * 1000
    while left_us > 0:
        number = len(frames) + 1
        payload = struct.pack("<I", number) + bytes([1 + number % 255]) * (_PAYLOAD_BYTES - 4)
        to = ADDRESS_BROADCAST
        frames.append(encode(Frame(MSG_UPDATE_DATA, to, ADDRESS_HOST, number & 0xFF, 0, payload)))
        left_us -= len(frames[-1]) * BYTE_US
    return frames


def heard(client: Client) -> tuple[int, int]:
    """Frames that the board has heard whole, and damaged ones, on all its ports."""
    data: bytes = client.request("GET_HEALTH", first=0).fields["counters"]
    counters = struct.unpack(f"<{len(data) // 4}I", data)
    return counters[health.FRAMES_IN], counters[health.FRAMES_BAD]
