"""LinkPort without any I/O: who is answered, what is repeated, how events flow."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faro.wire.framing import Frame, encode
from firmware.board.rows import (
    FAULT_RECORD,
    MSG_GET_FAULTS,
    MSG_STATUS,
    MSG_STATUS_REPLY,
    MSG_TIME,
)
from firmware.cards.rows import EV_CARD_PASSED
from firmware.core.bytes_into import get_field
from firmware.core.errors import (
    ERR_BAD_LENGTH,
    ERR_INTERNAL,
    ERR_LOCKED,
    ERR_PAST_END,
    ERR_UNKNOWN_MESSAGE,
)
from firmware.core.rows import MSG_ERROR
from firmware.link.port import LinkPort
from firmware.link.replay import ReplayCache
from firmware.link.rows import EV_LINK_DOWN, EV_LINK_UP, MSG_EVENTS, MSG_HELLO_REPLY
from tests.helpers.link_bench import ADDRESS, Bench, fields, frames


def only(data: bytes) -> Frame:
    (frame,) = frames(data)
    return frame


def events(frame: Frame) -> tuple[int, int, int, int]:
    """first, lost, count, has_more of an EVENTS frame."""
    assert frame.kind == MSG_EVENTS
    got = fields(frame)
    return got["first"], got["lost"], got["count"], got["has_more"]  # type: ignore[return-value]


# -- who is answered -------------------------------------------------------------------------


def test_port__request_for_it__answered_to_the_sender_with_req_and_ctr() -> None:
    bench = Bench()
    reply = only(bench.receive(bench.frame("STATUS", src=0x83)))
    assert (reply.kind, reply.dst, reply.src) == (MSG_STATUS_REPLY, 0x83, ADDRESS)
    assert (reply.req, reply.ctr) == (2, 1)


@given(st.integers(0, 0xFE).filter(lambda address: address != ADDRESS), st.booleans())
def test_port__other_address__ignored_and_link_stays_down(address: int, is_bus: bool) -> None:
    bench = Bench(is_bus)
    assert bench.receive(bench.frame("TIME", dst=address, utc_s=5)) == b""
    assert bench.actions == [] and bench.recorded == []
    assert bench.counter("frames_in") == 0


def test_port__broadcast_on_usb__answered() -> None:
    bench = Bench()
    assert only(bench.receive(bench.frame("STATUS", dst=0xFF))).src == ADDRESS


def test_port__broadcast_on_a_bus__carried_out_in_silence() -> None:
    bench = Bench(is_bus=True)
    assert bench.receive(bench.frame("TIME", dst=0xFF, utc_s=5)) == b""
    assert bench.actions == [5]
    assert bench.receive(bench.frame("STATUS", dst=0xFF)) == b""


@pytest.mark.parametrize("size", [0, 3, 5, 200])
def test_port__wrong_length__error(size: int) -> None:
    bench = Bench()
    reply = only(bench.receive(encode(Frame(MSG_TIME, ADDRESS, 0x80, 9, 77, bytes(size)))))
    assert reply.kind == MSG_ERROR and (reply.req, reply.ctr) == (9, 77)
    assert fields(reply) == {"request": MSG_TIME, "code": ERR_BAD_LENGTH, "detail": 0}
    assert bench.actions == []


def test_port__tagged_frame_without_room_for_a_tag__error() -> None:
    bench = Bench()
    reply = only(bench.receive(encode(Frame(MSG_TIME | 0x80, ADDRESS, 0x80, 9, 77, bytes(4)))))
    assert fields(reply)["code"] == ERR_BAD_LENGTH


@pytest.mark.parametrize("kind", [0, MSG_HELLO_REPLY, MSG_EVENTS, 10, 99, 127])
def test_port__unknown_message__error(kind: int) -> None:
    bench = Bench()
    reply = only(bench.receive(encode(Frame(kind, ADDRESS, 0x80, 9, 77, b""))))
    assert fields(reply) == {"request": kind, "code": ERR_UNKNOWN_MESSAGE, "detail": 0}
    assert bench.counter("errors_sent") == 1


def test_port__locked__reads_but_does_not_act() -> None:
    bench = Bench()
    bench.is_locked = True
    assert fields(only(bench.receive(bench.frame("TIME", utc_s=5))))["code"] == ERR_LOCKED
    assert bench.actions == []
    assert only(bench.receive(bench.frame("STATUS"))).kind == MSG_STATUS_REPLY


def test_port__text_line__answered_on_usb_and_needs_its_address_on_a_bus() -> None:
    assert Bench().receive(b"stat\r\n") == b"STAT"
    bus = Bench(is_bus=True)
    assert bus.receive(b"stat\n") == b""
    assert bus.receive(b"@b0 stat\n") == b""
    assert bus.receive(b"@A0 stat\n") == b"STAT"


@given(st.binary(max_size=500))
def test_port__any_bytes__no_frame_comes_out(data: bytes) -> None:
    bench = Bench()
    out = bench.receive(data)
    assert b"\0" not in out
    assert bench.actions == [] and bench.recorded == []


# -- replay ----------------------------------------------------------------------------------


def test_replay__same_request_again__same_bytes_and_one_action() -> None:
    bench = Bench()
    request = bench.frame("TIME", utc_s=5)
    first = bench.receive(request)
    assert [bench.receive(request) for _ in range(3)] == [first] * 3
    assert bench.actions == [5] and bench.counter("replays") == 3


def test_replay__another_request_between__still_one_action() -> None:
    bench = Bench()
    request = bench.frame("TIME", utc_s=5)
    first = bench.receive(request)
    bench.receive(bench.frame("TIME", utc_s=6))
    bench.receive(bench.frame("STATUS"))
    assert bench.receive(request) == first
    assert bench.actions == [5, 6]


def test_replay__refused_request_again__refused_the_same_way() -> None:
    bench = Bench()
    request = encode(Frame(MSG_TIME, ADDRESS, 0x80, 9, 77, b""))
    first = bench.receive(request)
    assert bench.receive(request) == first
    assert bench.counter("errors_sent") == 1


@pytest.mark.parametrize(
    "other",
    [
        Frame(MSG_TIME, ADDRESS, 0x80, 2, 1, b"\6\0\0\0"),  # other payload
        Frame(MSG_TIME, ADDRESS, 0x80, 2, 2, b"\5\0\0\0"),  # other counter
        Frame(MSG_TIME, ADDRESS, 0x81, 2, 1, b"\5\0\0\0"),  # other sender
        Frame(MSG_TIME, ADDRESS, 0x80, 3, 1, b"\5\0\0\0"),  # other req
    ],
)
def test_replay__new_request_that_looks_alike__carried_out(other: Frame) -> None:
    bench = Bench()
    bench.receive(bench.frame("TIME", utc_s=5))
    bench.receive(encode(other))
    assert len(bench.actions) == 2


def test_replay__same_crc_but_another_header__carried_out() -> None:
    """CRC-32 can be made to fit: only the same header with it is the same request."""
    body = bytearray(32)
    cache = ReplayCache(4)
    cache.keep(body, 24, 1, b"answer", 6)
    assert cache.find(body, 24, 1) == 0
    assert bytes(cache.frame(0)[: cache.frame_bytes(0)]) == b"answer"
    assert cache.find(body, 24, 2) == -1  # another session
    for at in (0, 7, 20, 23):  # kind, counter, CRC
        other = bytearray(body)
        other[at] ^= 1
        assert cache.find(other, 24, 1) == -1


# -- bad code ----------------------------------------------------------------------------------


def raising(kind: type[Exception]) -> tuple[Bench, list[tuple[int, Exception]]]:
    """A bench on which TIME and STATUS raise, and who heard of it."""
    bench = Bench()
    failed: list[tuple[int, Exception]] = []
    bench.node.failed = lambda message, error: failed.append((message, error))

    def bad(_bench: Bench, _port: LinkPort, *_fields: int) -> int:
        raise kind("bad")

    bench.node.on(bench, {MSG_STATUS: bad, MSG_TIME: bad})
    return bench, failed


@pytest.mark.parametrize("kind", [MemoryError, AttributeError, OSError])
def test_request__handler_raises__error_told_once_and_the_next_is_answered(
    kind: type[Exception],
) -> None:
    bench, failed = raising(kind)
    request = bench.frame("TIME", utc_s=1)
    first = bench.receive(request)
    assert fields(only(first))["code"] == ERR_INTERNAL
    assert bench.receive(request) == first  # ONCE: not tried a second time
    assert [(message, type(error)) for message, error in failed] == [(MSG_TIME, kind)]
    reply = only(bench.receive(bench.frame("POLL", after=0, credit_frames=0)))
    assert reply.kind == MSG_EVENTS


def fails(*_: object) -> None:
    raise ZeroDivisionError


def test_request__answer_cannot_be_sent__told_and_the_port_goes_on() -> None:
    bench, failed = raising(ValueError)
    write = bench.port._write
    setattr(bench.port, "_write", fails)  # noqa: B010 (no such thing in the firmware)
    bench.receive(bench.frame("POLL", after=0, credit_frames=0))
    assert [type(error) for _, error in failed] == [ZeroDivisionError, ZeroDivisionError]
    setattr(bench.port, "_write", write)  # noqa: B010
    assert only(bench.receive(bench.frame("POLL", after=0, credit_frames=0))).kind == MSG_EVENTS


def test_text__command_raises__told_and_the_port_goes_on() -> None:
    bench, failed = raising(ValueError)
    setattr(bench.port, "_answer_text", fails)  # noqa: B010
    assert bench.receive(b"stat\n") == b""
    assert [message for message, _ in failed] == [0]


def test_push__raises__credit_ends_and_it_is_told() -> None:
    bench, failed = raising(ValueError)
    bench.receive(bench.frame("POLL", after=0, credit_frames=9))
    bench.journal.add(EV_CARD_PASSED, bytes(6))
    setattr(bench.port, "_write", fails)  # noqa: B010 (no such thing in the firmware)
    bench.pump()
    bench.pump()
    assert [message for message, _ in failed] == [MSG_EVENTS]


# -- halves of frames --------------------------------------------------------------------------


@pytest.mark.parametrize("pause_ms", [0, 99, 101, 5_000])
def test_frame__in_two_pieces__answered_however_long_the_board_was_busy(pause_ms: int) -> None:
    bench = Bench()
    request = bench.frame("STATUS")
    assert bench.receive(request[:9]) == b""
    bench.now_ms += pause_ms
    bench.port.tick(bench.now_ms, 60_000)  # the heartbeat may come before the bytes
    bench.port.tick(bench.now_ms, 60_000)
    assert only(bench.receive(request[9:])).kind == MSG_STATUS_REPLY


def test_text__after_half_a_frame_and_silence__answered() -> None:
    bench = Bench()
    bench.receive(bench.frame("STATUS")[:9])
    for _ in range(3):
        bench.port.tick(bench.now_ms, 60_000)
    assert bench.receive(b"stat\n") == b"STAT"


# -- link up and down ------------------------------------------------------------------------


def test_link__silent_for_5_s__down_once_and_up_again() -> None:
    bench = Bench()
    bench.receive(bench.frame("STATUS"))
    assert bench.port.is_up and bench.recorded == [(EV_LINK_UP, 0)]
    bench.now_ms += 4_999
    bench.port.tick(bench.now_ms, 5_000)
    assert bench.port.is_up
    bench.now_ms += 1
    bench.port.tick(bench.now_ms, 5_000)
    bench.port.tick(bench.now_ms + 1_000, 5_000)
    assert not bench.port.is_up
    assert bench.recorded[1:] == [(EV_LINK_DOWN, 0, 5_000)]
    bench.receive(bench.frame("STATUS"))
    assert bench.port.is_up and bench.recorded[2:] == [(EV_LINK_UP, 0)]


def test_link__garbage_and_text__do_not_keep_it_up() -> None:
    bench = Bench()
    bench.receive(bench.frame("STATUS"))
    for _ in range(6):
        bench.now_ms += 1_000
        bench.receive(b"\x55\xaa\0stat\n")
        bench.port.tick(bench.now_ms, 5_000)
    assert not bench.port.is_up


def test_link__tick_counter_wraps__silence_is_still_measured() -> None:
    bench = Bench()
    bench.now_ms = (1 << 30) - 1_000
    bench.receive(bench.frame("STATUS"))
    bench.port.tick(3_999, 5_000)
    assert bench.port.is_up
    bench.port.tick(4_000, 5_000)
    assert not bench.port.is_up


def test_link__down__credit_is_gone() -> None:
    bench = Bench()
    bench.receive(bench.frame("POLL", after=0, credit_frames=9))
    bench.port.tick(bench.now_ms + 5_000, 5_000)
    bench.journal.add(EV_CARD_PASSED, bytes(6))
    assert bench.pump() == []


# -- events ----------------------------------------------------------------------------------


def filled(count: int, is_bus: bool = False) -> Bench:
    """A bench whose journal holds `count` events, the link's own LINK_UP included."""
    bench = Bench(is_bus)
    bench.receive(bench.frame("STATUS"))
    while bench.journal.last_number < count:
        bench.journal.add(EV_CARD_PASSED, bytes(6))
    return bench


