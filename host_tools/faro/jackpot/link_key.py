"""The key that the keys of linked tables are made from, in a file that only its owner can read."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from faro.wire.files import hex_bytes, read_bounded, write_whole
from faro.wire.keys import KEY_BYTES, KeyFileError

_MOST_FILE_BYTES = 200


def load_link_key(path: Path) -> bytes:
    """The holder's key; a new one when there is no such file."""
    if path.exists():
        return _read(path)
    key = secrets.token_bytes(KEY_BYTES)
    write_whole(path, key.hex() + "\n", 0o600, is_new=True)
    return key


def _read(path: Path) -> bytes:
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise KeyFileError(f"{path} can be read by others; run: chmod 600 {path}")
    try:
        return hex_bytes(read_bounded(path, _MOST_FILE_BYTES).decode().strip(), KEY_BYTES)
    except ValueError:
        raise KeyFileError(f"{path} holds no key of linked tables") from None
