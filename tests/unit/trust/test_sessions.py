"""Sessions without a board: who gets in, whose place it is, and what days of waiting change."""

from __future__ import annotations

from typing import Any

import pytest

from faro.wire.keys import ROLES, DeviceKeys, SessionKey, session_key
from firmware.core.errors import ERR_BAD_TAG, ERR_NO_SESSION, ERR_OUT_OF_RANGE, ERR_THROTTLED
from firmware.trust.keys import KeyRing
from firmware.trust.sessions import PLACES, Sessions
from firmware.trust.throttle import PLACES as COUNTS
from firmware.trust.throttle import place_of

TICKS_PERIOD_MS = 1 << 30  # ticks_ms() of MicroPython starts anew after 12.4 days
DAY_MS = 86_400_000
UNIQUE_ID = bytes(range(8))
OFFICE = DeviceKeys(
    UNIQUE_ID.hex(), "shoe", bytes(32), {n: bytes((b,)) * 32 for n, b in ROLES.items()}
)
TABLE, SUPERVISOR, INSPECTOR, TECHNICIAN = ROLES.values()
USB, RS485 = 0, 1


class FakeKeys(KeyRing):
    """Keys in memory; `failures` as the store kept them."""

    @property
    def is_provisioned(self) -> bool:
        return True

    def __init__(self, failures: bytes = bytes(COUNTS)) -> None:
        self.kept = bytearray(failures)

    @property
    def failures(self) -> bytes:
        return bytes(self.kept)

    def role_key(self, role: int) -> bytes:
        return bytes((role,)) * 32

    def save_failures(self, place: int, count: int) -> None:
        self.kept[place] = count


class Board:
    """Sessions, and hosts that open them."""

    def __init__(self, failures: bytes = bytes(COUNTS)) -> None:
        self.keys = FakeKeys(failures)
        self.told: list[tuple[int, ...]] = []
        self._nonces = 0
        self.sessions: Any = Sessions(
            self.keys, UNIQUE_ID, lambda: 7, 1, self._nonce, lambda *event: self.told.append(event)
        )

    def _nonce(self, size: int) -> bytes:
        self._nonces += 1
        return bytes((self._nonces,)) * size

    def open(
        self,
        role: int,
        port: int = USB,
        sender: int = 0x80,
        keys: DeviceKeys = OFFICE,
        now_ms: int = 1_000,
        is_right: bool = True,
        as_person: int | None = None,
    ) -> tuple[int, SessionKey]:
        name = next(name for name, bit in ROLES.items() if bit == role)
        nonce = self.sessions.offer_nonce(port, sender, self._nonces)
        person = keys.person if as_person is None else as_person
        key = keys.roles.get(name) or min(keys.roles.values())
        told = (role, UNIQUE_ID, 7, 1, sender, nonce, bytes(16), person)
        session = SessionKey(session_key(key, *told))
        tag = session.host_tag(b"open") if is_right else bytes(16)
        result = self.sessions.open(port, sender, role, person, bytes(16), b"open", tag, 1, now_ms)
        return result, session

    def check(
        self, session: SessionKey, port: int = USB, sender: int = 0x80, now_ms: int = 1_000
    ) -> int:
        return self.sessions.check(port, sender, b"x", session.host_tag(b"x"), now_ms)

    def fail(self, port: int = USB, now_ms: int = 1_000) -> int:
        return self.sessions.check(port, 0x80, b"x", bytes(16), now_ms)


def pass_days(board: Board, start_ms: int, duration_ms: int) -> int:
    """Heartbeats (a minute apart is often enough) on a wrapping counter; gives its reading."""
    now_ms = start_ms
    for passed_ms in range(0, duration_ms, 60_000):
        now_ms = (start_ms + passed_ms) % TICKS_PERIOD_MS
        board.sessions.tick(now_ms)
    return now_ms


# -- persons --------------------------------------------------------------------------------------


def test_open__key_of_a_person__that_person_in_that_role_only() -> None:
    board = Board()
    ann = OFFICE.of_person("supervisor", 7, "Ann")
    assert board.open(SUPERVISOR, keys=ann)[0] == 0
    assert (board.sessions.proved.role, board.sessions.proved.person) == (SUPERVISOR, 7)
    for role, person in ((SUPERVISOR, 8), (SUPERVISOR, 0), (INSPECTOR, 7), (TABLE, 0)):
        assert board.open(role, keys=ann, as_person=person)[0] == -ERR_BAD_TAG
    with pytest.raises(StopIteration):
        board.open(3)
    assert board.sessions.open(USB, 0x80, 3, 0, bytes(16), b"", b"", 1, 0) == -ERR_OUT_OF_RANGE


# -- places ---------------------------------------------------------------------------------------


