"""Builds MicroPython's unix port as a 32-bit program: objects cost there what they cost on a chip.

The version, the sources and the frozen names are the chip's; vm32_port/ says what else is as on
the chip, and what only a measurement needs.  `MICROPYTHON=.cache/chip/vm32/micropython` then runs
the simulator on it.  Kept by the hash of what goes into it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

from boards.layout import CHECKOUT, BuildError
from faro.build.compile import compiler, compiler_id
from faro.build.image import slot_names
from faro.build.names import NAMES_MODULE, names_module
from faro.build.packages import LOCK as CHIP_LOCK
from faro.build.packages import fetch, read_lock
from faro.cache import cache_folder

CACHE = cache_folder() / "chip"
PROGRAM = CACHE / "vm32" / "micropython"
LOCK = CHECKOUT / ".ci" / "vm32-packages.lock"
BOARDS = ("meter_pico", "shoe_pico2")
_PORT = Path(__file__).parent / "vm32_port"
_SOURCES = "micropython_"
_SHARED_LIBRARIES = "_amd64.deb"  # of the chip's lock: what a compiler is linked with
_PREFIX = "usr/bin/i686-linux-gnu-"
_MANIFEST = 'include("$(MPY_DIR)/extmod/asyncio")\nfreeze_mpy("frozen")\n'
_EPOCH = "1757548800"  # the day of MicroPython 1.26.1
_TAG = "v1.26.1"


def build_vm32(say: Callable[[str], None]) -> Path:
    """The program, built if the one that is there was made from something else."""
    names = sorted({name for board in BOARDS for name in slot_names(board)})
    key = _key(names)
    key_file = PROGRAM.with_suffix(".key")
    if not (PROGRAM.is_file() and key_file.is_file() and key_file.read_text() == key):
        tools = _tools(say)
        say("compiling MicroPython's unix port for 32 bits")
        made = _compile(tools, names)
        PROGRAM.parent.mkdir(parents=True, exist_ok=True)
        fresh = PROGRAM.with_suffix(f".{os.getpid()}")
        shutil.copy(made, fresh)
        key_file.unlink(missing_ok=True)
        fresh.replace(PROGRAM)
        key_file.write_text(key)
    return PROGRAM


def _key(names: list[str]) -> str:
    parts = [LOCK.read_text(), CHIP_LOCK.read_text(), _MANIFEST, _TAG, compiler_id(), *names]
    parts += [path.read_text() for path in sorted(_PORT.iterdir())]
    parts.append(Path(__file__).read_text())
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _tools(say: Callable[[str], None]) -> Path:
    """Compiler and sources, unpacked."""
    locks = LOCK.read_text() + CHIP_LOCK.read_text()
    root = CACHE / f"vm32-tools-{hashlib.sha256(locks.encode()).hexdigest()[:16]}"
    if root.is_dir():
        return root
    fresh = root.with_name(f"vm32-tools.{os.getpid()}")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    chip = [p for p in read_lock() if p.file_name.startswith(("lib", "zlib", _SOURCES))]
    wanted = [p for p in chip if p.file_name.endswith(_SHARED_LIBRARIES) or _SOURCES in p.path]
    for package in (*read_lock(LOCK), *wanted):
        say(f"package {package.file_name}")
        path = fetch(package, CACHE / "packages")
        if path.suffix == ".deb":
            subprocess.run(["dpkg-deb", "-x", str(path), str(fresh)], check=True)
            continue
        with tarfile.open(path) as archive:
            archive.extractall(fresh / "unpacked", filter="tar")
        next((fresh / "unpacked").iterdir()).rename(fresh / "micropython")
    (fresh / "micropython/lib/micropython-lib/README.md").touch()  # asked for, not used
    fresh.rename(root)
    for old in CACHE.glob("vm32-tools-*"):
        if old != root:
            shutil.rmtree(old)
    return root


def _compile(tools: Path, names: list[str]) -> Path:
    folder = CACHE / "build" / "vm32"
    variant = tools / "micropython/ports/unix/variants/vm32"
    for path in (folder, variant):
        shutil.rmtree(path, ignore_errors=True)
    shutil.copytree(_PORT, variant)
    (folder / "frozen").mkdir(parents=True)
    (folder / "manifest.py").write_text(_MANIFEST)
    frozen = folder / "frozen" / NAMES_MODULE.replace(".py", ".mpy")
    frozen.write_bytes(names_module(names, "x86"))
    made = {
        "VARIANT": "vm32",
        "BUILD": folder / "make",
        "FROZEN_MANIFEST": folder / "manifest.py",
        "CROSS_COMPILE": tools / _PREFIX,
        "CC": f"{tools / _PREFIX}gcc-12",
        "MICROPY_MPYCROSS": compiler(),
    }
    command = ["make", "-C", str(tools / "micropython/ports/unix"), f"-j{os.cpu_count() or 1}"]
    command += [f"{name}={value}" for name, value in made.items()]
    libraries = f"{tools / 'usr/lib/x86_64-linux-gnu'}:{tools / 'lib/x86_64-linux-gnu'}"
    env = os.environ | {"LD_LIBRARY_PATH": libraries, "SOURCE_DATE_EPOCH": _EPOCH}
    env |= {"MICROPY_GIT_TAG": _TAG, "MICROPY_GIT_HASH": _TAG}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    (folder / "build.log").write_text(done.stdout + done.stderr)
    if done.returncode != 0:
        raise BuildError(f"the 32-bit VM cannot be built, see {folder / 'build.log'}")
    return folder / "make" / "micropython"


if __name__ == "__main__":
    print(build_vm32(lambda text: print(text, flush=True)))
