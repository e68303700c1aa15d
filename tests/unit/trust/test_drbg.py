"""HMAC-DRBG: all published CAVP vectors, a slow second implementation, limits, saved state."""

import hmac
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.trust import drbg
from tests.helpers import trust_checks
from tests.helpers.mp_run import REPO, run_in_micropython

SEED = bytes(range(32))
NONCE = bytes(range(16))


@pytest.fixture(autouse=True)
def _in_repo(monkeypatch):
    monkeypatch.chdir(REPO)


def seeded(**kwargs):
    generator = drbg.HmacDrbg(**kwargs)
    generator.instantiate(SEED, NONCE, b"board 1")
    return generator


def take(generator, count=32, additional=b""):
    out = bytearray(count)
    assert generator.generate_into(out, additional) == drbg.DRBG_OK
    return bytes(out)


class SlowDrbg:
    """SP 800-90A, 10.1.2, written down again with the standard library's hmac."""

    def __init__(self, material):
        self.k, self.v = b"\0" * 32, b"\1" * 32
        self.update(material)

    def mac(self, data):
        return hmac.new(self.k, data, sha256).digest()

    def update(self, data):
        for byte in (b"\0", b"\1") if data else (b"\0",):
            self.k = self.mac(self.v + byte + data)
            self.v = self.mac(self.v)

    def generate(self, count, additional):
        if additional:
            self.update(additional)
        out = b""
        while len(out) < count:
            self.v = self.mac(self.v)
            out += self.v
        self.update(additional)
        return out[:count]


def test_drbg__all_cavp_vectors_on_cpython__right():
    assert trust_checks.check_drbg() == 180


def test_drbg__all_cavp_vectors_in_micropython__right():
    script = "from tests.helpers import trust_checks\nprint(trust_checks.check_drbg())"
    assert run_in_micropython(script).split() == ["180"]


STEP = st.one_of(
    st.tuples(st.just("generate"), st.integers(0, 200), st.binary(max_size=70)),
    st.tuples(st.just("reseed"), st.binary(min_size=32, max_size=70), st.binary(max_size=40)),
)


@settings(max_examples=60)
@given(st.binary(min_size=32, max_size=64), st.binary(max_size=40), st.lists(STEP, max_size=8))
def test_drbg__any_sequence__same_as_second_implementation(entropy, personal, steps):
    generator = drbg.HmacDrbg()
    generator.instantiate(entropy, NONCE, personal)
    slow = SlowDrbg(entropy + NONCE + personal)
    for name, first, second in steps:
        if name == "generate":
            assert take(generator, first, second) == slow.generate(first, second)
        else:
            generator.reseed(first, second)
            slow.update(first + second)


def test_known_answer__generator_damaged__seen(monkeypatch):
    assert drbg.is_known_answer_right()
    real = drbg.HmacKey.tag
    monkeypatch.setattr(drbg.HmacKey, "tag", lambda self, *p: bytes(32) or real(self, *p))
    assert not drbg.is_known_answer_right()


def test_generate__never_seeded__refused_and_buffer_untouched():
    out = bytearray(b"keep")
    generator = drbg.HmacDrbg()
    assert generator.generate_into(out) == drbg.DRBG_BAD_STATE
    assert generator.reseed(SEED) == drbg.DRBG_BAD_STATE
    assert generator.needs_reseed()
    assert out == b"keep"
    assert generator.export_state() == b""


def test_generate__interval_used_up__refused_until_reseed():
    generator = seeded(reseed_interval=3)
    for _ in range(3):
        assert not generator.needs_reseed()
        take(generator)
    out = bytearray(b"keep")
    assert generator.needs_reseed()
    assert generator.generate_into(out) == drbg.DRBG_NEEDS_RESEED
    assert out == b"keep"
    assert generator.reseed(SEED) == drbg.DRBG_OK
    assert generator.reseed_counter == 1
    take(generator)


def test_generate__request_too_long__refused():
    generator = seeded()
    assert generator.generate_into(bytearray(65537)) == drbg.DRBG_TOO_LONG
    take(generator, 65536)


@pytest.mark.parametrize("entropy, nonce", [(31, 16), (32, 15), (0, 0)])
def test_instantiate__too_little__raises(entropy, nonce):
    with pytest.raises(ValueError):
        drbg.HmacDrbg().instantiate(bytes(entropy), bytes(nonce))


def test_reseed__too_little__raises():
    with pytest.raises(ValueError):
        seeded().reseed(bytes(31))


def test_state__saved_and_taken_over__sequence_goes_on():
    generator = seeded()
    take(generator, 100)
    state = generator.export_state()
    assert len(state) == drbg.STATE_BYTES
    later = [take(generator, 50) for _ in range(3)]
    other = drbg.HmacDrbg()
    assert other.import_state(state) == drbg.DRBG_OK
    assert other.reseed_counter == 2
    assert [take(other, 50) for _ in range(3)] == later


def test_state__counter_near_the_limit_of_the_standard__kept():
    generator = seeded(reseed_interval=1 << 48)
    generator.reseed_counter = 1 << 48
    other = drbg.HmacDrbg(reseed_interval=1 << 48)
    other.import_state(generator.export_state())
    assert other.reseed_counter == 1 << 48
    take(other)
    assert other.generate_into(bytearray(1)) == drbg.DRBG_NEEDS_RESEED


def test_state__damaged__refused():
    state = seeded().export_state()
    other = drbg.HmacDrbg()
    for bad in (b"", state[:-1], state + b"\0", b"\2" + state[1:], state[:65] + bytes(8)):
        assert other.import_state(bad) == drbg.DRBG_BAD_STATE
    assert other.generate_into(bytearray(1)) == drbg.DRBG_BAD_STATE


def test_resume__same_old_state_and_dead_source__new_sequence_at_every_boot():
    """STANDARDS 5: never the same sequence, even if the cut lost the newest state."""
    state = seeded().export_state()
    seen = set()
    for boot in range(1000):
        generator = drbg.HmacDrbg()
        code = generator.resume(state, bytes(32), boot.to_bytes(4, "big"))
        assert code == drbg.DRBG_OK
        seen.add(take(generator))
    assert len(seen) == 1000
    assert drbg.HmacDrbg().resume(state[1:], bytes(32), b"") == drbg.DRBG_BAD_STATE
