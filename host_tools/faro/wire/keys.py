"""The keys of one board, in a file that only its owner can read; and session keys from them."""

from __future__ import annotations

import hmac
import json
import os
import secrets
import stat
import struct
from dataclasses import dataclass, field
from pathlib import Path

from faro.wire.errors import FaroError
from firmware.core.rows import ROLE_NAMES

FORMAT = "faro-keys-1"
KEY_BYTES = 32
_SESSION_LABEL = b"faro-session-1"
_TABLE_LABEL = b"faro-table-key-1"
_TAG_BYTES = 16
ROLES = {name: bit for bit, name in ROLE_NAMES}


class KeyFileError(FaroError):
    """The key file cannot be used."""


@dataclass(frozen=True)
class DeviceKeys:
    """All keys of one board; never printed (no repr of the values)."""

    unique_id: str
    board: str
    device: bytes = field(repr=False)
    roles: dict[str, bytes] = field(repr=False)

    @classmethod
    def create(cls, unique_id: str, board: str) -> DeviceKeys:
        """New random keys, for one board only."""
        return cls(
            unique_id,
            board,
            secrets.token_bytes(KEY_BYTES),
            {name: secrets.token_bytes(KEY_BYTES) for name in ROLES},
        )

    @classmethod
    def load(cls, path: Path) -> DeviceKeys:
        """Read a key file; refuses one that others can read."""
        try:
            mode = path.stat().st_mode
            if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
                raise KeyFileError(f"{path} can be read by others; run: chmod 600 {path}")
            data = json.loads(path.read_text())
            if data["format"] != FORMAT:
                raise ValueError
            roles = {name: bytes.fromhex(data["roles"][name]) for name in ROLES}
            keys = cls(
                str(data["unique_id"]),
                str(data["board"]),
                bytes.fromhex(data["device"]),
                roles,
            )
            if any(len(key) != KEY_BYTES for key in (keys.device, *roles.values())):
                raise ValueError
        except FileNotFoundError:
            raise KeyFileError(f"there is no key file {path}") from None
        except PermissionError:
            raise KeyFileError(f"no permission to read {path}") from None
        except (ValueError, KeyError, TypeError, UnicodeDecodeError):
            raise KeyFileError(f"{path} is not a key file of 'faro provision'") from None
        return keys

    def save(self, path: Path) -> None:
        """Write a new file, owner only; never over an existing one."""
        text = json.dumps(
            {
                "format": FORMAT,
                "unique_id": self.unique_id,
                "board": self.board,
                "device": self.device.hex(),
                "roles": {name: key.hex() for name, key in self.roles.items()},
            }
        )
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise KeyFileError(f"{path} exists already; choose another name") from None
        except OSError as error:
            raise KeyFileError(f"cannot write {path}: {error.strerror}") from None
        with os.fdopen(descriptor, "w") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())


def derive(key: bytes, label: bytes, context: bytes) -> bytes:
    """SP 800-108 in counter mode, one block: a key for one purpose and occasion."""
    data = struct.pack(">I", 1) + label + b"\0" + context + struct.pack(">I", 256)
    return hmac.digest(key, data, "sha256")


def table_key(holder_key: bytes, address: int) -> bytes:
    """The key of one table of a linked jackpot, made from the key of the board that holds it."""
    return derive(holder_key, _TABLE_LABEL, bytes((address,)))


class SessionKey:
    """Tags what the host sends and checks what the board sends, in one session."""

    def __init__(
        self,
        role_key: bytes,
        role: int,
        unique_id: bytes,
        boot_count: int,
        sender: int,
        board_nonce: bytes,
        host_nonce: bytes,
    ) -> None:
        context = unique_id + struct.pack("<IBB", boot_count, sender, role)
        self._key = derive(role_key, _SESSION_LABEL, context + board_nonce + host_nonce)

    def host_tag(self, body: bytes) -> bytes:
        return hmac.digest(self._key, b"H" + body, "sha256")[:_TAG_BYTES]

    def is_from_board(self, body: bytes, tag: bytes) -> bool:
        expected = hmac.digest(self._key, b"B" + body, "sha256")[:_TAG_BYTES]
        return hmac.compare_digest(expected, tag)
