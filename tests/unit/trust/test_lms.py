"""LMS verification: RFC 8554 vectors, pyhsslms as a second opinion, damage, and cost."""

import hashlib
import random
from types import SimpleNamespace

import pyhsslms.pyhsslms as reference
import pytest

from firmware.trust import lms
from tests.helpers import trust_checks
from tests.helpers.mp_run import REPO, run_in_micropython

MESSAGE = b"faro-image 1\n" * 20
H5, H10 = 5, 6
W4, W8 = 3, 4


@pytest.fixture(autouse=True)
def _in_repo(monkeypatch):
    monkeypatch.chdir(REPO)


def u32(value):
    return value.to_bytes(4, "big")


def make_key(lms_type=H5, lmots_type=W4, levels=1):
    return reference.HssPrivateKey(
        levels=levels, lms_type=u32(lms_type), lmots_type=u32(lmots_type)
    )


@pytest.fixture(scope="module")
def signed():
    """(public key, signature over MESSAGE) of a small key."""
    key = make_key()
    for _ in range(5):
        signature = key.sign(MESSAGE)
    return key.publicKey().serialize(), signature


def rfc_vectors():
    for vector in trust_checks.load_vectors("lms_rfc8554.json"):
        yield [bytes.fromhex(vector[name]) for name in ("public_key", "message", "signature")]


class CountingSha256:
    """hashlib.sha256 with the length of all input kept, to count the real blocks."""

    blocks = 0
    hashes = 0

    def __init__(self, data=b""):
        self._inner = hashlib.sha256(data)
        self._length = len(data)

    def update(self, data):
        self._inner.update(data)
        self._length += len(data)

    def digest(self):
        CountingSha256.blocks += lms.sha256_blocks(self._length)
        CountingSha256.hashes += 1
        return self._inner.digest()


@pytest.fixture
def counted(monkeypatch):
    monkeypatch.setattr(lms, "hashlib", SimpleNamespace(sha256=CountingSha256))
    CountingSha256.blocks = CountingSha256.hashes = 0
    return CountingSha256


def test_verify__rfc8554_vectors_on_cpython__right():
    assert trust_checks.check_lms() == 2


def test_verify__rfc8554_vectors_in_micropython__right():
    script = "from tests.helpers import trust_checks\nprint(trust_checks.check_lms())"
    assert run_in_micropython(script).split() == ["2"]


@pytest.mark.parametrize("lmots_type", [1, 2, 3, 4])
@pytest.mark.parametrize("levels", [1, 2])
def test_verify__signed_by_pyhsslms__accepted_and_other_message_refused(lmots_type, levels):
    key = make_key(H5, lmots_type, levels)
    public = key.publicKey().serialize()
    for n in range(2):
        message = b"message %d" % n
        signature = key.sign(message)
        assert lms.verify(public, message, signature) == lms.LMS_OK
        assert lms.verify(public, message + b"!", signature) == lms.LMS_BAD_SIGNATURE


@pytest.mark.campaign
def test_verify__chosen_parameter_set__sizes_and_verdict():
    key = make_key(H10, W4)
    signature = key.sign(MESSAGE)
    assert len(signature) == 4 + lms.lms_signature_bytes(H10, W4) == 2512
    assert lms.verify(key.publicKey().serialize(), MESSAGE, signature) == lms.LMS_OK


def test_verify__key_of_another_signer__refused(signed):
    other = make_key().publicKey().serialize()
    assert lms.verify(other, MESSAGE, signed[1]) == lms.LMS_BAD_SIGNATURE


@pytest.mark.campaign
def test_verify__one_bit_flipped_in_every_byte_of_a_signature__refused(signed):
    public, signature = signed
    rng = random.Random(8554)
    for at in range(len(signature)):
        damaged = bytearray(signature)
        damaged[at] ^= 1 << rng.randrange(8)
        assert lms.verify(public, MESSAGE, bytes(damaged)) != lms.LMS_OK, at


