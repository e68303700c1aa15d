"""Checks of firmware/trust that run on CPython and, unchanged, inside MicroPython."""

import json
from binascii import hexlify, unhexlify

from firmware.trust import drbg, entropy, hmac_sha256, lms, sampler

VECTORS = "tests/helpers/vectors/"

# RFC 4231, clauses 4.2 to 4.8: (key, data, HMAC-SHA-256); 4.6 is the truncated one
RFC4231 = (
    (
        "0b" * 20,
        "4869205468657265",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    ),
    (
        "4a656665",
        "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ),
    (
        "aa" * 20,
        "dd" * 50,
        "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
    ),
    (
        "aa" * 131,
        hexlify(b"Test Using Larger Than Block-Size Key - Hash Key First").decode(),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ),
)


def load_vectors(name):
    """The vectors of a file, one line each: a whole file would not fit a board's heap."""
    with open(VECTORS + name) as file:
        for line in file:
            if line.startswith('{"id"'):
                yield json.loads(line.rstrip().rstrip(","))


def check_hmac():
    for key, data, tag in RFC4231:
        data = unhexlify(data)
        assert hexlify(hmac_sha256.hmac_sha256(unhexlify(key), data)).decode() == tag
        mac = hmac_sha256.HmacKey(unhexlify(key))
        for _ in range(2):  # a key makes any number of tags
            assert hexlify(mac.tag(data[:3], data[3:])).decode() == tag
    assert hmac_sha256.is_equal(b"", b"")
    assert hmac_sha256.is_equal(b"abc", bytearray(b"abc"))
    assert not hmac_sha256.is_equal(b"abc", b"abd")
    assert not hmac_sha256.is_equal(b"abc", b"ab")
    key = hmac_sha256.derive(b"k" * 32, b"session", b"nonces")
    assert len(key) == 32
    assert key == hmac_sha256.derive(b"k" * 32, b"session", b"nonces", 32)
    assert key != hmac_sha256.derive(b"k" * 32, b"sessio", b"nnonces")
    assert key != hmac_sha256.derive(b"k" * 32, b"session", b"nonces", 33)[:32]
    assert len(hmac_sha256.derive(b"k", b"l", b"", 100)) == 100
    return 4


def check_lms():
    count = 0
    for vector in load_vectors("lms_rfc8554.json"):
        key = unhexlify(vector["public_key"])
        message = unhexlify(vector["message"])
        sig = unhexlify(vector["signature"])
        assert lms.verify(key, message, sig) == lms.LMS_OK
        pieces = [message[i : i + 7] for i in range(0, len(message), 7)]
        assert lms.verify_pieces(key, pieces, sig) == lms.LMS_OK
        assert lms.verify(key, message + b" ", sig) == lms.LMS_BAD_SIGNATURE
        assert lms.verify(key, message[:-1], sig) == lms.LMS_BAD_SIGNATURE
        assert lms.verify(key, message, sig[:-1]) == lms.LMS_BAD_LENGTH
        assert lms.verify(key, message, sig + b"\x00") == lms.LMS_BAD_LENGTH
        assert lms.verify(key[:-1], message, sig) == lms.LMS_BAD_KEY
        count += 1
    return count


def check_drbg():
    assert drbg.is_known_answer_right()
    count = 0
    for vector in load_vectors("hmac_drbg_sha256_cavp.json"):
        generator = drbg.HmacDrbg()
        generator.instantiate(
            unhexlify(vector["entropy"]),
            unhexlify(vector["nonce"]),
            unhexlify(vector["personalization"]),
        )
        additional = [unhexlify(text) for text in vector["additional"]]
        reseeds = [unhexlify(text) for text in vector["reseeds"]]
        out = bytearray(len(vector["returned"]) // 2)
        if vector["kind"] == "reseed":
            generator.reseed(reseeds[0], additional.pop(0))
        for i in range(2):
            extra = additional[i]
            if vector["kind"] == "prediction_resistance":
                # SP 800-90A, 9.3.1 step 7: the additional input goes into the reseed
                generator.reseed(reseeds[i], extra)
                extra = b""
            # the state goes through export and import between any two requests
            copy = drbg.HmacDrbg()
            assert copy.import_state(generator.export_state()) == drbg.DRBG_OK
            generator = copy
            assert generator.generate_into(out, extra) == drbg.DRBG_OK
        assert hexlify(out).decode() == vector["returned"], vector["id"]
        count += 1
    return count


def check_entropy():
    for millibits, repetition, proportion in entropy.CUTOFFS:
        health = entropy.EntropyHealth(millibits)
        for i in range(1, repetition):
            assert health.feed(7) == entropy.ENTROPY_OK, (millibits, i)
        assert health.feed(7) == entropy.ENTROPY_STUCK
        # every second sample the same: no run, but found at the cutoff-th of them
        health.restart()
        found_at = 0
        for i in range(512):
            if health.feed(7 if i % 2 == 0 else 8 + i % 200) == entropy.ENTROPY_BIASED:
                found_at = i + 1
                break
        assert found_at == (2 * proportion - 1 if proportion <= 256 else 0), millibits
    return len(entropy.CUTOFFS)


def check_sampler():
    for k in (2, 3, 6, 52, 54, 255, 256):
        hits = [0] * k
        for value in range(256):
            source = iter((value,))
            result = sampler.draw_below(k, lambda s=source: next(s, -1))
            if result >= 0:
                hits[result] += 1
        assert min(hits) == max(hits) == 256 // k
    generator = drbg.HmacDrbg()
    generator.instantiate(b"s" * 32, b"n" * 16)
    source = sampler.RandomBytes(generator)
    cards = list(range(416))
    assert sampler.shuffle_in_place(cards, 416, source.draw)
    assert sorted(cards) == list(range(416))
    # the same on both interpreters: the board and the host agree on every draw
    digest = 0
    for card in cards:
        digest = (digest * 31 + card) % 1000003
    return digest
