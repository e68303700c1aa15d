"""Counters of a session: each acts once, late ones within a window; what is pushed has its own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from faro.wire.keys import SessionKey, session_key
from firmware.trust.hmac_sha256 import HmacKey
from firmware.trust.sessions import WINDOW, Session, Sessions
from firmware.trust.throttle import PLACES as COUNTS

FIRST = 1000


def opened(serial: int = 1) -> Session:
    session = Session(8)
    session.open(0, 0x80, 0, HmacKey(bytes(32)), FIRST, 0, serial)
    return session


def test_counter__of_the_opening_and_before__taken() -> None:
    session = opened()
    for ctr in range(FIRST - WINDOW - 3, FIRST + 1):
        assert not session.take_counter(ctr, True)


def test_counter__held_back_by_the_line__carried_out_late_and_once() -> None:
    session = opened()
    for ctr in range(FIRST + 2, FIRST + WINDOW + 1):
        assert session.take_counter(ctr, True)
    assert session.take_counter(FIRST + 1, True)
    assert not session.take_counter(FIRST + 1, True)
    assert session.take_counter(FIRST + 1, False)  # a read may be repeated
    assert session.take_counter(FIRST + WINDOW + 2, True)
    assert not session.take_counter(FIRST + 1, False)  # not for ever


@given(st.lists(st.integers(0, 120), max_size=200))
def test_counter__any_order__as_a_set_with_a_window_says(ahead: list[int]) -> None:
    session = opened()
    seen, highest = {FIRST - i for i in range(WINDOW)}, FIRST
    for step in ahead:
        ctr = FIRST - 40 + step
        is_new = ctr > highest - WINDOW and ctr not in seen
        assert session.take_counter(ctr, True) == is_new
        seen.add(ctr)
        highest = max(highest, ctr)


def test_push__tags_of_the_board__believed_in_order_by_the_host_only() -> None:
    nonce, unique_id = bytes(16), bytes(8)

    class Keys:
        is_provisioned, failures = True, bytes(COUNTS)

        def person_key(self, _role: int, _person: int) -> bytes:
            return bytes(32)

    sessions = Sessions(Keys(), unique_id, lambda: 7, 1, lambda _n: nonce, lambda *_: None)
    sessions.offer_nonce(0, 0x80, 1)
    key = session_key(bytes(32), 8, unique_id, 7, 1, 0x80, nonce, nonce)
    host = SessionKey(key)
    assert sessions.open(0, 0x80, 8, 0, nonce, b"open", host.host_tag(b"open"), 1, 0) == 0
    session = sessions.proved
    assert session is not None and session.serial == 1
    first, second = session.next_push(), session.next_push()
    assert (first, second) == (1, 2)
    tag = session.make_push_tag(b"events")
    assert not host.is_from_board(b"events", tag)  # an answer is something else
    assert not host.is_pushed(b"other", second, tag)
    assert host.is_pushed(b"events", second, tag)
    assert not host.is_pushed(b"events", second, tag)
    assert not host.is_pushed(b"events", first, tag)
    session.close()
    assert session.serial == 0
