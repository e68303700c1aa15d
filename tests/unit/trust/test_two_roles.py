"""The second role confirms a deed: that one, once, in time, and as somebody else."""

from __future__ import annotations

import hashlib
import struct

import pytest

from faro.wire.dictionary import ALL_TABLES
from firmware.core import errors
from firmware.core.rows import MSG_PENDING
from firmware.trust.rows import EV_TWO_ROLES_ASKED
from firmware.trust.two_roles import FINGERPRINT_BYTES, LIMIT_S, TwoRoles, digest_of

UNIQUE_ID = bytes(range(8))
DAY_MS = 86_400_000
SUPERVISOR, INSPECTOR, TECHNICIAN = 2, 4, 8
ASKED = (12, 115, SUPERVISOR, 7, b"\x01\x02", INSPECTOR)


def asked(done: list[tuple[int, int]] | None = None) -> TwoRoles:
    found = [] if done is None else done
    two_roles = TwoRoles(UNIQUE_ID)
    two_roles.ask(*ASKED, lambda *roles: found.append(roles) or 0, 1_000)
    return two_roles


def digest(number: int = 12, message: int = 115, role: int = SUPERVISOR, data: bytes = b"\1\2"):
    return digest_of(UNIQUE_ID, number, message, role, data)


def test_digest__as_documented__sha256_over_all_of_the_deed() -> None:
    text = b"faro-deed-1" + UNIQUE_ID + struct.pack("<IBB", 12, 115, 2) + b"\1\2"
    assert digest() == hashlib.sha256(text).digest()[:16]
    others = {digest(13), digest(12, 114), digest(role=8), digest(data=b"\1\2\0"), digest()}
    assert len(others) == 5


@pytest.mark.parametrize(
    ("number", "told", "role", "person", "error"),
    [
        (12, digest(), INSPECTOR, 8, 0),
        (12, digest(), INSPECTOR, 0, 0),
        (11, digest(), INSPECTOR, 8, errors.ERR_NOTHING_PENDING),
        (12, digest(), SUPERVISOR, 8, errors.ERR_SAME_ROLE),
        (12, digest(), INSPECTOR, 7, errors.ERR_SAME_PERSON),
        (12, digest(), TECHNICIAN, 8, errors.ERR_NOT_ALLOWED),
        (12, digest(data=b"\1\3"), INSPECTOR, 8, errors.ERR_OTHER_DEED),
        (12, digest(number=11), INSPECTOR, 8, errors.ERR_OTHER_DEED),
    ],
)
def test_confirm__by_whom_and_what__one_error_each(
    number: int, told: bytes, role: int, person: int, error: int
) -> None:
    assert asked().why_not(number, told, role, person, 2_000) == error


def test_confirm__carried_out__once() -> None:
    done: list[tuple[int, int]] = []
    two_roles = asked(done)
    assert two_roles.carry_out(INSPECTOR) == 0
    assert done == [(SUPERVISOR, INSPECTOR)]
    error = two_roles.why_not(12, digest(), INSPECTOR, 8, 2_000)
    assert error == errors.ERR_NOTHING_PENDING and two_roles.left_ms(2_000) == 0


@pytest.mark.parametrize("days", [0.001, 1, 6, 7, 12, 12.43, 13])
def test_confirm__days_later__nothing_waits(days: float) -> None:
    late_ms = 1_000 + int(days * DAY_MS)
    assert asked().why_not(12, digest(), INSPECTOR, 8, late_ms) == errors.ERR_NOTHING_PENDING


def test_left__counts_down_to_the_limit() -> None:
    two_roles = asked()
    assert [two_roles.left_ms(t) for t in (1_000, 60_999, 61_000, 90_000)] == [
        LIMIT_S * 1000, 1, 0, 0,
    ]  # fmt: skip


def test_rows__whatever_takes_two_roles__fits_the_event_that_states_it() -> None:
    event = next(row for row in ALL_TABLES.EVENTS if row[0] == EV_TWO_ROLES_ASKED)
    room = struct.calcsize(event[2]) - struct.calcsize("<BIBH")
    asking = [row for row in ALL_TABLES.MESSAGES if row[5] == MSG_PENDING]
    assert len(asking) >= 7
    for row in asking:
        if row[1] == "PROVISION":  # its parameters are keys: it states their fingerprint
            assert room >= FINGERPRINT_BYTES
            continue
        assert struct.calcsize(row[6]) <= room and "*" not in row[7], row[1]
