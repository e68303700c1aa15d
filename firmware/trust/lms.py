"""LMS/HSS signature verification (RFC 8554) with nothing but hashlib.sha256.

Feed: begin(signature), update(piece of the message) ..., then step() until it is done;
or verify() at once. Strict: each length, type code and leaf number must fit exactly.
"""

import hashlib

LMS_OK = 0
LMS_BAD_KEY = 1  # public key of wrong length or with an unknown type code
LMS_BAD_LENGTH = 2  # signature truncated or padded
LMS_BAD_LEVELS = 3  # signature has another number of levels than the key
LMS_BAD_TYPE = 4  # type code in the signature is not the one in the key
LMS_BAD_LEAF = 5  # leaf number q is not below 2^h
LMS_BAD_SIGNATURE = 6  # well formed, but not made by this key over this message
LMS_BUSY = 7  # step() has more to do
LMS_NOT_BEGUN = 8

PUBLIC_KEY_BYTES = 60  # levels 4, LMS type 4, LM-OTS type 4, I 16, root 32
_LMS_PUB_BYTES = 56
_MAX_LEVELS = 2

# LM-OTS type code: (w, p, ls), RFC 8554 table 1. n = 32 for all of them.
LMOTS_TYPES = {1: (1, 265, 7), 2: (2, 133, 6), 3: (4, 67, 4), 4: (8, 34, 0)}
# LMS type code: height, RFC 8554 table 2. m = 32 for all of them.
LMS_HEIGHTS = {5: 5, 6: 10, 7: 15, 8: 20, 9: 25}


def _u32(data, at):
    return data[at] << 24 | data[at + 1] << 16 | data[at + 2] << 8 | data[at + 3]


def _put_u32(buf, at, value):
    buf[at] = value >> 24 & 255
    buf[at + 1] = value >> 16 & 255
    buf[at + 2] = value >> 8 & 255
    buf[at + 3] = value & 255


def sha256_blocks(length_bytes):
    """Compressions that SHA-256 needs for a message of this length (FIPS 180-4, 5.1.1)."""
    return (length_bytes + 9 + 63) // 64


def lms_signature_bytes(lms_type: int, lmots_type: int) -> int:
    """Length of one LMS signature: q, LM-OTS signature, type, path (RFC 8554, 5.4)."""
    return 4 + 4 + 32 * (LMOTS_TYPES[lmots_type][1] + 1) + 4 + 32 * LMS_HEIGHTS[lms_type]


def verify_blocks(lms_type, lmots_type, message_bytes, chain_steps):
    """SHA-256 blocks of one LMS verification in which the chains take so many steps."""
    p = LMOTS_TYPES[lmots_type][1]
    blocks = sha256_blocks(22 + 32 + message_bytes)  # Q
    blocks += chain_steps * sha256_blocks(55)
    blocks += sha256_blocks(22 + 32 * p)  # Kc
    blocks += sha256_blocks(54)  # leaf
    return blocks + LMS_HEIGHTS[lms_type] * sha256_blocks(86)


class _LmsCheck:
    """One LMS signature against one LMS public key; both are views into longer buffers."""

    def __init__(self, key, key_at, sig, sig_at):
        self._key = key
        self._key_at = key_at
        self._sig = sig
        self._sig_at = sig_at
        self._w, self._p, self._ls = LMOTS_TYPES[_u32(key, key_at + 4)]
        self._height = LMS_HEIGHTS[_u32(key, key_at)]
        self._leaf = _u32(sig, sig_at)
        # I || q || i || j || tmp, the 55 bytes of every step of a chain (RFC 8554, 4.3)
        self._buf = bytearray(55)
        self._buf[0:16] = key[key_at + 8 : key_at + 24]
        _put_u32(self._buf, 16, self._leaf)
        self._message = self._domain_hash(0x81)
        self._message.update(sig[sig_at + 8 : sig_at + 40])  # C
        self._message_bytes = 0
        self._chains = None
        self._digits = None
        self._chain_no = 0
        self.chain_steps = 0

    def _domain_hash(self, byte):
        self._buf[20] = byte
        self._buf[21] = byte
        return hashlib.sha256(self._buf[0:22])

    def update(self, piece):
        """Feed the next piece of the message."""
        self._message.update(piece)
        self._message_bytes += len(piece)

    def _start_chains(self):
        # digits = coefficients of Q || checksum(Q), RFC 8554, 4.4 and 4.6
        q_hash = self._message.digest()
        self._message = None
        w = self._w
        mask = (1 << w) - 1
        digits = bytearray(self._p)
        total = 0
        at = 0
        for byte in q_hash:
            for shift in range(8 - w, -1, -w):
                digit = byte >> shift & mask
                digits[at] = digit
                total += mask - digit
                at += 1
        total <<= self._ls
        for shift in range(16 - w, -1, -w):
            if at == self._p:
                break
            digits[at] = total >> shift & mask
            at += 1
        self._digits = digits
        self._chains = self._domain_hash(0x80)

    def step(self):
        """Do one chain, or the path at the end; LMS_BUSY until the verdict."""
        if self._digits is None:
            self._start_chains()
        i = self._chain_no
        if i == self._p:
            return self._check_path(self._chains.digest())
        sha256 = hashlib.sha256
        buf = self._buf
        buf[20] = i >> 8
        buf[21] = i & 255
        at = self._sig_at + 40 + 32 * i
        tmp = self._sig[at : at + 32]
        first = self._digits[i]
        last = (1 << self._w) - 1
        for j in range(first, last):
            buf[22] = j
            buf[23:55] = tmp
            tmp = sha256(buf).digest()
        self._chains.update(tmp)
        self.chain_steps += last - first
        self._chain_no = i + 1
        return LMS_BUSY

    def _check_path(self, leaf_key):
        # RFC 8554, algorithm 6a: from the leaf up to the root
        buf = self._buf
        node = (1 << self._height) + self._leaf
        _put_u32(buf, 16, node)
        running = self._domain_hash(0x82)
        running.update(leaf_key)
        tmp = running.digest()
        at = self._sig_at + 44 + 32 * self._p
        for _ in range(self._height):
            sibling = self._sig[at : at + 32]
            at += 32
            _put_u32(buf, 16, node >> 1)
            running = self._domain_hash(0x83)
            running.update(sibling if node & 1 else tmp)
            running.update(tmp if node & 1 else sibling)
            tmp = running.digest()
            node >>= 1
        # all of it is public: a plain compare is enough here
        if tmp == self._key[self._key_at + 24 : self._key_at + 56]:
            return LMS_OK
        return LMS_BAD_SIGNATURE

    def blocks(self):
        """SHA-256 blocks of this check; exact once the verdict is there."""
        lms_type = _u32(self._key, self._key_at)
        lmots_type = _u32(self._key, self._key_at + 4)
        return verify_blocks(lms_type, lmots_type, self._message_bytes, self.chain_steps)


