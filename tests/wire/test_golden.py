"""Frames captured from the boards stay readable, byte by byte, on both sides."""

from __future__ import annotations

import json
from typing import Any

import pytest

from faro.wire.dictionary import own_dictionary
from faro.wire.events import EventStream
from faro.wire.framing import Frame, Splitter, encode
from firmware.link.framing import FRAME
from tests.unit.link.test_framing import board_decode, board_encode
from tests.wire.make_golden import GOLDEN, plain


def captured() -> list[Any]:
    """Every exchange of every golden file."""
    return [
        pytest.param(exchange, id=f"{path.stem}-{exchange['name']}")
        for path in sorted(GOLDEN.glob("*.json"))
        for exchange in json.loads(path.read_text())["exchanges"]
    ]


def one_frame(data: bytes) -> Frame:
    """The frame, read by the host and by the board alike, and built again by both."""
    (frame,) = Splitter().feed(data)
    ((found, body),) = board_decode(data)
    assert found == FRAME and body[8:] == frame.payload
    assert encode(frame) == board_encode(frame) == data
    return frame


@pytest.mark.parametrize("exchange", captured())
def test_golden__captured_request__built_the_same_way_today(exchange: dict[str, Any]) -> None:
    frame = one_frame(bytes.fromhex(exchange["request"]))
    spec = own_dictionary().message_names[exchange["message"]]
    assert frame.kind == spec.number
    assert plain(spec.layout.unpack(frame.payload)) == exchange["fields"]


@pytest.mark.parametrize("exchange", captured())
def test_golden__captured_reply__read_the_same_way_today(exchange: dict[str, Any]) -> None:
    if exchange["reply_message"] is None:
        assert exchange["reply"] == ""
        return
    request = one_frame(bytes.fromhex(exchange["request"]))
    reply = one_frame(bytes.fromhex(exchange["reply"]))
    assert (reply.dst, reply.src) == (request.src, request.dst)
    assert (reply.req, reply.ctr) == (request.req, request.ctr)
    spec = own_dictionary().messages[reply.kind]
    assert spec.name == exchange["reply_message"]
    assert plain(spec.layout.unpack(reply.payload)) == exchange["reply_fields"]


@pytest.mark.parametrize("kind", ["shoe", "meter"])
def test_golden__captured_events__read_as_events_today(kind: str) -> None:
    exchanges = json.loads((GOLDEN / f"{kind}.json").read_text())["exchanges"]
    data = next(e["reply"] for e in exchanges if e["name"] == "poll from the start")
    frame = one_frame(bytes.fromhex(data))
    stream = EventStream("golden", 0, own_dictionary(), 0)
    events = stream.feed(own_dictionary().messages[frame.kind].layout.unpack(frame.payload))
    booted = next(event for event in events if event.name == "BOOTED")
    assert booted.fields["boot_count"] == booted.boot_count == 1
    assert [event.number for event in events] == list(range(1, len(events) + 1))


def test_golden__provenance__tells_how_to_make_them_again() -> None:
    for path in GOLDEN.glob("*.json"):
        provenance = json.loads(path.read_text())["provenance"]
        assert set(provenance) >= {"command", "board", "seed", "firmware", "protocol"}
