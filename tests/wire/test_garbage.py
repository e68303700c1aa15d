"""Anything on the line: no crash, no reply to garbage, no state change, the next request works."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.framing import Frame, encode
from firmware.board.rows import CFG_SEATS, MSG_SET_SETTING, MSG_STATUS
from firmware.board.text_requests import TextCommands
from firmware.link.framing import TEXT, FrameDecoder
from firmware.link.rows import ADDRESS_HOST, MSG_ACK
from tests.conftest import bus_client, usb_client
from tests.wire.snapshots import counters, snapshot

SHOE = 0xA0
PIECE_BYTES = 1_000  # fits the board's receive buffer


def text_answers(data: bytes) -> bytes:
    """What the board says to the text lines that happen to be in random bytes."""
    decoder = FrameDecoder()
    text = TextCommands(SimpleNamespace(is_sealed=False))
    answers = b""
    at = 0
    while at < len(data):
        at = decoder.feed(data, at, len(data))
        if decoder.found == TEXT:
            line = bytes(decoder.buf[decoder.text_start : decoder.text_end]).decode()
            answers += text.answer(line).encode()
    return answers


def send_to_shoe(rig: Rig, data: bytes) -> bytes:
    """Through the USB line in pieces, the board running between; gives back what it sent."""
    shoe = rig.boards["shoe"]
    shoe.usb_host.take()
    for at in range(0, len(data), PIECE_BYTES):
        shoe.usb_host.write(data[at : at + PIECE_BYTES])
        rig.kernel.run_for_ms(2)
        rig.kernel.run_for_ms(2_000, lambda: not shoe.usb.board.rx)  # each byte takes its time
    rig.kernel.run_for_ms(50)
    assert shoe.usb.board.lost_bytes == 0
    return shoe.usb_host.take()


def expect_untouched(rig: Rig, client: Client, data: bytes) -> None:
    """The board answers only what is text, changes nothing, and is there afterwards."""
    before = snapshot(client)
    assert send_to_shoe(rig, data) == text_answers(data)
    rig.boards["shoe"].usb_host.write(b"\0")
    assert snapshot(client) == before
    assert client.retries == 0


def damaged(frame: bytes) -> Iterator[bytes]:
    """Every single bit flip of a frame."""
    for bit in range(len(frame) * 8):
        bad = bytearray(frame)
        bad[bit // 8] ^= 1 << bit % 8
        yield bytes(bad)


def status_frame() -> bytes:
    return encode(Frame(MSG_STATUS, SHOE, ADDRESS_HOST, 1, 0x01020304, b""))


def set_frame(dst: int = SHOE, kind: int = MSG_SET_SETTING) -> bytes:
    """A request that would change a setting if it were taken."""
    return encode(Frame(kind, dst, ADDRESS_HOST, 1, 0x01020304, bytes((CFG_SEATS, 3, 0, 0, 0))))


@pytest.mark.parametrize(
    ("count", "seed"),
    [(90_000, 1), *(pytest.param(90_000, seed, marks=pytest.mark.slow) for seed in range(2, 40))],
)
def test_garbage__random_bytes_on_usb__nothing_happens(rig: Rig, count: int, seed: int) -> None:
    """As many as are read within the 5 s after which the link counts as down."""
    client = usb_client(rig, "shoe")
    bad_before = counters(client)["frames_bad"]
    expect_untouched(rig, client, random.Random(seed).randbytes(count))
    assert counters(client)["frames_bad"] > bad_before + count // 500


def test_garbage__random_bytes_on_the_bus__silence_and_both_boards_untouched(rig: Rig) -> None:
    clients = [usb_client(rig, "shoe"), usb_client(rig, "meter")]
    on_bus = [bus_client(rig, 0xA0), bus_client(rig, 0xB0)]
    for client in on_bus:
        client.status()
    before = [snapshot(client) for client in clients]
    rng = random.Random(3)
    for _ in range(40):
        rig.bus_host.write(rng.randbytes(900))
        rig.kernel.run_for_ms(85)
    rig.kernel.run_for_ms(120)  # a pause: half a frame is dropped
    assert rig.bus_host.take() == b"" and rig.bus.collisions == 0
    assert [snapshot(client) for client in clients] == before
    for client in on_bus:
        client.status()
        assert client.retries == 0


def test_garbage__bytes_that_look_like_frames__nothing_happens(rig: Rig) -> None:
    """Random, but with many delimiters, addresses and message ids among the bytes."""
    rng = random.Random(4)
    likely = bytes((0, 0, 0, 5, 16, 0x80, SHOE, 0xFF, 11, 2, 4, 7))
    data = bytes(rng.choice(likely) for _ in range(80_000))
    expect_untouched(rig, usb_client(rig, "shoe"), data)


@pytest.mark.parametrize("frame", [status_frame(), set_frame()], ids=["STATUS", "SET_SETTING"])
def test_garbage__every_single_bit_flip__nothing_happens(rig: Rig, frame: bytes) -> None:
    client = usb_client(rig, "shoe")
    expect_untouched(rig, client, b"".join(damaged(frame)))
    for bad in damaged(frame):  # one by one as well, each with a good request behind it
        send_to_shoe(rig, bad)
        client.status()
    assert client.retries == 0
    assert client.request("GET_SETTING", setting=CFG_SEATS).fields["value"] == 7


@pytest.mark.parametrize("frame", [status_frame(), set_frame()], ids=["STATUS", "SET_SETTING"])
def test_garbage__truncated_frames__nothing_happens(rig: Rig, frame: bytes) -> None:
    client = usb_client(rig, "shoe")
    parts = [frame[:end] for end in range(1, len(frame) - 1)]
    parts += [frame[start:] for start in range(2, len(frame))]
    expect_untouched(rig, client, b"\0".join(parts))
    for part in parts:
        send_to_shoe(rig, part)
        rig.kernel.run_for_ms(101)
        client.status()
    assert client.retries == 0


def test_garbage__frames_for_other_addresses__nothing_happens(rig: Rig) -> None:
    client = usb_client(rig, "shoe")
    client.hello()
    others = [address for address in range(0xFF) if address != SHOE]
    frames_in = counters(client)["frames_in"]
    expect_untouched(rig, client, b"".join(set_frame(address) for address in others))
    own_requests = 2 * (3 + len(client.protocol.dictionary.settings)) + 1
    assert counters(client)["frames_in"] == frames_in + own_requests


def test_garbage__undamaged_frames_of_every_kind__only_requests_act(rig: Rig) -> None:
    """A wrong length or an unknown message is refused by number, whatever the kind."""
    client = usb_client(rig, "shoe")
    before = snapshot(client)
    known = client.protocol.dictionary.messages.values()
    sizes = {spec.number: spec.layout.fmt.size for spec in known}
    for kind in range(256):
        payload = bytes(sizes.get(kind & 0x7F, 0) + 1)
        out = send_to_shoe(rig, encode(Frame(kind, SHOE, ADDRESS_HOST, 9, kind, payload)))
        (message,) = client.protocol.receive(out) if kind & 0x7F != MSG_ACK else [None]
        assert message is None or message.name == "ERROR"
    assert snapshot(client) == before
