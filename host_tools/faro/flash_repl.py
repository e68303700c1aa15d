"""One session with a board's raw REPL, by mpremote's serial transport; used by flash.py."""

import ast
import binascii
import contextlib
import errno
import io
import os
import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import serial

# pyright: reportMissingTypeStubs=false
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from faro.flash_plan import NEW, FlashError

REPL_TIMEOUT_S = 3.0
COMMAND_TIMEOUT_S = 10.0  # a sector erase takes up to 0.4 s, a commit has some tens of them
CHUNK_BYTES = 1024  # as base64 one command of 1.4 kB: small beside the RP2040's heap

ASK_IDENTITY = """\
import sys, os
i = sys.implementation
s = os.statvfs("/")
print((i.name, getattr(i, "_machine", ""), i.version[:3], getattr(i, "_mpy", 0), s[0], s[2], s[3]))
"""

# Runs on the board: hashes what flash really holds, by reading it back.
LIST_FILES = """\
import os, hashlib, binascii
def _hash(p):
    h = hashlib.sha256()
    b = bytearray(512)
    m = memoryview(b)
    with open(p, "rb") as f:
        while True:
            n = f.readinto(b)
            if not n:
                return binascii.hexlify(h.digest()).decode()
            h.update(m[:n])
def _walk(d):
    for e in os.ilistdir("/" + d):
        if e[1] == 0x4000:
            _walk(d + e[0] + "/")
        else:
            print(repr((d + e[0], _hash("/" + d + e[0]))))
def _walk_own(names):
    for n in names:
        try:
            kind = os.stat("/" + n)[0]
        except OSError:
            continue
        if kind & 0x4000:
            _walk(n + "/")
        else:
            print(repr((n, _hash("/" + n))))
"""

# Runs on the board in one go. Without main.py the board stays in its REPL: whatever
# mixture a cut in here leaves, it is never started.
COMMIT = """\
import os
def _commit(main, moves, gone):
    try:
        os.rename("/main.py", "/main.py.new") if main == "keep" else os.remove("/main.py")
    except OSError:
        pass
    for p in moves:
        os.rename("/" + p + ".new", "/" + p)
    for p in gone:
        os.remove("/" + p)
    os.rename("/main.py.new", "/main.py")
"""


@dataclass(frozen=True)
class Identity:
    """What the board says it is."""

    name: str
    machine: str
    version: tuple[int, int, int]
    mpy: int
    block_bytes: int
    blocks: int
    blocks_free: int


def _why_not_open(port: str) -> FlashError:
    """Find out why a port does not open; mpremote only says that it did not."""
    try:
        serial.serial_for_url(port, exclusive=True, timeout=0).close()
    except (OSError, ValueError) as error:
        return open_error(port, error)
    return FlashError(f"{port} did not open at first, but does now", "try again")


def open_error(port: str, error: Exception) -> FlashError:
    """Put an error of opening a port into words."""
    number = getattr(error, "errno", None)
    text = str(error).lower()
    if number in (errno.EACCES, errno.EPERM) or "permission denied" in text:
        return FlashError(
            f"no right to open {port}",
            "join the group that owns it (often dialout): sudo usermod -aG dialout $USER",
        )
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in text or "busy" in text:
        return FlashError(f"{port} is in use by another program", "close it and try again")
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV) or "no such file" in text:
        return FlashError(f"there is no port {port}", "plug in the board; faro ports lists ports")
    return FlashError(f"{port} cannot be opened: {error}")


