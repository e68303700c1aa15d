"""The order of a pack, fixed before the deal and shown card by card: a Merkle tree.

Fed with the checked order after a shuffle and a fresh secret; its root is published at once, a
card's proof once that card is dealt.

    leaf = SHA-256(00 · LABEL · device id · shuffle u32 · cards u16 · position u16 · card · nonce)
    node = SHA-256(01 · left · right),  places beyond the last card = SHA-256(02 · LABEL)

A leaf's nonce is 16 bytes of HMAC(secret, NONCE_LABEL · position): one nonce says nothing about
another, so what is shown of dealt cards tells nothing about the rest.  Kept in RAM: the secret,
the cards and 64 nodes; everything else is worked out again when it is asked for.
"""

import hashlib
import struct

from firmware.core.compat import const
from firmware.trust.hmac_sha256 import HmacKey

LABEL = b"faro-shuffle-1"
NONCE_LABEL = b"faro-shuffle-nonce-1"
SECRET_BYTES = 32
NONCE_BYTES = 16
HASH_BYTES = 32
_LAYER_DEPTH = const(6)
_LAYER = const(64)


class Commitment:
    """publish() after the shuffle, mark_dealt() as cards go, then nonce() and sibling()."""

    def __init__(self, device_id, max_cards=416):
        self._device_id = device_id
        self._cards = bytearray(max_cards)  # secret, by position
        self._dealt = bytearray(max_cards)
        self._layer = bytearray(_LAYER * HASH_BYTES)  # nodes at height `_low`
        self._mac = None
        self._low = 0
        self._empty = hashlib.sha256(b"\x02" + LABEL).digest()
        self.secret = bytearray(SECRET_BYTES)  # for the store, never for the link
        self.root = b""
        self.shuffle = 0
        self.count = 0
        self.dealt_count = 0
        self.depth = 0

    def publish(self, shuffle, cards, count, secret):
        """Fix an order; the same arguments after a power loss give the same root."""
        self.wipe()
        if not 1 <= count <= len(self._cards) or len(secret) != SECRET_BYTES:
            raise ValueError("count or secret")
        for i in range(count):
            self._cards[i] = cards[i]
        self.secret[:] = secret
        self._mac = HmacKey(secret)
        self.shuffle = shuffle
        self.count = count
        self.depth = _LAYER_DEPTH
        while 1 << self.depth < count:
            self.depth += 1
        self._low = self.depth - _LAYER_DEPTH
        for i in range(_LAYER):
            self._layer[i * HASH_BYTES : (i + 1) * HASH_BYTES] = self._below(self._low, i)
        self.root = self._node(self.depth, 0)
        return self.root

    def mark_dealt(self, position):
        """The card has left the device; False if there is none or it had left before."""
        if not 0 <= position < self.count or self._dealt[position]:
            return False
        self._dealt[position] = 1
        self.dealt_count += 1
        return True

    def is_dealt(self, position):
        return 0 <= position < self.count and self._dealt[position] == 1

    def card(self, position):
        """A dealt card; nobody may ask for another one."""
        self._check(position)
        return self._cards[position]

    def nonce(self, position):
        """What opens the leaf of a dealt card."""
        self._check(position)
        return self._nonce(position)

    def sibling(self, position, height):
        """The hash beside the path of a dealt card, 0 = beside its leaf."""
        self._check(position)
        return self._node(height, position >> height ^ 1)

    def wipe(self):
        """Forget order and secret: the pack is gone, or was never dealt."""
        for i in range(len(self._cards)):
            self._cards[i] = 0
            self._dealt[i] = 0
        for i in range(len(self._layer)):
            self._layer[i] = 0
        for i in range(SECRET_BYTES):
            self.secret[i] = 0
        if self._mac is not None:
            self._mac.wipe()
        self._mac = None
        self.root = b""
        self.shuffle = self.count = self.dealt_count = self.depth = self._low = 0

    def _check(self, position):
        # the last line of defence (RULES A2, STANDARDS 19): here and not only in the link
        if not self.is_dealt(position):
            raise ValueError("not dealt")

    def _nonce(self, position):
        return self._mac.tag(NONCE_LABEL, struct.pack("<H", position))[:NONCE_BYTES]

    def _node(self, height, index):
        """A node at the kept layer or above it."""
        if height < self._low:
            return self._below(height, index)
        if height == self._low:
            return bytes(self._layer[index * HASH_BYTES : (index + 1) * HASH_BYTES])
        return _join(self._node(height - 1, 2 * index), self._node(height - 1, 2 * index + 1))

    def _below(self, height, index):
        """A node from the leaves."""
        if height:
            return _join(self._below(height - 1, 2 * index), self._below(height - 1, 2 * index + 1))
        if index >= self.count:
            return self._empty
        head = struct.pack("<IHHB", self.shuffle, self.count, index, self._cards[index])
        running = hashlib.sha256(b"\x00" + LABEL)
        running.update(self._device_id)
        running.update(head)
        running.update(self._nonce(index))
        return running.digest()


def _join(left, right):
    running = hashlib.sha256(b"\x01")
    running.update(left)
    running.update(right)
    return running.digest()
