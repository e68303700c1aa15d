"""docs/protocol.md is enough to write a client: this one knows nothing else.

Plain Python with its own CRC, COBS and layouts; imports neither the host library nor firmware.
The comments name the section of the document that each part was written from.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator
from pathlib import Path

from faro.sim.heaps import vm_heap_bytes
from faro.sim.rig import Rig
from tests.wire.conftest import boot

# -- "Frame" ---------------------------------------------------------------------------------


def crc32(data: bytes) -> int:
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xEDB88320 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def cobs(body: bytes) -> bytes:
    out = bytearray(b"\0" + body)
    last = len(out)
    for at in range(len(out) - 1, -1, -1):
        if out[at] == 0:
            out[at] = last - at
            last = at
    return bytes(out)


def uncobs(piece: bytes) -> bytes | None:
    out = bytearray(piece)
    at = 0
    while at < len(out):
        step = out[at]
        out[at] = 0
        at += step
    return bytes(out[1:]) if at == len(out) else None


def frame(kind: int, dst: int, req: int, ctr: int, payload: bytes) -> bytes:
    body = bytes((kind, dst, 0x80, req)) + ctr.to_bytes(4, "little") + payload
    return b"\0" + cobs(body + crc32(body).to_bytes(4, "little")) + b"\0"


def bodies(data: bytes) -> Iterator[bytes]:
    for piece in data.split(b"\0"):
        body = uncobs(piece) if 13 <= len(piece) <= 229 else None
        if body is not None and crc32(body[:-4]) == int.from_bytes(body[-4:], "little"):
            yield body[:-4]


# -- "Requests and answers" ------------------------------------------------------------------


class TinyClient:
    """Sends a request and waits for the answer with the same req and ctr."""

    def __init__(self, exchange: Callable[[bytes], bytes]) -> None:
        self.exchange = exchange
        self.address = 0xFF
        self.ctr = 1000

    def request(self, kind: int, payload: bytes = b"") -> tuple[int, bytes]:
        self.ctr += 1
        req = self.ctr % 255 + 1
        data = frame(kind, self.address, req, self.ctr, payload)
        for _ in range(8):
            for body in bodies(self.exchange(data)):
                if (
                    body[1] == 0x80
                    and body[3] == req
                    and body[4:8] == self.ctr.to_bytes(4, "little")
                ):
                    self.address = body[2]
                    return body[0], body[8:]
        raise AssertionError("no answer")


def u16(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 2], "little")


def u32(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "little")


def on_usb(rig: Rig, board: str) -> TinyClient:
    host = rig.boards[board].usb_host

    def exchange(data: bytes) -> bytes:
        host.write(data)
        rig.kernel.run_for_ms(250, lambda: bool(host.rx))
        return host.take()

    return TinyClient(exchange)


def test_protocol_doc__crc__gives_the_check_value() -> None:
    assert crc32(b"123456789") == 0xCBF43926


def test_protocol_doc__client_made_from_it__says_hello_and_reads_the_status(
    make_rig: Callable[..., Rig],
) -> None:
    rig = boot(make_rig())
    client = on_usb(rig, "shoe")
    kind, hello = client.request(1, bytes((2,)) + bytes(16))  # HELLO to FF
    assert kind == 2 and client.address == 0xA0
    assert hello[0] == 2 and hello[1] == 1  # protocol, kind: shoe
    assert hello[9:17] == rig.boards["shoe"].board.unique_id
    assert hello[41:57].rstrip(b"\0") == b"shoe_pico2"
    kind, status = client.request(5)  # STATUS
    assert kind == 6 and len(status) == 43
    assert status[0] == 1 and status[1] == 0  # ready, no faults
    assert u16(status, 13) in range(4_900, 5_100)  # supply_mv
    assert 0 < u32(status, 15) < u32(status, 19) <= vm_heap_bytes("shoe_pico2", 640 * 1024)


def test_protocol_doc__client_made_from_it__reads_events_and_is_refused_by_number(
    make_rig: Callable[..., Rig],
) -> None:
    rig = boot(make_rig("meter"))
    client = on_usb(rig, "meter")
    kind, events = client.request(7, (0).to_bytes(4, "little") + b"\0")  # POLL
    assert kind == 8 and u32(events, 0) == 1 and u32(events, 4) == 0
    types: list[int] = []
    at = 10
    for _ in range(events[8]):
        types.append(events[at])
        at += 15 + events[at + 1]
    assert at == len(events) and 1 in types  # BOOTED
    kind, error = client.request(14, bytes((250,)))  # GET_SETTING
    assert kind == 13 and error[0] == 14 and error[1] == 4  # unknown_setting


# -- "Sessions" and "Test vectors" -----------------------------------------------------------


def vectors() -> dict[str, list[bytes]]:
    """The page's block of vectors by name, in order."""
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
    block = page.split("### Test vectors")[1].split("```")[1]
    found: dict[str, list[bytes]] = {}
    for line in block.strip().splitlines():
        found.setdefault(line[:18].strip(), []).append(bytes.fromhex(line[18:]))
    return found


def test_protocol_doc__test_vectors__follow_from_the_text_alone() -> None:
    given = vectors()

    def one(name: str) -> bytes:
        (value,) = given[name]
        return value

    text = b"faro-person-1" + one("person")
    person_key = hmac.new(one("role key"), text, hashlib.sha256).digest()
    assert person_key == one("person's key")
    told = (
        "unique_id", "epoch", "boot_count", "src, role", "person", "board's nonce", "host's nonce"
    )  # fmt: skip
    context = b"".join(one(name) for name in told)
    text = b"\0\0\0\1" + b"faro-session-2" + b"\0" + context + b"\0\0\1\0"
    key = hmac.new(person_key, text, hashlib.sha256).digest()
    assert key == one("session key")
    told = ("unique_id", "number", "request, its role", "parameters")
    deed = b"faro-deed-1" + b"".join(one(name) for name in told)
    assert hashlib.sha256(deed).digest()[:16] == one("digest")
    assert one("CONFIRM, H").endswith(one("number") + one("digest"))
    frames = ((b"H", "STATUS, H", 0), (b"P", "pushed EVENTS, P", 1), (b"H", "CONFIRM, H", 2))
    for letter, name, place in frames:
        tag = hmac.new(key, letter + one(name), hashlib.sha256).digest()[:16]
        assert tag == given["its tag"][place]
        body = one(name) + tag
        coded = cobs(body + crc32(body).to_bytes(4, "little"))
        assert b"\0" + coded + b"\0" == given["its frame"][place]
