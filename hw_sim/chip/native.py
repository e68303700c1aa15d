"""The emulated RP2350 as a shared object in .cache/chip: unicorn from PyPI and `rp2350/*.c`.

Unicorn is GPL-2: it is fetched here, pinned with its hash, and is no part of Faro.
"""

from __future__ import annotations

import ctypes
import fcntl
import hashlib
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = Path(__file__).parent / "rp2350"
LOCK = ROOT / ".ci/emulator-requirements.lock"
CACHE = ROOT / ".cache/chip"
_FLAGS = ["-std=gnu11", "-O3", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]


def is_there() -> bool:
    """Whether it has been built, or can be: what `make chip-test` does first."""
    return _object_path().exists()


def install() -> Path:
    """Fetch and compile, if that has not been done with these very texts; gives the object."""
    made = _object_path()
    made.parent.mkdir(parents=True, exist_ok=True)
    with (CACHE / "rp2350.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            _compile(_fetch(), made)
    return made


@cache
def library() -> ctypes.CDLL:
    """The object, loaded once a process."""
    return ctypes.CDLL(str(install()))


def _texts() -> list[Path]:
    return sorted(SOURCES.glob("*.[ch]"))


def _object_path() -> Path:
    key = hashlib.sha256(LOCK.read_bytes())
    for path in _texts():
        key.update(path.read_bytes())
    return CACHE / "rp2350" / f"{key.hexdigest()[:16]}.so"


def _fetch() -> Path:
    """Unicorn's package folder, with its header and library."""
    key = hashlib.sha256(LOCK.read_bytes()).hexdigest()[:16]
    folder = CACHE / f"unicorn-{key}"
    if not (folder / "unicorn/lib").exists():
        subprocess.run(
            [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
            + ["--no-deps", "--require-hashes", "--target", str(folder), "-r", str(LOCK)],
            check=True,
        )
    return folder / "unicorn"


def _compile(unicorn: Path, made: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise SystemExit("the emulated RP2350 needs a C compiler; neither cc nor gcc was found")
    sources = [str(path) for path in _texts() if path.suffix == ".c"]
    fresh = made.with_suffix(".new")
    library_path = unicorn / "lib/libunicorn.so.2"
    subprocess.run(
        [compiler, *_FLAGS, f"-I{unicorn}/include", "-o", str(fresh), *sources]
        + [str(library_path), f"-Wl,-rpath,{library_path.parent}"],
        check=True,
    )
    fresh.rename(made)


if __name__ == "__main__":
    install()
