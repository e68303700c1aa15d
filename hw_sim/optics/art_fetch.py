"""Gets the packages that carry card artwork, by name and version, into `.cache/art`.

Nothing of it is ever committed: licences as packaged are in docs/frames.md.  Debian packages are
only downloaded and unpacked, never installed.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


class FetchError(Exception):
    """A package could not be had; says which and what to try."""


@dataclass(frozen=True)
class Package:
    """One package of a registry, pinned by version and by what it must hash to."""

    name: str
    version: str
    kind: str  # deb, npm, pypi
    sha256: str

    @property
    def spec(self) -> str:
        joint = {"deb": "=", "npm": "@", "pypi": "=="}[self.kind]
        return f"{self.name}{joint}{self.version}"


PACKAGES = (
    Package(
        "gnome-cards-data",
        "1:3.22.23-1",
        "deb",
        "54ef445826dd7701d3ea83f999fbc8f058d304b714732425b23cde5c632596e0",
    ),
    Package(
        "kdegames-card-data-kf5",
        "4:22.12.3-1",
        "deb",
        "af0f00a97b8272bb9f8b497855716a41d2c694748eb0a6b3b3e691b692c4a9a6",
    ),
    Package(
        "cardsJS",
        "1.1.1",
        "npm",
        "94517ce8945a7ce66057ab6cbb88b2f01b9b9a9b8160d4a13a363c6a0c6c4733",
    ),
    Package(
        "svg-cards",
        "4.0.2",
        "npm",
        "d442a2c3c912bbb5dbc69eac86ef8c374fdcc6be55e4c4d3e8a3e021d69c4cd5",
    ),
    Package(
        "arcade",
        "3.3.3",
        "pypi",
        "25f4e0e5b8bcbe7a7d087c0a23b19e9f423b0c70ec00945c8712c9a3e541ebd2",
    ),
)
_ENDINGS = {"deb": ".deb", "npm": ".tgz", "pypi": ".whl"}
_ARCADE_CARDS = "arcade/resources/assets/images/cards/"


def fetch_all(folder: Path, packages: Iterable[Package] = PACKAGES) -> dict[str, Path]:
    """Every package unpacked: name to folder.  What is there already is not fetched again."""
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return {package.name: _unpacked(package, folder) for package in packages}


def _unpacked(package: Package, folder: Path) -> Path:
    target = folder / package.name
    ready = target / ".ready"
    if ready.is_file() and ready.read_text() == package.spec:
        return target
    archive = _downloaded(package, folder)
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != package.sha256:
        archive.unlink()
        raise FetchError(f"{package.spec}: the file has SHA-256 {found}, not the pinned one")
    target.mkdir(exist_ok=True)
    if package.kind == "deb":
        _run(package, ["dpkg-deb", "-x", str(archive), str(target)], folder)
    elif package.kind == "npm":
        with tarfile.open(archive) as tar:
            tar.extractall(target, filter="data")
    else:
        with zipfile.ZipFile(archive) as wheel:
            for name in wheel.namelist():
                if name.startswith(_ARCADE_CARDS):
                    wheel.extract(name, target)
    archive.unlink()
    ready.write_text(package.spec)
    return target


def _downloaded(package: Package, folder: Path) -> Path:
    print(f"  fetching {package.spec} …", flush=True)
    if package.kind == "deb":
        command = ["apt-get", "download", "-q", package.spec]
    elif package.kind == "npm":
        command = ["npm", "pack", "--silent", package.spec]
    else:
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps",
                   "--disable-pip-version-check", package.spec]  # fmt: skip
    before = set(folder.glob("*" + _ENDINGS[package.kind]))
    for left_over in before:
        left_over.unlink()
    _run(package, command, folder)
    made = list(folder.glob("*" + _ENDINGS[package.kind]))
    if len(made) != 1:
        raise FetchError(f"{package.spec}: the download left no file")
    return made[0]


def _run(package: Package, command: list[str], folder: Path) -> None:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise FetchError(f"{package.spec}: '{command[0]}' is not on this machine") from None
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        hint = "; run 'apt-get update' first" if package.kind == "deb" else ""
        last = lines[-1] if lines else "no reason given"
        raise FetchError(f"{package.spec} could not be fetched{hint}: {last}")