def test_poll__without_credit__one_answer_and_nothing_pushed() -> None:
    bench = filled(30)
    reply = only(bench.receive(bench.frame("POLL", after=0, credit_frames=0)))
    first, lost, count, has_more = events(reply)
    assert (first, lost, has_more) == (1, 0, 1) and count >= 9
    assert bench.pump() == []


def test_poll__records_behind_the_curtain__not_yet_and_not_lost() -> None:
    bench = Bench()
    bench.journal.rows += [(EV_CARD_PASSED, bytes(6))] * 5
    bench.node.curtain.begin(4)
    reply = only(bench.receive(bench.frame("POLL", after=1, credit_frames=5)))
    assert events(reply) == (2, 0, 2, 0)
    reply = only(bench.receive(bench.frame("POLL", after=4, credit_frames=5)))
    assert events(reply) == (5, 0, 0, 0)
    bench.receive(bench.frame("POLL", after=3, credit_frames=5))
    assert bench.pump() == []
    bench.node.curtain.lift()
    assert [events(frame)[:3] for frame in bench.pump()] == [(4, 0, len(bench.journal.rows) - 3)]


def test_poll__with_credit__pushes_that_many_frames_in_order() -> None:
    bench = filled(100)
    following = 1
    answers = frames(bench.receive(bench.frame("POLL", after=0, credit_frames=3)))
    for frame in answers + bench.pump():
        first, lost, count, _ = events(frame)
        assert (first, lost) == (following, 0)
        following = first + count
    assert bench.pump() == [] and following < 100
    bench.receive(bench.frame("ACK", number=5, credit_frames=200))
    for frame in bench.pump():
        assert events(frame)[0] == following and frame.req == 0
        following += events(frame)[2]
    assert following == 101
    bench.journal.add(EV_CARD_PASSED, bytes(6))
    assert [events(frame) for frame in bench.pump()] == [(101, 0, 1, 0)]