def test_verify__one_bit_flipped_in_every_byte_of_the_key__refused(signed):
    public, signature = signed
    for bit in range(8 * len(public)):
        damaged = bytearray(public)
        damaged[bit // 8] ^= 1 << bit % 8
        assert lms.verify(bytes(damaged), MESSAGE, signature) != lms.LMS_OK, bit


def test_begin__every_other_length__refused_before_any_hash(counted):
    for public, _, signature in rfc_vectors():
        verifier = lms.HssVerifier(public)
        for length in range(len(signature)):
            assert verifier.begin(signature[:length]) == lms.LMS_BAD_LENGTH, length
        for extra in (1, 4, 32, len(signature)):
            assert verifier.begin(signature + bytes(extra)) == lms.LMS_BAD_LENGTH
    assert counted.hashes == 0


def test_begin__padded_signature__refused_though_pyhsslms_takes_it(signed):
    public, signature = signed
    padded = signature + b"\x00"
    assert reference.HssPublicKey.deserialize(public).verify(MESSAGE, padded)
    assert lms.verify(public, MESSAGE, padded) == lms.LMS_BAD_LENGTH


@pytest.mark.parametrize("leaf", [32, 33, 64, 1 << 31, (1 << 32) - 1])
def test_begin__leaf_out_of_range__refused(signed, leaf):
    public, signature = signed
    damaged = signature[:4] + u32(leaf) + signature[8:]
    assert lms.verify(public, MESSAGE, damaged) == lms.LMS_BAD_LEAF


def test_begin__every_other_type_code__refused(signed):
    public, signature = signed
    path_type_at = len(signature) - 5 * 32 - 4
    for code in [*range(0x20), 0xE0000001, 0xFFFFFFFF]:
        if code != W4:
            damaged = signature[:8] + u32(code) + signature[12:]
            assert lms.verify(public, MESSAGE, damaged) == lms.LMS_BAD_TYPE
            key = public[:8] + u32(code) + public[12:]
            assert lms.verify(key, MESSAGE, signature) != lms.LMS_OK
        if code != H5:
            damaged = signature[:path_type_at] + u32(code) + signature[path_type_at + 4 :]
            assert lms.verify(public, MESSAGE, damaged) == lms.LMS_BAD_TYPE
            key = public[:4] + u32(code) + public[8:]
            assert lms.verify(key, MESSAGE, signature) != lms.LMS_OK


@pytest.mark.parametrize("levels", [0, 3, 8, 1 << 31])
def test_begin__key_with_other_levels__refused(signed, levels):
    public, signature = signed
    assert lms.verify(u32(levels) + public[4:], MESSAGE, signature) == lms.LMS_BAD_KEY


def test_begin__signature_with_other_levels__refused(signed):
    public, signature = signed
    for levels in (1, 2, 7, 1 << 31):
        code = lms.verify(public, MESSAGE, u32(levels) + signature[4:])
        assert code == lms.LMS_BAD_LEVELS
    assert lms.verify(u32(2) + public[4:], MESSAGE, signature) == lms.LMS_BAD_LEVELS


def test_verify__lower_tree_of_an_attacker_under_a_real_root__refused():
    """Two levels: whoever skips the root's signature accepts anybody's lower tree."""
    owner, attacker = make_key(levels=2), make_key(levels=1)
    public, signature = owner.publicKey().serialize(), owner.sign(MESSAGE)
    top_end = 4 + lms.lms_signature_bytes(H5, W4)
    forged_message = b"evil"
    forged = (
        signature[:top_end]
        + attacker.publicKey().serialize()[4:]
        + attacker.sign(forged_message)[4:]
    )
    assert len(forged) == len(signature)
    assert lms.verify(public, forged_message, forged) == lms.LMS_BAD_SIGNATURE
    assert lms.verify(public, MESSAGE, signature) == lms.LMS_OK


def test_begin__lower_key_with_unknown_types__refused():
    key = make_key(levels=2)
    public, signature = key.publicKey().serialize(), key.sign(MESSAGE)
    at = 4 + lms.lms_signature_bytes(H5, W4)
    for code in (0, 10, 0xFFFFFFFF):
        for field in (at, at + 4):
            damaged = signature[:field] + u32(code) + signature[field + 4 :]
            assert lms.verify(public, MESSAGE, damaged) == lms.LMS_BAD_TYPE


def test_verifier__signature_in_its_buffer__checked_there():
    """An update's head is checked where it was received: no second and third 3.8 kB."""
    key = make_key(levels=2)
    head = bytearray(b"before" + key.sign(MESSAGE) + b"after")
    verifier = lms.HssVerifier(key.publicKey().serialize())
    assert verifier.begin(memoryview(head)[6:-5]) == lms.LMS_OK
    verifier.update(MESSAGE)
    head[-6] ^= 1  # it was not copied
    assert verifier.finish() == lms.LMS_BAD_SIGNATURE


def test_verifier__not_begun_or_refused__never_ok(signed):
    public, signature = signed
    verifier = lms.HssVerifier(public)
    assert verifier.finish() == lms.LMS_NOT_BEGUN
    assert verifier.begin(signature[:-1]) == lms.LMS_BAD_LENGTH
    verifier.update(MESSAGE)
    assert verifier.finish() == lms.LMS_BAD_LENGTH
    # and it can be used again; the verdict stays, whatever comes after it
    assert verifier.begin(signature) == lms.LMS_OK
    verifier.update(MESSAGE)
    assert verifier.finish() == lms.LMS_OK
    verifier.update(b"more")
    assert verifier.step() == lms.LMS_OK


def test_blocks__counted_for_real__equal_the_computed_number(counted):
    for public, message, signature in rfc_vectors():
        counted.blocks = 0
        verifier = lms.HssVerifier(public)
        verifier.begin(signature)
        verifier.update(message)
        assert verifier.finish() == lms.LMS_OK
        assert verifier.blocks() == counted.blocks


def test_step__each_one__bounded_work(signed, counted):
    public, signature = signed
    verifier = lms.HssVerifier(public)
    verifier.begin(signature)
    verifier.update(MESSAGE)
    most = steps = 0
    code = lms.LMS_BUSY
    while code == lms.LMS_BUSY:
        before = counted.hashes
        code = verifier.step()
        most = max(most, counted.hashes - before)
        steps += 1
    assert (code, steps) == (lms.LMS_OK, 68)
    assert most <= 16


def chain_steps(w, total):
    """Steps of all chains if the message digits lack `total` of their maximum (RFC 8554, 4.4)."""
    digits = {4: 3, 8: 2}[w]
    mask = (1 << w) - 1
    return total + sum(mask - (total >> w * i & mask) for i in range(digits))


def test_cost__parameter_sets__w4_costs_a_seventh_of_w8():
    """The numbers that docs/security.md gives; a manifest of 6 kB (about 60 files)."""
    cost = {}
    for lmots_type, w, digits in ((W4, 4, 64), (W8, 8, 32)):
        mask = (1 << w) - 1
        worst = max(chain_steps(w, total) for total in range(digits * mask + 1))
        typical = chain_steps(w, digits * mask // 2)
        cost[w] = [lms.verify_blocks(H10, lmots_type, 6000, n) for n in (typical, worst)]
    assert cost == {4: [660, 1140], 8: [4469, 8549]}
