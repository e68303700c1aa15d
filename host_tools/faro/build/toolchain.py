"""Compiler, SDK and MicroPython's sources for a chip's base, pinned, inside .cache/chip."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from boards.layout import CHECKOUT, BuildError
from faro.build.packages import LOCK, Package, fetch, read_lock
from faro.build.port_edits import EDITS, edit_port
from faro.cache import cache_folder

CACHE = cache_folder() / "chip"
CMAKE_LOCK = CHECKOUT / ".ci" / "chip-requirements.lock"
_TRIPLE = "arm-none-eabi"
_MULTILIBS = ("thumb/v6-m", "thumb/v8-m.main", "thumb/v8-m.main+fp")  # RP2040, RP2350
_RECIPE = "1"  # raise it when the steps below change
_LIBRARIES = ("usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu")  # the compiler's own


@dataclass(frozen=True)
class Toolchain:
    """Where the unpacked parts are."""

    root: Path

    @property
    def micropython(self) -> Path:
        return self.root / "micropython"

    @property
    def sdk(self) -> Path:
        return self.root / "usr/src/pico-sdk"

    @property
    def cmake(self) -> Path:
        return self.root / "python/cmake/data/bin/cmake"

    def tool(self, name: str) -> Path:
        """objcopy, nm …"""
        return self.root / "usr/bin" / f"{_TRIPLE}-{name}"

    def environment(self) -> dict[str, str]:
        """For cmake, make and the compiler; the same on every machine."""
        env = {name: os.environ[name] for name in ("HOME", "TMPDIR") if name in os.environ}
        env["PATH"] = f"{self.root / 'usr/bin'}:{os.environ['PATH']}"
        env |= {"LC_ALL": "C.UTF-8", "TZ": "UTC", "PYTHONHASHSEED": "0"}
        if not _can_compile(self, env):
            # a machine without a compiler lacks its libraries as well
            env["LD_LIBRARY_PATH"] = ":".join(str(self.root / name) for name in _LIBRARIES)
            if not _can_compile(self, env):
                raise BuildError("the unpacked compiler does not run on this machine")
        return env

    def run(self, tool: str, *args: str) -> str:
        """What a tool of the toolchain prints."""
        command = [str(self.tool(tool)), *args]
        done = subprocess.run(
            command, env=self.environment(), capture_output=True, text=True, check=True
        )
        return done.stdout


def toolchain_id() -> str:
    """Changes with anything that is pinned or done here."""
    parts = [LOCK.read_text(), CMAKE_LOCK.read_text(), repr(EDITS), _RECIPE]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def toolchain(say: Callable[[str], None], cache: Path = CACHE) -> Toolchain:
    """The toolchain, fetched and unpacked if this machine has not done so before."""
    tools = Toolchain(cache / f"tools-{toolchain_id()}")
    if not tools.root.exists():
        _check_machine()
        fresh = Toolchain(cache / f"tools.{os.getpid()}")
        shutil.rmtree(fresh.root, ignore_errors=True)
        packages = read_lock()
        for n, package in enumerate(packages, 1):
            say(f"package {n} of {len(packages)}: {package.file_name}")
            _unpack(package, fetch(package, cache / "packages"), fresh.root)
        say("package cmake, from PyPI")
        _install_cmake(fresh.root / "python")
        _arrange(fresh)
        fresh.root.rename(tools.root)  # whole, or not there
        for old in cache.glob("tools-*"):
            if old != tools.root:
                shutil.rmtree(old)
    return tools


def _check_machine() -> None:
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        raise BuildError("the pinned compiler is for x86-64 Linux; this machine is another one")
    missing = [name for name in ("make", "dpkg-deb", "sed", "cat") if not shutil.which(name)]
    if missing:
        raise BuildError(f"this machine lacks {', '.join(missing)}: apt-get install make dpkg sed")


def _unpack(package: Package, path: Path, root: Path) -> None:
    root.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".deb":
        subprocess.run(["dpkg-deb", "-x", str(path), str(root)], check=True)
        return
    name = package.file_name.split("_")[0]
    with tarfile.open(path) as archive:
        archive.extractall(root / "unpacked", filter="tar")
    next((root / "unpacked").glob(f"{name}-*")).rename(root / name)
    (root / "unpacked").rmdir()


def _install_cmake(folder: Path) -> None:
    command = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    command += ["--require-hashes", "-r", str(CMAKE_LOCK), "--target", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BuildError(f"pip cannot install the pinned cmake: {done.stderr.strip()[-300:]}")


def _arrange(tools: Toolchain) -> None:
    """Put together what Debian's packages have in other places, and drop what no board needs."""
    target = tools.root / "usr/lib" / _TRIPLE
    # where an unpacked gcc looks, beside itself
    (target / "lib").symlink_to("newlib")
    (target / "include").symlink_to("../../include/newlib")
    # CMake links as C++, but no file of the port needs C++'s library: an empty one is enough
    subprocess.run([tools.tool("ar"), "rc", target / "newlib/libstdc++.a"], check=True)
    for folder in (target / "newlib", *(tools.root / "usr/lib/gcc" / _TRIPLE).iterdir()):
        _drop_multilibs(folder)
    lib = tools.micropython / "lib"
    for name, place in (("tinyusb", "usr/src/tinyusb"), ("mbedtls", "mbedtls")):
        (lib / name).rmdir()
        (lib / name).symlink_to(Path("../..") / place)
    (lib / "micropython-lib/README.md").touch()  # asked for, not used
    edit_port(tools.micropython)


def _drop_multilibs(folder: Path) -> None:
    shutil.rmtree(folder / "arm", ignore_errors=True)
    for path in (folder / "thumb").iterdir():
        if str(path.relative_to(folder)) not in _MULTILIBS:
            shutil.rmtree(path)


def _can_compile(tools: Toolchain, env: dict[str, str]) -> bool:
    command = [str(tools.tool("gcc")), "-x", "c", "-c", "-o", "/dev/null", "-"]
    done = subprocess.run(command, input=b"", env=env, capture_output=True, check=False)
    return done.returncode == 0
