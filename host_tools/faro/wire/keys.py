"""Key files: whose keys of which board, readable by their owner only; and session keys from them.

The office's file holds all keys of a board.  A role's file holds one role's key, a person's file
the key of one person in one role, and no more.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import stat
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from faro.wire import sealed_text
from faro.wire.errors import FaroError
from faro.wire.files import write_whole
from firmware.core.rows import ROLE_NAMES
from firmware.trust.two_roles import FINGERPRINT_BYTES, FINGERPRINT_LABEL

FORMAT = "faro-keys-2"
KEY_BYTES = 32
MOST_PERSON = 0xFFFF
_MOST_FILE_BYTES = 16 << 10
_SESSION_LABEL = b"faro-session-2"
_PERSON_LABEL = b"faro-person-1"
_TABLE_LABEL = b"faro-table-key-1"
_TAG_BYTES = 16
ROLES = {name: bit for bit, name in ROLE_NAMES}


class KeyFileError(FaroError):
    """The key file cannot be used."""


@dataclass(frozen=True)
class DeviceKeys:
    """Keys of one board; never printed (no repr of the values)."""

    unique_id: str
    board: str
    device: bytes = field(repr=False)  # empty in the file of a role or a person
    roles: dict[str, bytes] = field(repr=False)
    person: int = 0  # 0: the keys are the roles' own
    name: str = ""  # the person's

    @classmethod
    def create(cls, unique_id: str, board: str) -> DeviceKeys:
        """New random keys, for one board only."""
        return cls(
            unique_id,
            board,
            secrets.token_bytes(KEY_BYTES),
            {name: secrets.token_bytes(KEY_BYTES) for name in ROLES},
        )

    @property
    def fingerprint(self) -> str:
        """Names all keys of a board; people compare it before they confirm new ones."""
        keys = self.device + b"".join(self.roles[name] for name in ROLES)
        return hashlib.sha256(FINGERPRINT_LABEL + keys).digest()[:FINGERPRINT_BYTES].hex()

    @property
    def is_office(self) -> bool:
        """Whether these are all keys of the board."""
        return bool(self.device) and len(self.roles) == len(ROLES)

    def of_role(self, role: str) -> DeviceKeys:
        """The key of one role, no more."""
        return DeviceKeys(self.unique_id, self.board, b"", {role: self._role_key(role)})

    def of_person(self, role: str, person: int, name: str) -> DeviceKeys:
        """The key of one person in one role, made from the role's; the record then says who."""
        if not 0 < person <= MOST_PERSON:
            raise KeyFileError(f"a person has a number from 1 to {MOST_PERSON}")
        key = person_key(self._role_key(role), person)
        return DeviceKeys(self.unique_id, self.board, b"", {role: key}, person, name)

    def _role_key(self, role: str) -> bytes:
        if self.person or role not in self.roles:
            raise KeyFileError(f"the {role}'s own key is not in this file")
        return self.roles[role]

    def role_to_use(self, asked: str | None, usual: str) -> str:
        """The role asked for, or the usual one, or the only one there is."""
        role = asked or (usual if usual in self.roles or len(self.roles) > 1 else min(self.roles))
        if role not in self.roles:
            raise KeyFileError(f"this key file is not the {role}'s but the {self.whose}'s")
        return role

    @property
    def whose(self) -> str:
        return "office" if self.is_office else ", ".join(self.roles)

    @property
    def known_device(self) -> bytes:
        """The device key, which checks seals."""
        if not self.device:
            raise KeyFileError(
                f"this is the {self.whose}'s key file: seals are checked with the office's"
            )
        return self.device

    @classmethod
    def load(cls, path: Path, ask_passphrase: Callable[[], str] | None = None) -> DeviceKeys:
        """Read a key file; refuses one that others can read."""
        try:
            mode = path.stat().st_mode
            if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
                raise KeyFileError(f"{path} can be read by others; run: chmod 600 {path}")
            with path.open("rb") as file:
                data = _json_of(path, file.read(_MOST_FILE_BYTES))
            if data["format"] == sealed_text.FORMAT:
                if ask_passphrase is None:
                    raise KeyFileError(f"{path} is under a passphrase")
                clear = sealed_text.unseal(data, ask_passphrase())
                if clear is None:
                    raise KeyFileError(f"{path}: wrong passphrase, or the file was changed")
                data = json.loads(clear)
            return cls._parse(data)
        except FileNotFoundError:
            raise KeyFileError(f"there is no key file {path}") from None
        except PermissionError:
            raise KeyFileError(f"no permission to read {path}") from None
        except OSError as error:
            raise KeyFileError(f"cannot read {path}: {error.strerror}") from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise KeyFileError(f"{path} is not a key file of 'faro provision'") from None

    @classmethod
    def _parse(cls, data: dict[str, Any]) -> DeviceKeys:
        if data["format"] != FORMAT:
            raise ValueError
        roles = {name: bytes.fromhex(key) for name, key in data["roles"].items()}
        device = bytes.fromhex(data.get("device", ""))
        person = int(data.get("person", 0))
        if not roles or not roles.keys() <= ROLES.keys() or not 0 <= person <= MOST_PERSON:
            raise ValueError
        if any(len(key) != KEY_BYTES for key in (device or bytes(KEY_BYTES), *roles.values())):
            raise ValueError
        unique_id, board = str(data["unique_id"]), str(data["board"])
        return cls(unique_id, board, device, roles, person, str(data.get("name", "")))

    def save(self, path: Path, passphrase: str = "") -> None:
        """Write a new file, owner only; never over an existing one."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "unique_id": self.unique_id,
            "board": self.board,
            "roles": {name: key.hex() for name, key in self.roles.items()},
        }
        if self.device:
            data["device"] = self.device.hex()
        if self.person:
            data |= {"person": self.person, "name": self.name}
        if passphrase:
            data = sealed_text.seal(json.dumps(data).encode(), passphrase)
        try:
            write_whole(path, json.dumps(data) + "\n", 0o600, is_new=True)
        except FaroError as error:
            raise KeyFileError(str(error)) from None


def _json_of(path: Path, text: bytes) -> Any:
    """A file that begins as ours and is no JSON was ours once."""
    try:
        return json.loads(text)
    except ValueError:
        if text.startswith(b'{"format": "faro-'):
            raise KeyFileError(
                f"{path} is cut short or damaged: take it from your backup"
            ) from None
        raise


def derive(key: bytes, label: bytes, context: bytes) -> bytes:
    """SP 800-108 in counter mode, one block: a key for one purpose and occasion."""
    data = struct.pack(">I", 1) + label + b"\0" + context + struct.pack(">I", 256)
    return hmac.digest(key, data, "sha256")


def person_key(role_key: bytes, person: int) -> bytes:
    """What a person's file holds of a role's key."""
    return hmac.digest(role_key, _PERSON_LABEL + struct.pack("<H", person), "sha256")


def session_key(
    own_key: bytes,
    role: int,
    unique_id: bytes,
    epoch: int,
    boot_count: int,
    sender: int,
    board_nonce: bytes,
    host_nonce: bytes,
    person: int = 0,
) -> bytes:
    """What both sides make of a person's key in a role and what they told each other."""
    context = unique_id + struct.pack("<IIBBH", epoch, boot_count, sender, role, person)
    return derive(own_key, _SESSION_LABEL, context + board_nonce + host_nonce)


