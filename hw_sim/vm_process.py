"""MicroPython: which one to run, and how a board's VM is started."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Protocol

from hw_sim.fork_vm import NUMBER

OLDEST_MICROPYTHON = (1, 24)
_START = """import sys
sys.path.append({!r})
import micropython_run
sys.exit(micropython_run.run_main(sys.argv))"""
_FORK_VM = Path(__file__).with_name("fork_vm.py")


class SimError(Exception):
    """Something went wrong with the simulated boards; the text is for people."""

    exit_code = 1


@cache
def _check_micropython(path: str) -> None:
    """Refuse what is not a MicroPython that the firmware runs on, with one clear line."""
    question = "import sys; print(sys.implementation.name, *sys.implementation.version[:2])"
    try:
        done = subprocess.run([path, "-c", question], capture_output=True, text=True, timeout=10)
        name, major, minor = done.stdout.split()
        version = int(major), int(minor)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        raise SimError(f"$MICROPYTHON names {path}, which is not a MicroPython") from None
    if name != "micropython":
        raise SimError(f"$MICROPYTHON names {path}, which is {name}, not MicroPython")
    if version < OLDEST_MICROPYTHON:
        raise SimError(f"{path} is MicroPython {major}.{minor}; the firmware needs 1.24 or newer")


def find_micropython() -> list[str]:
    """The MicroPython to run: $MICROPYTHON, or the pinned one beside this Python."""
    named = os.environ.get("MICROPYTHON")
    if named:
        path = shutil.which(named)
        if path is None:
            raise SimError(f"$MICROPYTHON names {named!r}, which is not a program")
        _check_micropython(path)
        return [path]
    return _pinned_micropython()


@cache
def _pinned_micropython() -> list[str]:
    """Its script is Python that loads the VM as an extension: without the script, half the time."""
    if folder := _extension_folder():
        return [sys.executable, "-S", "-P", "-c", _START.format(folder)]
    path = shutil.which("micropython")
    if path is None:
        raise SimError("no MicroPython found: pip install 'faro-table[sim]', or set $MICROPYTHON")
    return [path]


@cache
def _extension_folder() -> str:
    """Of the pinned MicroPython, where it is one."""
    extension = find_spec("micropython_run")
    return str(Path(extension.origin).parent) if extension and extension.origin else ""


@cache
def _same_addresses() -> list[str]:
    """A prefix that loads the VM at the same addresses each time.

    Its garbage collector takes what looks like an address for one, so how much it frees, and
    with it the reported free heap, would otherwise differ now and then between equal runs.
    """
    return ["setarch", "-R"] if shutil.which("setarch") else []


class VmProcess(Protocol):
    """What a Popen has of a process."""

    @property
    def pid(self) -> int: ...
    def kill(self) -> None: ...
    def wait(self) -> int: ...


def start_vm(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    folder: str,
    log: IO[bytes],
    descriptors: Sequence[int],
) -> VmProcess:
    """A MicroPython in a folder; its descriptors are its last arguments, in their order."""
    program = find_micropython()
    if not os.environ.get("MICROPYTHON") and _extension_folder():
        forker = _forker(os.getpid())
        return forker.start(arguments, environment, folder, [log.fileno(), *descriptors])
    return subprocess.Popen(
        [*_same_addresses(), *program, *arguments, *map(str, descriptors)],
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        env=environment,
        cwd=folder,
        pass_fds=descriptors,
        process_group=0,  # Ctrl-C at the terminal ends the simulator, not its boards
    )


@cache
def _forker(_own_id: int) -> _Forker:
    """One for each process: a fork of the simulator gets its own."""
    return _Forker()


class _Forker:
    """The simulator's end of fork_vm.py."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._control, control = socket.socketpair()
        with control:
            self._process = subprocess.Popen(
                [*_same_addresses(), sys.executable, "-S", "-P", str(_FORK_VM)]
                + [_extension_folder(), str(control.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env={"PATH": os.environ.get("PATH", ""), "PYTHONHASHSEED": "0"},
                pass_fds=[control.fileno()],
                process_group=0,  # Ctrl-C at the terminal ends the simulator, not its boards
            )
        atexit.register(self._close)

    def start(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        folder: str,
        descriptors: Sequence[int],
    ) -> _ForkedVm:
        text = json.dumps([arguments, environment, folder]).encode()
        ours, theirs = socket.socketpair()
        with ours, theirs:
            vm = _ForkedVm(self, self._ask(0, theirs.fileno()))
            socket.send_fds(ours, [text], descriptors)
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(vm.pid, os.sched_getaffinity(0))  # as a child's would be
        return vm

    def exit_code(self, pid: int) -> int:
        """Wait for the end of a VM."""
        return self._ask(pid)

    def _ask(self, number: int, *descriptors: int) -> int:
        try:
            with self._lock:
                socket.send_fds(self._control, [NUMBER.pack(number)], descriptors)
                return int(NUMBER.unpack(self._control.recv(NUMBER.size))[0])
        except (OSError, struct.error):
            raise SimError("the process that starts MicroPython has ended") from None

    def _close(self) -> None:
        self._control.close()
        self._process.wait()


class _ForkedVm:
    """A fork of fork_vm.py."""

    def __init__(self, forker: _Forker, pid: int) -> None:
        self.pid = pid
        self._forker = forker
        self._exit_code: int | None = None

    def kill(self) -> None:
        if self._exit_code is None:
            os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        if self._exit_code is None:
            self._exit_code = self._forker.exit_code(self.pid)
        return self._exit_code
