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


LOCK = Path(__file__).parents[2] / ".ci/art-packages.lock"
PACKAGES = tuple(Package(*line.split()) for line in LOCK.read_text().splitlines() if line[0] != "#")
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