def test_places__more_sessions_of_a_role__push_out_its_own_oldest() -> None:
    board = Board()
    others = {role: board.open(role)[1] for role in (SUPERVISOR, INSPECTOR, TECHNICIAN)}
    tables = [board.open(TABLE, sender=0x90 + i, now_ms=2_000 + i)[1] for i in range(6)]
    results = [board.check(tables[i], sender=0x90 + i, now_ms=3_000) for i in range(6)]
    assert results == [-ERR_NO_SESSION] * 4 + [0, 0]
    for role, session in others.items():
        assert board.check(session) == 0
        assert board.sessions.proved.role == role


def test_places__one_sender_as_every_role__the_tag_says_which() -> None:
    board = Board()
    sessions = [(role, board.open(role)[1]) for role, _count in PLACES]
    for role, session in sessions + sessions[::-1]:
        assert board.check(session) == 0 and board.sessions.proved.role == role
    old = sessions[0][1]
    again = board.open(TABLE)[1]
    assert board.check(old) == -ERR_BAD_TAG and board.check(again) == 0
    board.sessions.close_others()
    assert [board.check(session) for _role, session in sessions[1:]] == [-ERR_BAD_TAG] * 3


# -- wrong tags -----------------------------------------------------------------------------------


def test_throttle__wrong_tags__never_pause_a_right_one() -> None:
    board = Board()
    owner = board.open(TECHNICIAN)[1]
    answers = [board.fail() for _ in range(6)]
    assert answers == [-ERR_BAD_TAG] * 3 + [-ERR_THROTTLED] * 3
    assert len(board.told) == 3  # a pause tells of nothing
    assert board.check(owner) == 0
    assert board.open(TECHNICIAN, is_right=False)[0] == -ERR_THROTTLED
    assert board.open(TECHNICIAN)[0] == 0


def test_throttle__ports_and_roles__counted_apart() -> None:
    board = Board()
    for _ in range(5):
        board.open(TECHNICIAN, RS485, is_right=False)
    assert board.keys.failures[place_of(RS485, TECHNICIAN)] == 3
    assert sum(board.keys.failures) == 3
    assert board.open(TECHNICIAN, USB, is_right=False)[0] == -ERR_BAD_TAG
    assert board.open(TABLE, RS485, is_right=False)[0] == -ERR_BAD_TAG
    assert board.open(TECHNICIAN, RS485, is_right=False)[0] == -ERR_THROTTLED
    assert board.open(TECHNICIAN, RS485)[0] == 0
    assert board.keys.failures[place_of(RS485, TECHNICIAN)] == 0
    assert board.keys.failures[place_of(RS485, TABLE)] == 1


def test_nonces__crowd_on_one_port__takes_none_from_the_other() -> None:
    board = Board()
    nonce = board.sessions.offer_nonce(USB, 0x80, 5)
    for sender in range(0x90, 0xC0):
        board.sessions.offer_nonce(RS485, sender, 1)
    assert board.sessions.offer_nonce(USB, 0x80, 5) == nonce


# -- what only days of waiting would show ---------------------------------------------------------


@pytest.mark.parametrize("days", [1, 7, 12, 13])
def test_session__idle_for_days__never_comes_back(days: int) -> None:
    """Half a turn of the tick counter later an old session must not look fresh."""
    board = Board()
    session = board.open(TECHNICIAN)[1]
    now_ms = pass_days(board, 1_000, days * DAY_MS)
    assert board.check(session, now_ms=now_ms) == -ERR_NO_SESSION


@pytest.mark.parametrize("days", [1, 7, 12, 13])
def test_throttle__days_after_the_last_failure__no_pause_is_left(days: int) -> None:
    board = Board()
    for _ in range(3):
        assert board.open(TABLE, is_right=False)[0] == -ERR_BAD_TAG
    now_ms = pass_days(board, 1_000, days * DAY_MS)
    assert board.open(TABLE, is_right=False, now_ms=now_ms)[0] == -ERR_BAD_TAG


@pytest.mark.parametrize("ticks_at_boot_ms", [0, 5_000, 500_000, TICKS_PERIOD_MS - 10])
def test_throttle__after_a_restart__whole_pause_wherever_ticks_begin(ticks_at_boot_ms: int) -> None:
    board = Board(bytes((6,)) * COUNTS)
    board.sessions.tick(ticks_at_boot_ms)
    for later_ms, is_paused in ((0, True), (7_900, True), (8_100, False)):
        now_ms = (ticks_at_boot_ms + later_ms) % TICKS_PERIOD_MS
        result = board.open(TECHNICIAN, is_right=False, now_ms=now_ms)[0]
        assert result == -(ERR_THROTTLED if is_paused else ERR_BAD_TAG)