class BoardRepl:
    """Raw REPL on one port; every failure comes out as FlashError."""

    def __init__(self, port: str) -> None:
        self._port = port
        try:
            self._link: Any = SerialTransport(port, timeout=0.5)
        except (TransportError, ValueError):
            raise _why_not_open(port) from None
        self._link.serial.write_timeout = COMMAND_TIMEOUT_S
        try:
            # mpremote prints what it did not understand; that helps nobody here.
            with contextlib.redirect_stdout(io.StringIO()):
                self._link.enter_raw_repl(soft_reset=False, timeout_overall=REPL_TIMEOUT_S)
        except (TransportError, OSError):
            self.close()
            raise FlashError(
                f"nothing on {port} answers as a MicroPython REPL",
                "is it a board with MicroPython? A started or sealed board has no REPL",
            ) from None
        self._link.serial.timeout = COMMAND_TIMEOUT_S

    def close(self) -> None:
        """Let go of the port, whatever state it is in; a board in its REPL gets its prompt."""
        with contextlib.suppress(OSError):
            if self._link.in_raw_repl:
                self._link.exit_raw_repl()
            self._link.close()
        self._link.serial.close()

    def _run(self, code: str) -> str:
        try:
            return self._link.exec(code).decode()
        except TransportExecError as error:
            trace = str(error)
            raise FlashError(f"the board reports: {trace.strip().splitlines()[-1]}") from None
        # struct.error: mpremote got fewer bytes than it unpacks, i.e. the board fell silent.
        except (TransportError, OSError, struct.error, UnicodeDecodeError):
            raise FlashError(
                f"the board on {self._port} stopped answering",
                "check cable and supply, then flash again: it goes on where it stopped",
            ) from None

    def identity(self) -> Identity:
        """Ask who the board is."""
        answer = self._run(ASK_IDENTITY)
        try:
            fields = ast.literal_eval(answer.strip())
            return Identity(*fields)
        except (ValueError, SyntaxError, TypeError):
            raise FlashError(f"what answers on {self._port} is not MicroPython") from None

    def hashes(self, roots: Iterable[str]) -> dict[str, str]:
        """Give SHA-256 by path of the files named, and of all below the folders named."""
        answer = self._run(LIST_FILES + f"_walk_own({tuple(roots)!r})")
        return dict(ast.literal_eval(line) for line in answer.split("\n") if line.strip())

    def stage(self, path: str, data: bytes, digest: str) -> Iterable[int]:
        """Write `path`.new and check it by reading it back; yields bytes written."""
        folders = path.split("/")[:-1]
        for depth in range(1, len(folders) + 1):
            folder = "/" + "/".join(folders[:depth])
            self._run(f"import os\ntry:\n os.mkdir({folder!r})\nexcept OSError:\n pass")
        self._run(f"import binascii\nf = open({'/' + path + NEW!r}, 'wb')")
        for at in range(0, len(data), CHUNK_BYTES):
            chunk = data[at : at + CHUNK_BYTES]
            text = binascii.b2a_base64(chunk, newline=False).decode()
            self._run(f"f.write(binascii.a2b_base64({text!r}))")
            yield len(chunk)
        answer = self._run(f"f.close()\nprint(_hash({'/' + path + NEW!r}))").strip()
        if answer != digest:
            raise FlashError(
                f"{path} reads back wrong", "flash again; a worn flash chip fails repeatedly"
            )

    def commit(self, moves: Iterable[str], gone: Iterable[str], *, is_main_new: bool) -> None:
        """Put all staged files in place and remove the stale ones, main.py last."""
        others = tuple(path for path in moves if path != "main.py")
        gone = tuple(path for path in gone if path != "main.py" + NEW)  # in use during the commit
        main = "new" if is_main_new else "keep"
        self._run(COMMIT + f"_commit({main!r}, {others!r}, {gone!r})")

    def prune(self, folders: Iterable[str]) -> None:
        """Remove folders that have become empty, deepest first."""
        for folder in sorted(folders, key=len, reverse=True):
            self._run(f"import os\ntry:\n os.rmdir({'/' + folder!r})\nexcept OSError:\n pass")

    def start(self) -> None:
        """Soft reset from the friendly REPL: the board runs its main.py."""
        try:
            self._link.exit_raw_repl()
            self._link.serial.write(b"\x04")
            self._link.serial.flush()
            answer = self._link.read_until(1, b"soft reboot\r\n", timeout_overall=REPL_TIMEOUT_S)
        except (TransportError, OSError):
            answer = b""
        if not answer.endswith(b"soft reboot\r\n"):
            raise FlashError("the board did not restart", "unplug it and plug it in again")


def missing(wanted: Mapping[str, str], found: Mapping[str, str]) -> list[str]:
    """Paths whose hash on the board is not the wanted one."""
    return [path for path, digest in wanted.items() if found.get(path) != digest]


def port_is_there(port: str) -> bool:
    """Whether a device path exists; URLs and COM ports are only known when opened."""
    return not port.startswith("/") or os.path.exists(port)
