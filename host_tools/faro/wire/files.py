"""Files: read no further than one can be long, written whole or not at all."""

from __future__ import annotations

import json
import os
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


def write_whole(path: Path, data: bytes | str, mode: int = 0o644, is_new: bool = False) -> None:
    """All of a file on the disk, or nothing changed; `is_new`: never over an existing one."""
    content = data.encode() if isinstance(data, str) else data
    try:
        if is_new:
            create_durably(path, content, mode)
        else:
            replace_durably(path, content, mode)
    except FileExistsError:
        raise FaroError(f"{path} exists already; choose another name") from None
    except OSError as error:
        raise FaroError(f"cannot write {path}: {error.strerror}") from None


def replace_durably(path: Path, data: bytes, mode: int = 0o600) -> None:
    """After this returns the new content survives a power cut; before, the old one does."""
    temp = _write_temp(path, data, mode)
    try:
        os.replace(temp, path)
    except OSError:
        os.unlink(temp)
        raise
    _sync_folder(path.parent)


def create_durably(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Like replace_durably, but never over a file that is there."""
    temp = _write_temp(path, data, mode)
    try:
        if os.name == "posix":
            os.link(temp, path)
        else:
            os.rename(temp, path)  # refuses there what it writes over elsewhere
    finally:
        temp.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _write_temp(path: Path, data: bytes, mode: int) -> Path:
    """Write and fsync a new file beside `path`."""
    temp = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    nofollow: int = getattr(os, "O_NOFOLLOW", 0)
    fd = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL | nofollow, mode)
    try:
        left = memoryview(data)
        while left:
            left = left[os.write(fd, left) :]
        os.fsync(fd)
    except BaseException:
        temp.unlink()
        raise
    finally:
        os.close(fd)
    return temp


def _sync_folder(folder: Path) -> None:
    """The name, too, is on the disk."""
    if os.name != "posix":
        return
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def make_folder(path: Path, mode: int = 0o777) -> None:
    """A folder, unless it is there; one clear line when it cannot be made."""
    try:
        path.mkdir(mode=mode, parents=True, exist_ok=True)
    except OSError as error:
        raise FaroError(f"cannot make {path}: {error.strerror}") from None


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
