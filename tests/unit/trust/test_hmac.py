"""HMAC-SHA-256 against RFC 4231 and the standard library, on both interpreters."""

import hmac
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.trust.hmac_sha256 import HmacKey, derive, hmac_sha256, is_equal
from tests.helpers import trust_checks
from tests.helpers.mp_run import REPO, run_in_micropython


@pytest.fixture(autouse=True)
def _in_repo(monkeypatch):
    monkeypatch.chdir(REPO)


def test_hmac__rfc4231_on_cpython__right():
    assert trust_checks.check_hmac() == 4


def test_hmac__rfc4231_in_micropython__right():
    script = "from tests.helpers import trust_checks\nprint(trust_checks.check_hmac())"
    assert run_in_micropython(script).split() == ["4"]


@given(st.binary(max_size=200), st.lists(st.binary(max_size=150), max_size=4))
def test_hmac__any_key_and_parts__same_as_standard_library(key, parts):
    expected = hmac.new(key, b"".join(parts), sha256).digest()
    assert hmac_sha256(key, *parts) == expected
    mac = HmacKey(key)
    running = mac.start()
    for part in parts:
        running.update(part)
    assert mac.finish(running) == expected


@given(st.binary(max_size=40), st.binary(max_size=40))
def test_is_equal__any_two__same_as_equality(left, right):
    assert is_equal(left, right) == (left == right)
    assert is_equal(left, bytes(left))


def test_is_equal__each_bit_of_a_tag_flipped__unequal():
    tag = bytes(range(16))
    for bit in range(128):
        other = bytearray(tag)
        other[bit // 8] ^= 1 << bit % 8
        assert not is_equal(tag, other)


def test_is_equal__any_position_differs__reads_all_bytes():
    class Counting(bytes):
        reads = 0

        def __getitem__(self, index):
            Counting.reads += 1
            return bytes.__getitem__(self, index)

    counts = set()
    for wrong in range(16):
        other = bytearray(16)
        other[wrong] = 1
        Counting.reads = 0
        assert not is_equal(Counting(16), other)
        counts.add(Counting.reads)
    assert counts == {16}


@given(st.binary(min_size=1, max_size=40), st.binary(max_size=40), st.integers(1, 200))
def test_derive__any_length__sp800_108_counter_mode(key, context, length):
    expected = b""
    for i in range(1, 9):
        data = i.to_bytes(4, "big") + b"label\x00" + context + (8 * length).to_bytes(4, "big")
        expected += hmac.new(key, data, sha256).digest()
    assert derive(key, b"label", context, length) == expected[:length]


def test_derive__zero_in_label_or_bad_length__raises():
    for label, length in ((b"a\x00b", 32), (b"a", 0), (b"a", 8161)):
        with pytest.raises(ValueError):
            derive(b"k", label, b"", length)


def test_hmac_key__wiped__no_longer_the_key():
    mac = HmacKey(b"secret")
    tag = mac.tag(b"x")
    mac.wipe()
    assert mac.tag(b"x") != tag
