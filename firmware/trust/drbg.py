"""HMAC-DRBG with SHA-256 (SP 800-90A rev. 1, 10.1.2): the board's random generator.

Fed by entropy.py (seed, reseed) and by the store (saved state); feeds sampler.py.
"""

import hashlib

from firmware.trust.hmac_sha256 import HmacKey, is_equal

DRBG_OK = 0
DRBG_NEEDS_RESEED = 1
DRBG_TOO_LONG = 2
DRBG_BAD_STATE = 3

SEED_BYTES = 32  # security strength 256 bit (SP 800-90A, table 2)
NONCE_BYTES = 16  # at least half the strength (8.6.7)
MAX_REQUEST_BYTES = 65536  # 2^19 bits (table 2)
# Table 2 allows 2^48 requests. A shuffle of eight decks takes 10 (of 64 bytes; measured), so
# a reseed comes after 1,000 of them at the latest: a leaked state is not good for long.
RESEED_INTERVAL = 10000
STATE_BYTES = 1 + 32 + 32 + 8
_STATE_VERSION = 1

# SP 800-90A, 11.3: known answer at start. CAVP HMAC_DRBG.rsp, [SHA-256], no reseed, no
# personalization, no additional input, count 0; the answer is kept as its SHA-256.
_KAT_SEED = (
    b"\xca\x85\x19\x11\x34\x93\x84\xbf\xfe\x89\xde\x1c\xbd\xc4\x6e\x68"
    b"\x31\xe4\x4d\x34\xa4\xfb\x93\x5e\xe2\x85\xdd\x14\xb7\x1a\x74\x88"
)
_KAT_NONCE = b"\x65\x9b\xa9\x6c\x60\x1d\xc6\x9f\xc9\x02\x94\x08\x05\xec\x0c\xa8"
_KAT_ANSWER = (
    b"\x8f\x4a\x3e\x2e\x6f\xdb\xba\x81\xca\x42\xfe\xd1\x1d\xf2\xec\xe0"
    b"\xb7\x5d\xac\x11\x7a\xa1\x3b\xaf\x45\x95\x48\xfe\xc9\x94\x63\x00"
)


class HmacDrbg:
    """The working state (K, V, reseed counter); no output before it is seeded."""

    def __init__(self, reseed_interval=RESEED_INTERVAL):
        self._mac = None
        self._key = b""
        self._v = b""
        self._interval = reseed_interval
        self.reseed_counter = 0  # 0 = never seeded

    def instantiate(self, entropy, nonce, personalization=b""):
        """Start anew (10.1.2.3); the personalization should hold the device's identity."""
        if len(entropy) < SEED_BYTES or len(nonce) < NONCE_BYTES:
            raise ValueError("too little entropy or nonce")
        self._set_key(b"\x00" * 32)
        self._v = b"\x01" * 32
        self._update(entropy, nonce, personalization)
        self.reseed_counter = 1

    def reseed(self, entropy, additional=b""):
        """Mix fresh entropy in (10.1.2.4); what was there before still counts."""
        if len(entropy) < SEED_BYTES:
            raise ValueError("too little entropy")
        if self.reseed_counter == 0:
            return DRBG_BAD_STATE
        self._update(entropy, additional)
        self.reseed_counter = 1
        return DRBG_OK

    def generate_into(self, buf, additional=b""):
        """Fill buf with random bytes (10.1.2.5); buf is left alone unless DRBG_OK."""
        if self.reseed_counter == 0:
            return DRBG_BAD_STATE
        if len(buf) > MAX_REQUEST_BYTES:
            return DRBG_TOO_LONG
        if self.reseed_counter > self._interval:
            return DRBG_NEEDS_RESEED
        if len(additional):
            self._update(additional)
        v = self._v
        length = len(buf)
        at = 0
        while at < length:
            v = self._mac.tag(v)
            count = min(32, length - at)
            buf[at : at + count] = v if count == 32 else v[:count]
            at += count
        self._v = v
        self._update(additional)
        self.reseed_counter += 1
        return DRBG_OK

    def needs_reseed(self):
        """True when the next request would be refused."""
        return self.reseed_counter == 0 or self.reseed_counter > self._interval

    def _set_key(self, key):
        if self._mac is not None:
            self._mac.wipe()
        self._key = key
        self._mac = HmacKey(key)

    def _update(self, *provided):
        # 10.1.2.2; the second round only if something was provided
        self._set_key(self._mac.tag(self._v, b"\x00", *provided))
        self._v = self._mac.tag(self._v)
        for part in provided:
            if len(part):
                self._set_key(self._mac.tag(self._v, b"\x01", *provided))
                self._v = self._mac.tag(self._v)
                return

    def export_state(self):
        """The state as STATE_BYTES bytes for the store. It is secret: never on the link."""
        if self.reseed_counter == 0:
            return b""
        counter = self.reseed_counter
        tail = bytes([counter >> shift & 255 for shift in range(56, -1, -8)])
        return bytes((_STATE_VERSION,)) + self._key + self._v + tail

    def import_state(self, state):
        """Take a saved state over exactly; DRBG_BAD_STATE if it can't be one."""
        if len(state) != STATE_BYTES or state[0] != _STATE_VERSION:
            return DRBG_BAD_STATE
        counter = 0
        for byte in state[65:73]:
            counter = counter << 8 | byte
        if counter == 0:
            return DRBG_BAD_STATE
        self._set_key(bytes(state[1:33]))
        self._v = bytes(state[33:65])
        self.reseed_counter = counter
        return DRBG_OK

    def resume(self, state, entropy, boot_context):
        """Go on after a power loss: saved state, fresh entropy and a boot counter together."""
        # A cut between output and saving brings an old state back. boot_context (a counter
        # that grows at every boot) makes the sequence new even if the entropy source is dead,
        # and the old state keeps it unpredictable (STANDARDS 5 and 6).
        code = self.import_state(state)
        if code != DRBG_OK:
            return code
        return self.reseed(entropy, boot_context)


def is_known_answer_right():
    """Self-test for boot: the generator gives the published answer (SP 800-90A, 11.3)."""
    drbg = HmacDrbg()
    drbg.instantiate(_KAT_SEED, _KAT_NONCE)
    out = bytearray(128)
    for _ in range(2):  # CAVP compares the second request
        if drbg.generate_into(out) != DRBG_OK:
            return False
    return is_equal(hashlib.sha256(out).digest(), _KAT_ANSWER)
