"""What a host takes for events: in order, once, whatever comes in; and whose history it is."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faro.wire.conversation import Call, Conversation
from faro.wire.dictionary import own_dictionary
from faro.wire.errors import BoardSetBack, FaroError, Refused
from faro.wire.events import Event, EventStream
from faro.wire.framing import Frame
from faro.wire.protocol import Identity, Message
from firmware.link.rows import EVENT_RECORD

BOARD = Identity("shoe", 1, "0.1.0", "0011", 0xA0, 7, 5, 0, b"")
LAST = Event("0011", 7, 9, "TYPE_250", {"data": b""}, 5, 2, 3)


def payload(first: int, lost: int = 0, count: int = 1, records: bytes | None = None) -> Any:
    if records is None:
        records = struct.pack(EVENT_RECORD[0], 250, 0, 5, 2, 3, 1) * count
    return {"first": first, "lost": lost, "count": count, "has_more": 0, "records": records}


def stream(after: int = 4) -> EventStream:
    return EventStream("0011", 7, own_dictionary(), after)


def numbers(events: list[Event]) -> list[int]:
    return [event.number for event in events]


def test_feed__answer__events_once_and_in_order() -> None:
    taken = stream()
    assert numbers(taken.feed(payload(5, count=3))) == [5, 6, 7]
    assert numbers(taken.feed(payload(6, count=4), is_pushed=True)) == [8, 9]
    assert not taken.has_gap and taken.lost == 0


def test_feed__lost_in_an_answer__told_and_gone_on() -> None:
    taken = stream()
    assert numbers(taken.feed(payload(20, lost=15))) == [20]
    assert taken.lost == 15


@pytest.mark.parametrize("lost", [0, 15, 0xFFFFFFFF])
def test_feed__push_that_jumps__a_gap_and_nothing_moves(lost: int) -> None:
    taken = stream()
    assert taken.feed(payload(20, lost=lost), is_pushed=True) == []
    assert taken.has_gap and taken.expected == 5 and taken.lost == 0


@given(
    st.integers(0, 0xFFFFFFFF), st.integers(0, 0xFFFFFFFF), st.integers(0, 255),
    st.binary(max_size=190), st.booleans(),
)  # fmt: skip
def test_feed__junk__never_raises_and_numbers_stay_in_order(
    first: int, lost: int, count: int, records: bytes, is_pushed: bool
) -> None:
    taken = stream()
    events = taken.feed(payload(first, lost, count, records), is_pushed)
    assert numbers(events) == sorted({event.number for event in events})
    assert taken.expected >= 5 and (not is_pushed or taken.expected <= 5 + count)


def test_feed__known_event_too_short_for_its_fields__kept_as_bytes() -> None:
    records = struct.pack(EVENT_RECORD[0], 1, 0, 1, 2, 3, 1)  # BOOTED without its count
    assert stream().feed(payload(5, records=records))[0].name == "TYPE_1"


def test_event__to_json_and_back__has_the_same_mark() -> None:
    event = stream().feed(payload(5))[0]
    again = Event.from_json(event.as_json())
    assert (again.mark, again.number, again.epoch) == (event.mark, 5, 7)


# -- whose history ---------------------------------------------------------------------------


def first_call(board: Identity, after: int | Event) -> tuple[Any, Call]:
    steps: Any = Conversation(0xFF, "nowhere", lambda: 0, 250, 8).fetching(board, after)
    return steps, next(steps)


def answer(fields: Any) -> Message:
    return Message("EVENTS", fields, Frame(0, 0, 0, 0, 0, b""))


@pytest.mark.parametrize(
    "other",
    [
        Identity("shoe", 1, "0.1.0", "0011", 0xA0, 8, 5, 0, b""),  # another store
        Identity("shoe", 1, "0.1.0", "0011", 0xA0, 7, 4, 0, b""),  # boots went back
        Identity("shoe", 1, "0.1.0", "0012", 0xA0, 7, 5, 0, b""),  # another board
    ],
)
def test_events__after_an_event_of_another_history__alarm(other: Identity) -> None:
    with pytest.raises(BoardSetBack):
        first_call(other, LAST)


def test_events__board_has_another_event_there__alarm() -> None:
    steps, poll = first_call(BOARD, LAST)
    assert poll.fields["after"] == LAST.number - 1
    records = struct.pack(EVENT_RECORD[0], 250, 0, 5, 2, 4, 1)  # another second
    with pytest.raises(BoardSetBack):
        steps.send(answer(payload(9, records=records)))


@pytest.mark.parametrize(("first", "lost"), [(9, 0), (30, 21)])  # still there; overwritten
def test_events__board_only_went_on__no_alarm(first: int, lost: int) -> None:
    steps, _ = first_call(BOARD, LAST)
    poll = steps.send(answer(payload(first, lost)))
    assert poll.name == "POLL" and poll.fields["after"] == LAST.number


def test_events__board_does_not_have_the_number__alarm() -> None:
    steps, _ = first_call(BOARD, 40)
    with pytest.raises(BoardSetBack, match="has 12 events"):
        steps.throw(Refused("POLL", 51, "past_end", "", 12))


def test_events__answer_makes_no_sense__one_clear_error() -> None:
    steps, _ = first_call(BOARD, 40)
    with pytest.raises(FaroError, match="makes no sense"):
        steps.send(answer(payload(9)))
