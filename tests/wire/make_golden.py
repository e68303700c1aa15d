"""Captures real exchanges with both boards on the simulator: `python -m tests.wire.make_golden`.

Frames once captured must be readable for ever: renew them only when the protocol was changed on
purpose, and say why in the commit.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from faro.sim.rig import Rig
from faro.wire.dictionary import own_dictionary
from faro.wire.framing import Frame, Splitter, encode
from firmware.link.rows import ADDRESS_HOST, PROTOCOL_VERSION
from hw_sim.hands.hands import Hands
from hw_sim.world.shoe import ShoeWorld
from tests.wire.conftest import boot

GOLDEN = Path(__file__).parent / "golden"
SEED = 1
ADDRESSES = {"shoe": 0xA0, "meter": 0xB0}

# name of the exchange, message, fields
EXCHANGES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("hello", "HELLO", {"protocol": 1, "nonce": bytes(range(16))}),
    ("describe a message", "DESCRIBE", {"section": 0, "index": 5, "offset": 0}),
    ("describe past the end", "DESCRIBE", {"section": 0, "index": 999, "offset": 0}),
    ("describe no section", "DESCRIBE", {"section": 99, "index": 0, "offset": 0}),
    ("status", "STATUS", {}),
    ("poll from the start", "POLL", {"after": 0, "credit_frames": 0}),
    ("poll at the end", "POLL", {"after": 100_000, "credit_frames": 0}),
    ("get setting", "GET_SETTING", {"setting": 2}),
    ("get unknown setting", "GET_SETTING", {"setting": 250}),
    ("set setting", "SET_SETTING", {"setting": 3, "value": 6}),
    ("set setting out of range", "SET_SETTING", {"setting": 3, "value": -1}),
    ("faults", "GET_FAULTS", {"first": 0}),
    ("clear a fault that is not active", "CLEAR_FAULT", {"fault": 2}),
    ("health", "GET_HEALTH", {"first": 0}),
    ("time", "TIME", {"utc_s": 1_700_000_000}),
    ("acknowledge", "ACK", {"number": 2, "credit_frames": 0}),
    ("restart", "RESTART", {}),
)


def plain(fields: dict[str, Any]) -> dict[str, Any]:
    """Fields as JSON: bytes become hex."""
    return {k: v.hex() if isinstance(v, bytes) else v for k, v in fields.items()}


def capture(kind: str) -> dict[str, Any]:
    """All exchanges with one board, each request with its answer as they were on the wire."""
    with Rig((kind,), SEED) as rig:
        boot(rig)
        board = rig.boards[kind]
        if kind == "shoe":
            ShoeWorld(board).deal(3)
        else:
            Hands(rig).do("bet place 4")
        rig.kernel.run_for_ms(3_000)
        board.set_lid(True)  # something for the list of faults
        rig.kernel.run_for_ms(3_000)
        found: list[dict[str, Any]] = []
        for ctr, (name, message, fields) in enumerate(EXCHANGES, 0x01020301):
            spec = own_dictionary().message_names[message]
            request = Frame(
                spec.number,
                ADDRESSES[kind],
                ADDRESS_HOST,
                ctr & 0xFF,
                ctr,
                spec.layout.pack(fields),
            )
            data = encode(request)
            board.usb_host.write(data)
            rig.kernel.run_for_ms(1_000, lambda: bool(board.usb_host.rx))
            found.append(
                {
                    "name": name,
                    "message": message,
                    "fields": plain(fields),
                    "request": data.hex(),
                    **_answer(board.usb_host.take()),
                }
            )
    return {"provenance": provenance(kind, found[0]["reply_fields"]), "exchanges": found}


def _answer(data: bytes) -> dict[str, Any]:
    if not data:
        return {"reply": "", "reply_message": None, "reply_fields": {}}
    (frame,) = Splitter().feed(data)
    spec = own_dictionary().messages[frame.kind]
    return {
        "reply": data.hex(),
        "reply_message": spec.name,
        "reply_fields": plain(spec.layout.unpack(frame.payload)),
    }


def provenance(kind: str, hello: dict[str, Any]) -> dict[str, Any]:
    """Where the frames come from, so that anybody can make them again."""
    return {
        "command": "python -m tests.wire.make_golden",
        "board": f"simulated {kind}, USB line",
        "seed": SEED,
        "firmware": "{version_major}.{version_minor}.{version_patch}".format(**hello),
        "protocol": PROTOCOL_VERSION,
        "dictionary_crc": hello["dictionary_crc"],
    }


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for kind in ADDRESSES:
        path = GOLDEN / f"{kind}.json"
        path.write_text(json.dumps(capture(kind), indent=1) + "\n")
        print(path)


if __name__ == "__main__":
    main()