class HssVerifier:
    """One HSS signature (1 or 2 levels) over a message that arrives in pieces."""

    def __init__(self, public_key):
        self._key = bytes(public_key)
        self._checks = []
        self._level = 0
        self._code = LMS_NOT_BEGUN

    def begin(self, signature):
        """Parse the signature; LMS_OK, or why it can't be right. Nothing is hashed yet.

        It is not copied (3.8 kB): until the verdict it must stay as it is.
        """
        self._checks = []
        self._level = 0
        self._code = self._parse(self._key, signature)
        if self._code != LMS_OK:
            self._checks = []
            return self._code
        self._code = LMS_BUSY
        return LMS_OK

    def _parse(self, key, sig):
        if len(key) != PUBLIC_KEY_BYTES or not _is_known_key(key, 4):
            return LMS_BAD_KEY
        levels = _u32(key, 0)
        if not 1 <= levels <= _MAX_LEVELS:
            return LMS_BAD_KEY
        if len(sig) < 4:
            return LMS_BAD_LENGTH
        if _u32(sig, 0) != levels - 1:
            return LMS_BAD_LEVELS
        holder = key
        key_at = at = 4
        for level in range(levels):
            is_last = level == levels - 1
            lms_type = _u32(holder, key_at)
            lmots_type = _u32(holder, key_at + 4)
            end = at + lms_signature_bytes(lms_type, lmots_type)
            left = len(sig) - end - (0 if is_last else _LMS_PUB_BYTES)
            if left < 0 or (is_last and left):
                return LMS_BAD_LENGTH
            path_at = end - 32 * LMS_HEIGHTS[lms_type]
            if _u32(sig, at + 4) != lmots_type or _u32(sig, path_at - 4) != lms_type:
                return LMS_BAD_TYPE
            if _u32(sig, at) >> LMS_HEIGHTS[lms_type]:
                return LMS_BAD_LEAF
            check = _LmsCheck(holder, key_at, sig, at)
            self._checks.append(check)
            if not is_last:
                # the message of an upper level is the public key of the level below
                if not _is_known_key(sig, end):
                    return LMS_BAD_TYPE
                check.update(sig[end : end + _LMS_PUB_BYTES])
                holder = sig
                key_at = end
                at = end + _LMS_PUB_BYTES
        return LMS_OK

    def update(self, piece):
        """Feed the next piece of the message."""
        if self._code == LMS_BUSY:
            self._checks[-1].update(piece)

    def step(self):
        """One chain of work (about 8 hashes with w = 4): LMS_BUSY, or the verdict."""
        if self._code == LMS_BUSY:
            code = self._checks[self._level].step()
            if code == LMS_OK and self._level + 1 < len(self._checks):
                self._level += 1
            elif code != LMS_BUSY:
                self._code = code
        return self._code

    def finish(self):
        """Work until the verdict is there."""
        while self.step() == LMS_BUSY:
            pass
        return self._code

    def blocks(self):
        """SHA-256 blocks that the verdict took, computed from the lengths and chain steps."""
        return sum([check.blocks() for check in self._checks])


def _is_known_key(data, at):
    return _u32(data, at) in LMS_HEIGHTS and _u32(data, at + 4) in LMOTS_TYPES


def verify(public_key: bytes, message: bytes, signature: bytes) -> int:
    """LMS_OK, or why the signature is not one of this key over this message."""
    return verify_pieces(public_key, (message,), signature)


def verify_pieces(public_key, pieces, signature):
    """Like verify(), with the message as an iterable of pieces."""
    verifier = HssVerifier(public_key)
    code = verifier.begin(signature)
    if code != LMS_OK:
        return code
    for piece in pieces:
        verifier.update(piece)
    return verifier.finish()
