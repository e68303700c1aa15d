"""Fetches the pinned packages that a chip's base is built with, from the machine's own mirror.

The mirror is the one that this machine's apt uses; no address stands in the repository.  Each
file is pinned by its SHA-256 in .ci/chip-packages.lock, so no index and no key is needed.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from boards.layout import CHECKOUT, BuildError

LOCK = CHECKOUT / ".ci" / "chip-packages.lock"
_HELPER = Path("/usr/lib/apt/apt-helper")
_SOURCES = Path("/etc/apt")
_MIRROR = re.compile(r"(?:https?|file)://[^\s\]]+/debian/?(?=\s|$)")


@dataclass(frozen=True)
class Package:
    """One pinned file: where it lies below a mirror, and what it must contain."""

    path: str
    sha256: str

    @property
    def file_name(self) -> str:
        return self.path.rsplit("/", 1)[1]


def read_lock(path: Path = LOCK) -> list[Package]:
    """The pinned files, in the order of the lock."""
    lines = [line.split() for line in path.read_text().splitlines()]
    return [Package(words[1], words[0]) for words in lines if words and words[0] != "#"]


def find_mirror(sources: Path = _SOURCES) -> str:
    """A Debian mirror: CHIP_MIRROR, or the one in the machine's apt sources.

    Reads the files themselves: apt would only tell after an `apt-get update`.
    """
    given = os.environ.get("CHIP_MIRROR", "")
    if given:
        return given.rstrip("/")
    files = [sources / "sources.list", *sorted((sources / "sources.list.d").glob("*"))]
    for path in files:
        if path.suffix in (".list", ".sources") and path.is_file():
            for line in path.read_text().splitlines():
                found = None if line.lstrip().startswith("#") else _MIRROR.search(line)
                if found:
                    return found.group().rstrip("/")
    raise BuildError(
        "no Debian mirror in this machine's apt sources; name one: make image CHIP_MIRROR=http://…"
    )


def fetch(package: Package, folder: Path) -> Path:
    """The file, from the folder if it is there already, else from the mirror; always checked."""
    path = folder / package.file_name
    if not (path.is_file() and _sha256(path) == package.sha256):
        folder.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}")
        _download(f"{find_mirror()}/{quote(package.path)}", package, fresh)
        fresh.replace(path)
    return path


def _download(url: str, package: Package, fresh: Path) -> None:
    if not _HELPER.is_file():
        raise BuildError(f"{_HELPER} is missing: make image needs a Debian machine with apt")
    # apt's own downloader knows the machine's proxy; as root it would complain about its sandbox
    command = [str(_HELPER), "-o", "APT::Sandbox::User=root", "download-file", url, str(fresh)]
    command.append(f"SHA256:{package.sha256}")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0 and _sha256(fresh) == package.sha256:
        return
    fresh.unlink(missing_ok=True)
    fresh.with_name(fresh.name + ".FAILED").unlink(missing_ok=True)
    raise BuildError(_why(package, done.stdout + done.stderr))


def _why(package: Package, said: str) -> str:
    if "404" in said or "File not found" in said:
        return (
            f"{package.path} has left the mirror; name one that keeps old versions with"
            " CHIP_MIRROR=…, or pin its successor in .ci/chip-packages.lock and build anew"
        )
    if "Hash Sum mismatch" in said or not said:
        return f"{package.file_name} is not the pinned file: its SHA-256 differs"
    errors = [line for line in said.splitlines() if line.startswith("E:")] or ["download failed"]
    return f"{package.file_name} cannot be fetched: {errors[0]}"


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
