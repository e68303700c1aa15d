"""What the benchmark asks of a contender, and the pty with a peer process behind it."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import time
import tty
from collections.abc import Callable
from typing import Protocol

from faro.wire.errors import FaroError

BAUD = 115_200  # a pty ignores it; every contender gets the same
TIMEOUT_S = 2.0
AT_ONCE = 8  # requests that the asyncio clients are given at a time


class Contender(Protocol):
    """One row of the table."""

    name: str
    unit: str
    what: str  # one honest line: what is exchanged

    def measure(self, seconds: float) -> float:
        """Work for so long; gives back how much was done per second."""
        ...

    def close(self) -> None: ...


class PtyPeer:
    """A peer process that holds the master of a pty; the client opens `url` like any port."""

    def __init__(self, kind: str, *arguments: str) -> None:
        master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.url = os.ttyname(self._slave)
        command = [sys.executable, "-m", "faro.bench.peers", kind, str(master), *arguments]
        self._process = subprocess.Popen(command, pass_fds=[master], stdout=subprocess.PIPE)
        os.close(master)
        read_line(self._process)

    def close(self) -> None:
        end(self._process)
        os.close(self._slave)


def read_line(process: subprocess.Popen[bytes]) -> bytes:
    """The line with which a peer says that it is ready."""
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise FaroError(f"the benchmark's peer {process.args} ended with {process.wait()}")
    return line


def end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def repeat(seconds: float, action: Callable[[], int]) -> float:
    """Do it again and again for so long; gives back the sum of what it counted, per second."""
    done = 0
    start_s = now_s = time.perf_counter()
    while now_s - start_s < seconds:
        done += action()
        now_s = time.perf_counter()
    return done / (now_s - start_s)
