"""Files from elsewhere: never more of one than it can have, and a clear line for anything else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

from faro.wire.errors import FaroError


def read_bounded(path: Path, most_bytes: int) -> bytes:
    """All of a file; FaroError when it is not there or longer than such a file can be."""
    try:
        with path.open("rb") as file:  # a device says that it has 0 bytes, and never ends
            data = file.read(most_bytes + 1)
    except FileNotFoundError:
        raise FaroError(f"there is no file {path}") from None
    except OSError as error:
        raise FaroError(f"cannot read {path}: {error.strerror}") from None
    if len(data) > most_bytes:
        raise FaroError(f"{path} is longer than {most_bytes} bytes: not a file of this kind")
    return data


def json_object(data: bytes) -> dict[str, Any]:
    """A JSON object; ValueError for anything else, however deep or long its parts are."""
    try:
        found: object = json.loads(data)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(found, dict):
        raise ValueError("no object")
    return cast("dict[str, Any]", found)


def hex_bytes(value: object, size: int) -> bytes:
    """Exactly so many bytes in hex; ValueError for anything else."""
    data = bytes.fromhex(value) if isinstance(value, str) else b""
    if len(data) != size:
        raise ValueError(f"not {size} bytes in hex")
    return data
