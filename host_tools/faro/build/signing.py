"""Signs firmware images with LMS (RFC 8554); owns the signing key and its used leaves.

A leaf (one-time key) that signs twice gives the key away. pyhsslms 2.0 writes its counter
into the private key file *after* signing, in place and without fsync: a crash, a full disk,
two processes or a restored backup all use a leaf again. So its files are not used here:

- the key file never changes; it holds the seed only, so an old copy of it is harmless;
- used leaves are in two ledgers, one beside the key and one in this machine's state folder;
- a leaf is in both ledgers, on disk (fsync, atomic rename, fsync of the folder), before
  anything is signed with it; a crash loses the leaf and nothing else;
- ledgers that disagree by more than the one leaf a crash can lose, or in their content,
  show a restored copy: signing is refused until a person adopts the key past all doubt.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import secrets
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from copy import copy
from pathlib import Path
from typing import Any

from faro.build.leaf_ledger import (
    ADOPTED,
    LeafLedger,
    SigningError,
    both_locked,
    make_record,
    next_leaf,
    read_private,
)
from faro.wire.files import create_durably, replace_durably
from firmware.trust import lms

__all__ = ["SigningError", "SigningKey", "create_key"]

LMS_TYPE = 6  # LMS_SHA256_M32_H10: 1,024 signatures
LMOTS_TYPE = 3  # LMOTS_SHA256_N32_W4: a board verifies with about 560 hashes, not 4,400
LOCK_WAIT_S = 60.0
KEY_FORMAT = "faro-signing-key 1"

# pyhsslms has no type information; this is the only door to it
_LmsPrivateKey: Callable[..., Any] = importlib.import_module("pyhsslms.pyhsslms").LmsPrivateKey


def default_state_dir() -> Path:
    """Where this machine keeps its own ledgers: $FARO_STATE_DIR, or the XDG state folder."""
    named = os.environ.get("FARO_STATE_DIR")
    if named:
        return Path(named)
    base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(base) / "faro" / "leaves"


class SigningKey:
    """An LMS key pair on disk; sign() uses up one leaf each time."""

    def __init__(self, path: Path, state_dir: Path | None = None, tree: Any = None) -> None:
        """Open the key; refuses files that others can read.  Whoever made it has its tree."""
        self.path = path
        self._tree = tree
        text = read_private(path)
        try:
            fields = json.loads(text)
            if fields["format"] != KEY_FORMAT:
                raise ValueError("format")
            self._seed = bytes.fromhex(fields["seed"])
            self.public_key = bytes.fromhex(fields["public_key"])
        except (ValueError, KeyError, TypeError) as error:
            raise SigningError("%s is not a Faro signing key" % path) from error
        if len(self._seed) != 32 or len(self.public_key) != lms.PUBLIC_KEY_BYTES:
            raise SigningError("%s is damaged" % path)
        if self.public_key[:4] != bytes((0, 0, 0, 1)):
            raise SigningError("%s has more than one level" % path)
        self._lms_type = int.from_bytes(self.public_key[4:8], "big")
        self._lmots_type = int.from_bytes(self.public_key[8:12], "big")
        if self._lms_type not in lms.LMS_HEIGHTS or self._lmots_type not in lms.LMOTS_TYPES:
            raise SigningError("%s has an unknown LMS type" % path)
        self.key_id = _key_id(self.public_key)
        self._state_dir = state_dir or default_state_dir()
        self._beside = LeafLedger(_beside_path(path), self.key_id)
        self._machine = LeafLedger(self._state_dir / (self.key_id + ".leaves"), self.key_id)

    def __repr__(self) -> str:
        return "SigningKey(%s)" % self.key_id  # never the seed

    @property
    def leaves(self) -> int:
        """How many signatures the key can make in all."""
        return 1 << lms.LMS_HEIGHTS[self._lms_type]

    @property
    def signature_bytes(self) -> int:
        """Length of each signature."""
        return 4 + lms.lms_signature_bytes(self._lms_type, self._lmots_type)

    def leaves_left(self) -> int:
        """How many signatures are left; refuses like sign() if the ledgers disagree."""
        return max(0, self.leaves - next_leaf(self._records()))

    def sign(self, message: bytes, lock_wait_s: float = LOCK_WAIT_S) -> bytes:
        """Reserve a leaf for good, sign with it, check the signature as a board would."""
        private = self._one_time_keys()
        with self._locks(lock_wait_s):
            records = self._records()
            self._heal(records)
            leaf = next_leaf(records)
            if leaf >= self.leaves:
                raise SigningError(
                    "all %d leaves of key %s are used up: make a new key and have the boards "
                    "provisioned with it" % (self.leaves, self.key_id)
                )
            self._store([*records, make_record(leaf, hashlib.sha256(message).hexdigest())])
        private.q = leaf
        signature = bytes(4) + bytes(private.sign(message))
        if lms.verify(self.public_key, message, signature) != lms.LMS_OK:
            raise SigningError("the signature made with leaf %d is wrong; not used" % leaf)
        return signature

    def refuse_if_behind(self, published: Iterable[bytes]) -> None:
        """Refuse if a published signature used a leaf that the ledgers count as unused.

        The only guard against a restore of the whole machine, where both ledgers go back.
        """
        first_unused = next_leaf(self._records())
        for signature in published:
            # the identifier I is not in a signature; the length and types tell strangers apart
            # well enough to read the leaf, and a false alarm here costs a question only
            if len(signature) != self.signature_bytes:
                continue
            leaf = int.from_bytes(signature[4:8], "big")
            if leaf >= first_unused:
                raise SigningError(
                    "a published signature has leaf %d, but the ledgers say that %d is the next: "
                    "they are old copies; adopt the key past it" % (leaf, first_unused)
                )

    def adopt(self, first_leaf: int, lock_wait_s: float = LOCK_WAIT_S) -> None:
        """Go on at `first_leaf` on this machine: after a restore, or a move of the key.

        The person who calls it states that no leaf from there on was ever used, anywhere.
        """
        self._state_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._locks(lock_wait_s):
            known: list[str] = []
            for ledger in (self._beside, self._machine):
                if ledger.path.exists():
                    known = max(known, ledger.read(), key=next_leaf)
            if not next_leaf(known) < first_leaf <= self.leaves:
                raise SigningError(
                    "leaf %d can't be the next: leaves up to %d are known to be used, and one "
                    "more may be" % (first_leaf, next_leaf(known) - 1)
                )
            self._store([*known, make_record(first_leaf - 1, ADOPTED)])

    def _locks(self, wait_s: float) -> AbstractContextManager[None]:
        return both_locked(
            self.path.with_name(self.path.name + ".lock"),
            self._state_dir / (self.key_id + ".lock"),
            wait_s,
        )

    def _store(self, records: list[str]) -> None:
        try:
            self._machine.write(records)
            self._beside.write(records)
        except OSError as error:
            # the leaf counts as used wherever it was written; nothing was signed with it
            raise SigningError("can't reserve a leaf: %s" % error.strerror) from error

    def _records(self) -> list[str]:
        for ledger in (self._beside, self._machine):
            if not ledger.path.exists():
                raise SigningError(
                    "%s is missing: this machine can't know which leaves are used. If the key "
                    "was moved or restored, adopt it past the last leaf used" % ledger.path
                )
        short, long = sorted((self._beside.read(), self._machine.read()), key=len)
        # a crash between the two writes leaves one record of difference, not more
        if long[: len(short)] != short or len(long) - len(short) > 1:
            raise SigningError(
                "the ledgers %s and %s disagree: one was restored from an old copy. Signing "
                "again could use a leaf twice; adopt the key past the last leaf used anywhere"
                % (self._beside.path, self._machine.path)
            )
        return long

    def _heal(self, records: list[str]) -> None:
        # first the record that a crash left in one ledger only: otherwise a second crash at
        # the same place would make the difference look like a restored copy
        if self._beside.read() != self._machine.read():
            self._store(records)

    def _one_time_keys(self) -> Any:
        """For one signature: the tree takes seconds to make and is kept, the leaf is not."""
        self._tree = self._tree or self._rebuild()
        private = copy(self._tree)
        private.q = self.leaves  # unusable until a leaf is reserved
        return private

    def _rebuild(self) -> Any:
        """The tree of one-time keys; if its root is another one the key file is damaged."""
        private = _LmsPrivateKey(
            lms_type=self.public_key[4:8],
            lmots_type=self.public_key[8:12],
            SEED=self._seed,
            I=self.public_key[12:28],
            q=self.leaves,
        )
        if bytes(private.pub) != self.public_key[28:]:
            raise SigningError("%s: seed and public key don't belong together" % self.path)
        return private


def _key_id(public_key: bytes) -> str:
    return hashlib.sha256(public_key).hexdigest()[:16]


def _beside_path(path: Path) -> Path:
    return path.with_name(path.name + ".leaves")


def create_key(
    path: Path,
    state_dir: Path | None = None,
    lms_type: int = LMS_TYPE,
    lmots_type: int = LMOTS_TYPE,
) -> SigningKey:
    """Make a key pair: `path` (0600, secret), `path`.pub (60 bytes, for the boards), ledgers."""
    state = state_dir or default_state_dir()
    if path.exists():
        raise SigningError("%s exists: a key is never overwritten" % path)
    seed = secrets.token_bytes(32)
    identifier = secrets.token_bytes(16)
    types = lms_type.to_bytes(4, "big"), lmots_type.to_bytes(4, "big")
    if lms_type not in lms.LMS_HEIGHTS or lmots_type not in lms.LMOTS_TYPES:
        raise SigningError("unknown LMS parameter set")
    private = _LmsPrivateKey(lms_type=types[0], lmots_type=types[1], SEED=seed, I=identifier)
    public_key = bytes((0, 0, 0, 1)) + types[0] + types[1] + identifier + bytes(private.pub)
    fields = {"format": KEY_FORMAT, "public_key": public_key.hex(), "seed": seed.hex()}
    try:
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
        # the key file first: it is the one that must not overwrite another key
        create_durably(path, (json.dumps(fields, indent=1) + "\n").encode())
        LeafLedger(_beside_path(path), _key_id(public_key)).create()
        LeafLedger(state / (_key_id(public_key) + ".leaves"), _key_id(public_key)).create()
        replace_durably(path.with_name(path.name + ".pub"), public_key)
    except OSError as error:
        raise SigningError("can't create the key %s: %s" % (path, error.strerror)) from error
    return SigningKey(path, state_dir, private)
