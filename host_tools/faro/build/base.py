"""Builds the base of a chip: MicroPython's rp2 port with our board definition and frozen loader.

Kept by the hash of everything that goes into it, so that a build without changes takes no time.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from boards.layout import CHECKOUT, SECTOR_BYTES, BuildError, board_facts, load_layout
from faro.build.compile import compiled, compiler, compiler_id
from faro.build.names import NAMES_MODULE, names_module
from faro.build.toolchain import CACHE, Toolchain, toolchain, toolchain_id

VARIANTS = ("unsealed", "sealed")
_EPOCH = "1757548800"  # the day of MicroPython 1.26.1: the only date in a base
_TAG = "v1.26.1"
_MANIFEST = """\
freeze("$(PORT_DIR)/modules", "rp2.py")
include("$(MPY_DIR)/extmod/asyncio")
freeze_mpy("frozen")
"""
_DEFINITION = ("*/mpconfig*", "common/*.c", "common/*.h", "common/*.cmake")
_PERCENT = re.compile(r"\[ *(\d+)%\]")

Say = Callable[[str], None]


@dataclass(frozen=True)
class Base:
    """A built base: its bytes from the flash's first on, and the ELF file that they come from."""

    data: bytes
    elf: Path
    tools: Toolchain


def frozen_files(board: str, texts: Mapping[str, str], names: list[str]) -> dict[str, bytes]:
    """What is frozen beside MicroPython's own: compiled modules and the slot's names."""
    march = board_facts(board)["chip"]["march"]
    files = {name: compiled(name, text, march) for name, text in texts.items()}
    return files | {NAMES_MODULE: names_module(names, march)}


def build_base(
    board: str, variant: str, frozen: Mapping[str, bytes], say: Say, cache: Path = CACHE
) -> Base:
    """Build, or take what an equal build left; refuses a base that is longer than its region."""
    if variant not in VARIANTS:
        raise BuildError(f"there is no variant {variant}; variants: {', '.join(VARIANTS)}")
    tools = toolchain(say, cache)
    kept = cache / "base" / f"{board}-{variant}-{_key(board, variant, frozen)}"
    if not kept.exists():
        _build(board, variant, frozen, tools, cache / "build" / f"{board}-{variant}", kept, say)
    base = Base((kept / "firmware.bin").read_bytes(), kept / "firmware.elf", tools)
    load_layout(board).check_fits("base", len(base.data))
    return base


def _key(board: str, variant: str, frozen: Mapping[str, bytes]) -> str:
    key = hashlib.sha256(f"{board} {variant} {toolchain_id()} {compiler_id()}".encode())
    key.update(f"{load_layout(board).storage_sectors} {_EPOCH} {_TAG} {_MANIFEST}".encode())
    boards = CHECKOUT / "boards"
    for path in sorted(path for pattern in _DEFINITION for path in boards.glob(pattern)):
        key.update(f"{path.relative_to(boards)}\0{path.read_text()}\0".encode())
    for name in sorted(frozen):
        key.update(f"{name}\0{len(frozen[name])}\0".encode() + frozen[name])
    return key.hexdigest()[:24]


def _build(
    board: str,
    variant: str,
    frozen: Mapping[str, bytes],
    tools: Toolchain,
    folder: Path,
    kept: Path,
    say: Say,
) -> None:
    made_with = folder / "made_with"  # a build folder only serves the toolchain that made it
    if not made_with.is_file() or made_with.read_text() != str(tools.root):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        made_with.write_text(str(tools.root))
    _write_frozen(folder, frozen)
    env = _environment(tools, folder)
    log = folder / "build.log"
    log.write_text("")
    say(f"{board}, {variant}: configuring MicroPython {_TAG}")
    _run(_cmake(board, variant, tools, folder), env, log, say)
    jobs = str(os.cpu_count() or 1)
    _run(["make", "-C", str(folder / "make"), "-j", jobs, "--no-print-directory"], env, log, say)
    fresh = kept.with_name(f"{kept.name}.{os.getpid()}")
    fresh.mkdir(parents=True)
    for name in ("firmware.bin", "firmware.elf"):
        shutil.copy(folder / "make" / name, fresh)
    for old in kept.parent.glob(f"{board}-{variant}-*"):
        if old != fresh:
            shutil.rmtree(old)
    fresh.rename(kept)


def _write_frozen(folder: Path, frozen: Mapping[str, bytes]) -> None:
    (folder / "manifest.py").write_text(_MANIFEST)
    shutil.rmtree(folder / "frozen", ignore_errors=True)
    for name, data in frozen.items():
        path = folder / "frozen" / f"{name.removesuffix('.py')}.mpy"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _environment(tools: Toolchain, folder: Path) -> dict[str, str]:
    """No path, date or version of this machine may reach the bytes."""
    places = {tools.root: "/tools", folder: "/build", CHECKOUT: "/faro"}
    flags = " ".join(f"-ffile-prefix-map={path}={name}" for path, name in places.items())
    env = tools.environment() | dict.fromkeys(("CFLAGS", "CXXFLAGS", "ASMFLAGS"), flags)
    env |= {"SOURCE_DATE_EPOCH": _EPOCH, "MICROPY_GIT_TAG": _TAG, "MICROPY_GIT_HASH": _TAG}
    return env | {"MICROPY_MPYCROSS": str(compiler())}


def _cmake(board: str, variant: str, tools: Toolchain, folder: Path) -> list[str]:
    defined = {
        "MICROPY_BOARD": f"FARO_{board.upper()}",
        "MICROPY_BOARD_DIR": CHECKOUT / "boards" / board,
        "MICROPY_BOARD_VARIANT": "" if variant == "unsealed" else variant,
        "MICROPY_FROZEN_MANIFEST": folder / "manifest.py",
        "FARO_STORAGE_BYTES": load_layout(board).storage_sectors * SECTOR_BYTES,
        "PICO_SDK_PATH_OVERRIDE": tools.sdk,
        "PICO_NO_PICOTOOL": 1,  # it would want a compiler for this machine
        "Python3_EXECUTABLE": sys.executable,
    }
    port, made = tools.micropython / "ports/rp2", folder / "make"
    command = [str(tools.cmake), "-G", "Unix Makefiles", "-S", str(port), "-B", str(made)]
    return command + [f"-D{name}={value}" for name, value in defined.items()]


def _run(command: list[str], env: dict[str, str], log: Path, say: Say) -> None:
    """Run a step; its words go into the log, its percentages to whoever waits."""
    shown = 0
    pipe, both = subprocess.PIPE, subprocess.STDOUT
    with (
        log.open("a") as file,
        subprocess.Popen(command, env=env, stdout=pipe, stderr=both, text=True) as step,
    ):
        assert step.stdout is not None
        for line in step.stdout:
            file.write(line)
            percent = _PERCENT.match(line)
            if percent and int(percent[1]) >= shown + 20:
                shown = int(percent[1]) // 20 * 20
                say(f"compiling: {shown} %")
    if step.returncode != 0:
        wrong = [line for line in log.read_text().splitlines() if re.search("error|Error", line)]
        first = wrong[0] if wrong else "no reason given"
        raise BuildError(f"the base does not build: {first} (all of it: {log})")
