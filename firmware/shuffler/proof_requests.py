"""Requests about the provable shuffle: roots of the last packs, proofs of dealt cards.

Reading needs no session: roots are public, and a card is shown once it is dealt.
"""

import struct

from firmware.core.errors import ERR_NO_SUCH_RECORD
from firmware.shuffler.rows import HASHES_PER_FRAME, MSG_GET_COMMITMENT, MSG_GET_PROOF

_HEAD = "<IHBBB16s"
_HEAD_BYTES = 25
_HASH_BYTES = 32


class ProofCommands:
    """Handlers for the node, over a ProofBook."""

    def __init__(self, node, book):
        self._book = book
        node.on(MSG_GET_COMMITMENT, self._get_commitment)
        node.on(MSG_GET_PROOF, self._get_proof)

    def _get_commitment(self, port):
        age = port.u8(0)
        pack = self._book.newest(age)
        if pack is None:
            return -ERR_NO_SUCH_RECORD
        struct.pack_into(
            "<BIHHB32s",
            port.tx,
            port.tx_at,
            age,
            pack.shuffle,
            pack.count,
            pack.dealt_count,
            pack.depth,
            pack.root,
        )
        return 42

    def _get_proof(self, port):
        """The leaf and up to five hashes from `height` up; ask again for the rest of the path."""
        shuffle = port.u32(0)
        position = port.u16(4)
        height = port.u8(6)
        pack = self._book.find(shuffle)
        # not dealt, not there and long gone get the same answer: it tells nothing
        if pack is None or not pack.is_dealt(position) or height >= pack.depth:
            return -ERR_NO_SUCH_RECORD
        at = port.tx_at
        struct.pack_into(
            _HEAD,
            port.tx,
            at,
            shuffle,
            position,
            height,
            pack.depth,
            pack.card(position),
            pack.nonce(position),
        )
        size = _HEAD_BYTES
        for level in range(height, min(height + HASHES_PER_FRAME, pack.depth)):
            port.tx[at + size : at + size + _HASH_BYTES] = pack.sibling(position, level)
            size += _HASH_BYTES
        return size
