"""The key that the keys of linked tables are made from, in a file that only its owner can read."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from faro.wire.files import hex_bytes, read_bounded
from faro.wire.keys import KEY_BYTES, KeyFileError

_MOST_FILE_BYTES = 200


def load_link_key(path: Path) -> bytes:
    """The holder's key; a new one when there is no such file."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read(path)
    except OSError as error:
        raise KeyFileError(f"cannot write {path}: {error.strerror}") from None
    key = secrets.token_bytes(KEY_BYTES)
    with os.fdopen(descriptor, "w") as file:
        file.write(key.hex() + "\n")
    return key


def _read(path: Path) -> bytes:
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise KeyFileError(f"{path} can be read by others; run: chmod 600 {path}")
    try:
        return hex_bytes(read_bounded(path, _MOST_FILE_BYTES).decode().strip(), KEY_BYTES)
    except ValueError:
        raise KeyFileError(f"{path} holds no key of linked tables") from None