def table_key(holder_key: bytes, address: int) -> bytes:
    """The key of one table of a linked jackpot, made from the key of the board that holds it."""
    return derive(holder_key, _TABLE_LABEL, bytes((address,)))


class SessionKey:
    """Tags what the host sends and checks what the board sends, in one session."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self._pushed_ctr = 0

    def host_tag(self, body: bytes) -> bytes:
        return self._tag(b"H", body)

    def push_tag(self, body: bytes) -> bytes:
        """The tag of what the board sends unasked."""
        return self._tag(b"P", body)

    def board_tag(self, body: bytes) -> bytes:
        """The tag of the board's answer."""
        return self._tag(b"B", body)

    def is_from_board(self, body: bytes, tag: bytes) -> bool:
        return hmac.compare_digest(self.board_tag(body), tag)

    def is_pushed(self, body: bytes, ctr: int, tag: bytes) -> bool:
        """Whether the board sent this unasked, and later than all it sent so before."""
        if ctr <= self._pushed_ctr or not hmac.compare_digest(self.push_tag(body), tag):
            return False
        self._pushed_ctr = ctr
        return True

    def _tag(self, letter: bytes, body: bytes) -> bytes:
        return hmac.digest(self.key, letter + body, "sha256")[:_TAG_BYTES]
