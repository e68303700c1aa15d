"""Proofs of a shuffle, checked offline: an own implementation, with nothing of the firmware.

A proof file is JSON: whose shuffle, the root, and for each dealt card its position, nonce and the
path of hashes.  docs/shuffle.md has the bytes that are hashed.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from faro.wire.errors import FaroError
from faro.wire.files import json_object, read_bounded, write_whole

FORMAT = "faro-proof"
VERSION = 1
_LABEL = b"faro-shuffle-1"
_NONCE_BYTES = 16
_HASH_BYTES = 32
_LEAST_DEPTH = 6
_MOST_CARDS = 512
_MOST_FILE_BYTES = 4_000_000
_RANKS = "23456789TJQKA"
_SUITS = "SHDC"


@dataclass(frozen=True)
class DealtCard:
    """One card as the board showed it; nothing of it is believed yet."""

    position: int
    card: str
    nonce: str
    path: list[str]


@dataclass(frozen=True)
class ProofFile:
    """What was fixed before the deal (root), and what came out."""

    device: str
    shuffle: int
    cards: int
    root: str
    dealt: list[DealtCard] = field(default_factory=list[DealtCard])

    def save(self, path: Path) -> None:
        """Write it for anybody to check."""
        text = {"format": FORMAT, "version": VERSION, **asdict(self)}
        write_whole(path, json.dumps(text, indent=1) + "\n")


def load(path: Path) -> ProofFile:
    """Read a proof file; a clear error for anything else."""
    data = read_bounded(path, _MOST_FILE_BYTES)
    try:
        values = json_object(data)
    except ValueError as error:
        raise FaroError(f"{path} is not a proof file: {error}") from None
    if values.get("format") != FORMAT:
        raise FaroError(f"{path} is not a proof file")
    if values.get("version") != VERSION:
        raise FaroError(f"{path} is a proof file of version {values.get('version')}; this is 1")
    try:
        return ProofFile(
            _is(values["device"], str),
            _is(values["shuffle"], int),
            _is(values["cards"], int),
            _is(values["root"], str),
            [
                DealtCard(
                    _is(row["position"], int),
                    _is(row["card"], str),
                    _is(row["nonce"], str),
                    [_is(text, str) for text in _few(row["path"])],
                )
                for row in _few(values["dealt"])
            ],
        )
    except (KeyError, TypeError) as error:
        raise FaroError(f"{path} is damaged: {error}") from None


def _few(rows: Any) -> list[Any]:
    """No pack and no path has more than this."""
    if len(_is(rows, list)) > _MOST_CARDS:
        raise TypeError(f"{len(rows)} entries where {_MOST_CARDS} can be")
    return rows


def _is(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{value!r} where {kind.__name__} belongs")
    return value


def depth_for(cards: int) -> int:
    """Hashes from a leaf to the root."""
    return max(_LEAST_DEPTH, (cards - 1).bit_length())


def leaf(device: bytes, shuffle: int, cards: int, position: int, card: int, nonce: bytes) -> bytes:
    """The hash of one place in the order."""
    place = struct.pack("<IHHB", shuffle, cards, position, card)
    return hashlib.sha256(b"\x00" + _LABEL + device + place + nonce).digest()


def root_from(leaf_hash: bytes, position: int, path: Iterable[bytes]) -> bytes:
    """Where a leaf and the hashes beside its way up lead."""
    digest = leaf_hash
    for beside in path:
        pair = beside + digest if position & 1 else digest + beside
        digest = hashlib.sha256(b"\x01" + pair).digest()
        position >>= 1
    return digest


def card_number(name: str) -> int:
    """0 to 51 for "2S" to "AC"; -1 for anything else."""
    if len(name) != 2 or name[0] not in _RANKS or name[1] not in _SUITS:
        return -1
    return _RANKS.index(name[0]) * 4 + _SUITS.index(name[1])


def card_name(number: int) -> str:
    """The two letters of a card."""
    if not 0 <= number < 52:
        return f"card {number}"
    return _RANKS[number // 4] + _SUITS[number % 4]


def findings(proof: ProofFile, root: str | None = None) -> list[str]:
    """What is wrong, one sentence each; nothing when every card was fixed before the deal."""
    found: list[str] = []
    device = _bytes(proof.device, 8)
    top = _bytes(proof.root, _HASH_BYTES)
    if device is None:
        found.append("the device's number is not 8 bytes in hex")
    if top is None:
        found.append("the root is not 32 bytes in hex")
    if not 1 <= proof.cards <= _MOST_CARDS:
        found.append(f"a pack has 1 to {_MOST_CARDS} cards, not {proof.cards}")
    if not 0 <= proof.shuffle < 2**32:
        found.append(f"{proof.shuffle} is not a shuffle's number")
    if root is not None and root.strip().lower() != proof.root.lower():
        found.append("the root in the file is not the one that was published")
    if not proof.dealt:
        found.append("there is no dealt card in the file: nothing is proved")
    if found or device is None or top is None:
        return found
    seen: dict[int, str] = {}
    for dealt in proof.dealt:
        wrong = _wrong_with(proof, device, top, dealt)
        if wrong:
            found.append(f"position {dealt.position}: {wrong}")
        if dealt.position in seen:
            found.append(f"position {dealt.position}: is in the file twice")
        seen[dealt.position] = dealt.card
    found.extend(_too_many(proof, list(seen.values())))
    return found


def _wrong_with(proof: ProofFile, device: bytes, root: bytes, dealt: DealtCard) -> str:
    nonce = _bytes(dealt.nonce, _NONCE_BYTES)
    path = [_bytes(text, _HASH_BYTES) for text in dealt.path]
    hashes = [beside for beside in path if beside is not None]
    number = card_number(dealt.card)
    if not 0 <= dealt.position < proof.cards:
        return f"there are only {proof.cards} cards"
    if number < 0:
        return f"{dealt.card!r} is not a card"
    if nonce is None:
        return "the nonce is not 16 bytes in hex"
    if len(hashes) != len(path) or len(path) != depth_for(proof.cards):
        return f"the path is not {depth_for(proof.cards)} hashes of 32 bytes"
    digest = leaf(device, proof.shuffle, proof.cards, dealt.position, number, nonce)
    if root_from(digest, dealt.position, hashes) != root:
        return f"{dealt.card} does not lead to the root: it is not what was fixed there"
    return ""


def _too_many(proof: ProofFile, cards: list[str]) -> list[str]:
    """The root could have been made over a bad pack: no card may come more often than decks."""
    decks = -(-proof.cards // 52)
    return [
        f"{card} came {cards.count(card)} times out of {decks} deck{'s' * (decks > 1)}"
        for card in sorted(set(cards))
        if cards.count(card) > decks
    ]


def _bytes(text: str, size: int) -> bytes | None:
    try:
        value = bytes.fromhex(text)
    except ValueError:
        return None
    return value if len(value) == size else None