def test_poll__on_a_bus__credit_is_ignored() -> None:
    bench = filled(30, is_bus=True)
    bench.receive(bench.frame("POLL", after=0, credit_frames=9))
    assert bench.pump() == []
    bench.receive(bench.frame("ACK", number=1, credit_frames=9))
    assert bench.pump() == []


def test_poll__again_from_the_same_number__same_events() -> None:
    bench = filled(30)
    payloads = [
        only(bench.receive(bench.frame("POLL", after=4, credit_frames=0))).payload for _ in "ab"
    ]
    assert payloads[0] == payloads[1]


def test_poll__at_the_end__empty() -> None:
    bench = filled(3)
    reply = only(bench.receive(bench.frame("POLL", after=3, credit_frames=0)))
    assert events(reply) == (4, 0, 0, 0)


@pytest.mark.parametrize("after", [4, 1000, 0xFFFFFFFF])
def test_poll__past_the_end__error_with_the_last_number_and_no_stream(after: int) -> None:
    bench = filled(3)
    reply = only(bench.receive(bench.frame("POLL", after=after, credit_frames=9)))
    assert fields(reply)["code"] == ERR_PAST_END and fields(reply)["detail"] == 3
    bench.journal.add(EV_CARD_PASSED, bytes(6))
    assert bench.pump() == []


