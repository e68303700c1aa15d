"""The board's framing against itself, against the host's, and inside MicroPython."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from faro.wire import framing as host
from firmware.link.framing import (
    FRAME,
    MAX_BODY_BYTES,
    MAX_FRAME_BYTES,
    MAX_PAYLOAD_BYTES,
    TAGGED,
    TEXT,
    FrameDecoder,
    FrameEncoder,
)
from firmware.shoe_rows import MESSAGES
from tests.helpers.mp_run import REPO, run_in_micropython

ADDRESSES = st.integers(0x80, 0xFF)
# 10 is never a message (a line feed there would look like text); 0 and 127 are free, and legal
KINDS = st.integers(0, 0x7F).filter(lambda kind: kind != 10)
FRAMES = st.builds(
    host.Frame,
    KINDS,
    ADDRESSES,
    ADDRESSES,
    st.integers(0, 0xFF),
    st.integers(0, 0xFFFFFFFF),
    st.binary(max_size=MAX_PAYLOAD_BYTES),
)
GOOD = host.Frame(5, 0xA0, 0x80, 7, 0x01020304, b"next")


def board_encode(frame: host.Frame) -> bytes:
    """What the board would send."""
    encoder = FrameEncoder()
    at = encoder.PAYLOAD_AT
    content = frame.payload + frame.tag
    encoder.buf[at : at + len(content)] = content
    n = encoder.finish(frame.kind, frame.dst, frame.src, frame.req, frame.ctr, len(content))
    return bytes(encoder.buf[:n])


def board_decode(
    data: bytes, cuts: Iterable[int] = (), decoder: FrameDecoder | None = None
) -> list[tuple[int, bytes]]:
    """(FRAME, body without CRC) and (TEXT, line) that the board finds, fed piece by piece."""
    decoder = decoder or FrameDecoder()
    found: list[tuple[int, bytes]] = []
    edges = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    for start, end in pairwise(edges):
        piece = data[start:end]
        at = 0
        while at < len(piece):
            at = decoder.feed(piece, at, len(piece))
            if decoder.found == FRAME:
                found.append((FRAME, bytes(decoder.buf[1 : decoder.body_bytes - 3])))
            elif decoder.found == TEXT:
                found.append((TEXT, bytes(decoder.buf[decoder.text_start : decoder.text_end])))
    return found


def body(frame: host.Frame) -> tuple[int, bytes]:
    """What `board_decode` gives for a frame."""
    head = host.HEADER.pack(frame.kind, frame.dst, frame.src, frame.req, frame.ctr)
    return FRAME, head + frame.payload + frame.tag


@given(FRAMES)
def test_framing__any_frame__round_trip_and_both_sides_agree(frame: host.Frame) -> None:
    data = board_encode(frame)
    assert data == host.encode(frame)
    assert len(data) == len(frame.payload) + 15 <= MAX_FRAME_BYTES
    assert data[0] == data[-1] == 0 and 0 not in data[1:-1]
    assert board_decode(data) == [body(frame)]
    assert host.Splitter().feed(data) == [frame]


@given(FRAMES, st.binary(min_size=16, max_size=16))
def test_framing__tagged_frame__host_parts_the_tag_from_the_payload(
    frame: host.Frame, tag: bytes
) -> None:
    tagged = host.Frame(
        frame.kind | TAGGED, frame.dst, frame.src, frame.req, frame.ctr, frame.payload, tag
    )
    data = board_encode(tagged)
    assert board_decode(data) == [body(tagged)]
    (got,) = host.Splitter().feed(data)
    assert (got.kind, got.payload, got.tag) == (frame.kind, frame.payload, tag)


@given(st.lists(FRAMES, max_size=4), st.lists(st.integers(0, 2000), max_size=12))
@example([host.Frame(1, 0x80, 0xA0, 1, 0x01010101, b"\1\0")], [2])  # first code is a line feed
def test_framing__any_chunking__same_frames(frames: list[host.Frame], cuts: list[int]) -> None:
    data = b"".join(board_encode(frame) for frame in frames)
    assert board_decode(data, cuts) == [body(frame) for frame in frames]
    splitter = host.Splitter()
    edges = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    got = [frame for start, end in pairwise(edges) for frame in splitter.feed(data[start:end])]
    assert got == frames
    assert splitter.text_lines == [] and splitter.bad_frames == 0


@given(FRAMES)
def test_framing__every_single_bit_flip__rejected_and_the_next_frame_found(
    frame: host.Frame,
) -> None:
    data = board_encode(frame)
    after = board_encode(GOOD)
    for bit in range(len(data) * 8):
        bad = bytearray(data)
        bad[bit // 8] ^= 1 << bit % 8
        stream = bytes(bad) + after
        frames = [found for found in board_decode(stream) if found[0] == FRAME]
        assert frames == [body(GOOD)], bit
        assert host.Splitter().feed(stream) == [GOOD], bit


@given(FRAMES, st.data())
def test_framing__truncated_frame__rejected_and_the_next_frame_found(
    frame: host.Frame, data: st.DataObject
) -> None:
    whole = board_encode(frame)
    start = data.draw(st.integers(0, len(whole) - 2), "start")
    end = data.draw(st.integers(start + 1, len(whole) - (start < 2)), "end")
    part = whole[start:end]
    if part.strip(b"\0") == whole.strip(b"\0"):
        return  # only a delimiter was lost
    stream = part + board_encode(GOOD)
    assert [f for f in board_decode(stream) if f[0] == FRAME] == [body(GOOD)]
    assert host.Splitter().feed(stream) == [GOOD]


@given(st.lists(st.tuples(st.binary(max_size=600), FRAMES), max_size=5))
def test_framing__garbage_between_frames__every_frame_found(
    parts: list[tuple[bytes, host.Frame]],
) -> None:
    stream = b"".join(garbage + board_encode(frame) for garbage, frame in parts)
    wanted = [body(frame) for _, frame in parts]
    assert [f for f in board_decode(stream) if f[0] == FRAME] == wanted
    assert host.Splitter().feed(stream) == [frame for _, frame in parts]


@given(FRAMES, st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1))
def test_framing__text_before_and_after_frames__never_confused(
    frame: host.Frame, line: str
) -> None:
    typed = line.encode() + b"\r\n"
    stream = typed + board_encode(frame) + typed
    kept = line.encode()[: MAX_BODY_BYTES + 1]
    assert board_decode(stream) == [(TEXT, kept), body(frame), (TEXT, kept)]


@pytest.mark.parametrize("kind", [row[0] for row in MESSAGES])
def test_framing__every_message_and_address__never_text(kind: int) -> None:
    """With a payload chosen so that the first COBS code is a printable byte."""
    for address in range(0x80, 0x100):
        for code in (10, 13, 32, 65, 126):
            zero_at = code - 1 - 8
            payload = b"A" * zero_at + b"\0\n" if zero_at >= 0 else b"\0\n"
            frame = host.Frame(kind, address, address, 10, 0x0A0A0A0A, payload)
            data = board_encode(frame)
            assert data[1] == code or zero_at < 0
            assert board_decode(data) == [body(frame)]


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (b"stat\n", [b"stat"]),
        (b"stat\r\n", [b"stat"]),
        (b"\n\n\r\n stat \n\n", [b" stat"]),
        (b"a\nb\n", [b"a", b"b"]),
        (b"\n\n\n", []),
        (b"st\x07at\n", []),
        (b"caf\xc3\xa9\n", []),
        (b"x" * 300 + b"\n", [b"x" * (MAX_BODY_BYTES + 1)]),
        (b"\x80" * 300 + b"\nstat\n", [b"stat"]),
        (b"\x80\nstat\n", []),
    ],
)
def test_framing__typed_lines__found_as_a_person_expects(typed: bytes, lines: list[bytes]) -> None:
    assert board_decode(typed) == [(TEXT, line) for line in lines]
    assert board_decode(typed, range(1, len(typed))) == [(TEXT, line) for line in lines]


def test_drop_partial__half_frame__forgotten_and_counted() -> None:
    decoder = FrameDecoder()
    half = board_encode(GOOD)[:10]
    assert board_decode(half, decoder=decoder) == []
    decoder.drop_partial()
    assert decoder.bad_frames == 1
    assert board_decode(b"stat\n", decoder=decoder) == [(TEXT, b"stat")]


def test_drop_partial__half_typed_line__kept() -> None:
    decoder = FrameDecoder()
    board_decode(b"st", decoder=decoder)
    decoder.drop_partial()
    assert decoder.bad_frames == 0
    assert board_decode(b"at\n", decoder=decoder) == [(TEXT, b"stat")]


@pytest.mark.parametrize(
    ("typed", "is_break"),
    [
        (b"\r\x03", True),  # mpremote
        (b"\r\x03\x03\r\x01", True),  # its elders
        (b"\x03\x03", True),  # a person
        (b"\0\r\x03", True),
        (b"\x03", False),
        (b"\r", False),
        (b"stat\x03", False),
        (b"\x03\xa0\x80", False),  # a frame with a damaged first code
        (b"\0\x03\xa0\x80\0", False),
        (b"\0\x06\x03", False),  # a DESCRIBE of which only two bytes are in
        (b"\0\x0a\x03", False),
    ],
)
def test_take_break__end_of_input__only_a_bare_break_counts(typed: bytes, is_break: bool) -> None:
    decoder = FrameDecoder()
    board_decode(typed, decoder=decoder)
    assert decoder.take_break() is is_break
    assert not decoder.take_break()


@given(st.binary(max_size=2000))
def test_framing__any_bytes__no_exception_and_bounded_memory(data: bytes) -> None:
    decoder = FrameDecoder()
    board_decode(data, decoder=decoder)
    assert len(decoder.buf) == MAX_BODY_BYTES + 1
    assert board_decode(b"\0" + board_encode(GOOD), decoder=decoder)[-1] == body(GOOD)


def test_framing__inside_micropython__same_bytes_and_no_allocation() -> None:
    """The same core checks on the board's own interpreter, the steady path under heap_lock."""
    out = run_in_micropython(REPO / "tests/helpers/framing_checks.py")
    assert out.splitlines()[-1] == "ok"
    for line in out.splitlines()[:-1]:
        hexed, kind, payload = line.split()
        frame = host.Frame(int(kind), 0xA0, 0x80, 7, 0x01020304, bytes.fromhex(payload[1:]))
        assert host.encode(frame).hex() == hexed