def test_poll__events_overwritten__lost_says_how_many() -> None:
    bench = filled(30)
    bench.journal.first_number = 21
    reply = only(bench.receive(bench.frame("POLL", after=4, credit_frames=0)))
    assert events(reply)[:2] == (21, 16)


def test_push__events_overwritten_before_the_push__lost_says_how_many() -> None:
    bench = filled(3)
    bench.receive(bench.frame("POLL", after=3, credit_frames=9))
    for _ in range(10):
        bench.journal.add(EV_CARD_PASSED, bytes(6))
    bench.journal.first_number = 8
    assert events(bench.pump()[0]) == (8, 4, 6, 0)


def test_ack__before_any_poll__opens_no_stream() -> None:
    bench = filled(5)
    assert bench.receive(bench.frame("ACK", number=1, credit_frames=9)) == b""
    assert bench.pump() == []


@given(st.lists(st.integers(0, 40), max_size=20))
def test_ack__any_order__never_goes_back_nor_past_the_end(numbers: list[int]) -> None:
    bench = filled(30)
    highest = 0
    for number in numbers:
        assert bench.receive(bench.frame("ACK", number=number, credit_frames=0)) == b""
        highest = max(highest, number) if number <= 30 else highest
        assert bench.node.acked_event == highest


# -- rows are obeyed -------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 16, 18])
def test_port__answer_with_a_wrong_number_of_fields__raises(count: int) -> None:
    bench = Bench()
    bench.node.on(bench, {MSG_STATUS: lambda _bench, port: port.answer(*range(count))})
    with pytest.raises((struct.error, TypeError)):
        bench.receive(bench.frame("STATUS"))


def test_port__handler_that_takes_fewer_fields_than_its_row__raises() -> None:
    bench = Bench()
    bench.node.on(bench, {MSG_TIME: lambda _bench, port: port.ok()})
    with pytest.raises(TypeError):
        bench.receive(bench.frame("TIME", utc_s=5))


def test_port__handler_without_an_answer__raises() -> None:
    bench = Bench()
    bench.node.on(bench, {MSG_STATUS: lambda _bench, port: None})
    with pytest.raises(TypeError):
        bench.receive(bench.frame("STATUS"))


def test_port__records_before_the_fields__stand_behind_them_and_end_with_the_frame() -> None:
    bench = Bench()
    told: list[int] = []

    def get_faults(_bench: Bench, port: LinkPort, first: int) -> int:
        while port.put(FAULT_RECORD, len(told), -1, 7):
            told.append(port.room())
        return port.answer(first, len(told))

    bench.node.on(bench, {MSG_GET_FAULTS: get_faults})
    got = fields(only(bench.receive(bench.frame("GET_FAULTS", first=3))))
    records = list(struct.iter_unpack(FAULT_RECORD[0], got["records"]))  # type: ignore[arg-type]
    assert (got["first"], got["count"]) == (3, 19) and told[-1] == 8
    assert records == [(i, -1, 7) for i in range(19)]


@given(st.binary(max_size=200))
def test_port__added_bytes__follow_the_fields_or_have_no_room(data: bytes) -> None:
    bench = Bench()

    def get_faults(_bench: Bench, port: LinkPort, first: int) -> int:
        return port.answer(first, port.add(data, len(data)))

    bench.node.on(bench, {MSG_GET_FAULTS: get_faults})
    got = fields(only(bench.receive(bench.frame("GET_FAULTS", first=0))))
    is_in = len(data) <= 198
    assert (got["count"], got["records"]) == (is_in, data if is_in else b"")


@given(st.integers(0, 0xFF), st.integers(0, 0xFFFF), st.integers(0, 0xFFFFFFFF))
def test_get_field__any_numbers__as_struct_unpacks_them(small: int, middle: int, big: int) -> None:
    buf = b"\0" + struct.pack("<IBH", big, small, middle)
    assert [get_field("<IBH", index, buf, 1) for index in (1, 2, 3)] == [big, small, middle]
