"""One session with a board's raw REPL, by mpremote's serial transport; used by flash.py."""

import ast
import binascii
import contextlib
import errno
import io
import os
import struct
from dataclasses import dataclass
from typing import Any

import serial

# pyright: reportMissingTypeStubs=false
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from boards.layout import SECTOR_BYTES, Layout
from faro.build.image import HEADER_BYTES, board_side
from faro.wire.errors import FaroError

REPL_TIMEOUT_S = 3.0  # the watchdog of an application that has ended bites after 5 s
COMMAND_TIMEOUT_S = 10.0  # a sector erase takes up to 0.4 s
SLOTS = ("slot_a", "slot_b")

# The application has ended, its watchdog has not: off with it, as pico-sdk's watchdog_disable()
# (enable bit of CTRL, by the address that clears bits).  A soft reset leaves it so.
END_APP = """\
import sys
m = getattr(sys.implementation, "_machine", "")
for chip, at in (("RP2040", 0x4005B000), ("RP2350", 0x400DB000)):
    if chip in m:
        import machine
        machine.mem32[at] = 1 << 30
b = sys.modules.get("boot_info")
print((b.slot, not b.unsigned) if b else (0, False))
"""

ASK_IDENTITY = """\
import sys
i = sys.implementation
try:
    import board, flash_layout
    b = (board.NAME, {n: getattr(flash_layout, n) for n in dir(flash_layout) if n[0] != "_"})
except (ImportError, AttributeError):
    b = ("", {})
print((i.name, getattr(i, "_machine", ""), i.version[:3], getattr(i, "_mpy", 0)) + b)
"""

# Pages backwards: in a head the header is the last to come.
FLASH_TOOLS = """\
import hashlib, rp2
from binascii import a2b_base64, hexlify
_sector = bytearray(4096)
_ones = b"\\xff" * 256
def _sums(flash, count):
    for i in range(count):
        flash.readblocks(i, _sector)
        print(hexlify(hashlib.sha256(_sector).digest()).decode())
def _put(flash, i, data):
    flash.ioctl(6, i)
    for at in range(3840, -1, -256):
        page = data[at : at + 256]
        if page != _ones:
            flash.writeblocks(i, page, at)
def _copy(source, flash, i):
    source.readblocks(i, _sector)
    _put(flash, i, _sector)
def _code_hash(flash, left):
    h = hashlib.sha256()
    i = 1
    while left > 0:
        flash.readblocks(i, _sector)
        h.update(_sector if left >= 4096 else _sector[:left])
        left -= 4096
        i += 1
    print(hexlify(h.digest()).decode())
def _header(flash, size):
    flash.readblocks(0, _sector)
    print(hexlify(_sector[:size]).decode())
"""


class FlashError(FaroError):
    """One clear line for the person at the bench, and what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(f"{message}; {hint}" if hint else message)


@dataclass(frozen=True)
class Identity:
    """What the board says it is."""

    slot: int  # that the application ran from, 1 or 2; 0: not known
    is_signed_only: bool  # the loader refused anything else when it started that application
    name: str
    machine: str
    version: tuple[int, int, int]
    mpy: int
    board: str  # of Faro's base; "" on any other MicroPython
    layout: dict[str, int]


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


class _ReadAhead:
    """A serial port of which mpremote may ask byte by byte: what has come is fetched at once."""

    def __init__(self, port: Any) -> None:
        self.__dict__.update(_port=port, _held=bytearray())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._port, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._port, name, value)

    def inWaiting(self) -> int:  # as mpremote calls it
        return len(self._held) + self._port.in_waiting

    def read(self, size: int = 1) -> bytes:
        held: bytearray = self._held
        if len(held) < size:
            lacking = size - len(held)
            held += self._port.read(max(lacking, self._port.in_waiting))
        taken = bytes(held[:size])
        del held[:size]
        return taken


class BoardRepl:
    """Raw REPL on one port, after a soft reset: nothing of a slot runs or is mounted there.

    Every failure comes out as FlashError.
    """

    def __init__(self, port: str) -> None:
        self._port = port
        if port.startswith("/") and not os.path.exists(port):  # others are known when opened
            raise open_error(port, FileNotFoundError(errno.ENOENT, ""))
        try:
            self._link: Any = SerialTransport(port, timeout=0.5)
        except (TransportError, ValueError):
            raise _why_not_open(port) from None
        self._link.serial = _ReadAhead(self._link.serial)
        self._link.serial.write_timeout = COMMAND_TIMEOUT_S
        try:
            self._enter(soft_reset=False)
            self._ended_app = self._ask(END_APP)
            self._enter(soft_reset=True)
        except BaseException:
            self.close()
            raise
        self._link.serial.timeout = COMMAND_TIMEOUT_S

    def _enter(self, *, soft_reset: bool) -> None:
        try:
            # mpremote prints what it did not understand; that helps nobody here.
            with contextlib.redirect_stdout(io.StringIO()):
                self._link.enter_raw_repl(soft_reset=soft_reset, timeout_overall=REPL_TIMEOUT_S)
        except (TransportError, OSError):
            raise FlashError(
                f"nothing on {self._port} answers as a MicroPython REPL",
                "a running board needs --keys and an open lid, a sealed one has no REPL",
            ) from None

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

    def _ask(self, code: str) -> Any:
        answer = self._run(code)
        try:
            return ast.literal_eval(answer.strip())
        except (ValueError, SyntaxError):
            raise FlashError(f"what answers on {self._port} is not MicroPython") from None

    def identity(self) -> Identity:
        """Ask who the board is."""
        try:
            return Identity(*self._ended_app, *self._ask(ASK_IDENTITY))
        except TypeError:
            raise FlashError(f"what answers on {self._port} is not MicroPython") from None

    def open_slots(self, layout: Layout) -> None:
        """Bring the tools below onto the board; slots are 0 and 1 from here on."""
        self._slot_bytes = layout.regions["slot_a"].size_bytes
        opened = [
            f"rp2.Flash(start={layout.storage_at(slot)}, len={self._slot_bytes})" for slot in SLOTS
        ]
        self._run(f"{FLASH_TOOLS}_slots = ({', '.join(opened)})")

    def sums(self, slot: int) -> list[str]:
        """SHA-256 of each sector of a slot, as the flash holds it now."""
        return self._run(f"_sums(_slots[{slot}], {self._slot_bytes // SECTOR_BYTES})").split()

    def header(self, slot: int) -> Any:
        """The header in a slot, whatever it is worth."""
        return board_side.Header(self._bytes(f"_header(_slots[{slot}], {HEADER_BYTES})"))

    def code_hash(self, slot: int, size_bytes: int) -> bytes:
        """SHA-256 of so many bytes behind the head."""
        return self._bytes(f"_code_hash(_slots[{slot}], {size_bytes})")

    def _bytes(self, code: str) -> bytes:
        return bytes.fromhex(self._run(code).strip())

    def erase(self, slot: int, sector: int) -> None:
        self._run(f"_slots[{slot}].ioctl(6, {sector})")

    def put(self, slot: int, sector: int, data: bytes) -> None:
        """Send a sector, and write it."""
        text = binascii.b2a_base64(data, newline=False)
        self._run(f"_put(_slots[{slot}], {sector}, a2b_base64({text!r}))")

    def copy(self, source: int, slot: int, sector: int) -> None:
        """Write a sector as another slot has it, without sending it again."""
        self._run(f"_copy(_slots[{source}], _slots[{slot}], {sector})")

    def resume(self) -> None:
        """Nothing was changed: an application that had to end for a look runs again."""
        if self._ended_app[0]:
            with contextlib.suppress(FlashError):
                self.start()

    def start(self) -> None:
        """Soft reset from the friendly REPL: the base runs its loader.

        Not machine.reset(), which the application would take for a bite of the watchdog.
        """
        try:
            self._link.exit_raw_repl()
            self._link.serial.write(b"\x04")
            self._link.serial.flush()
            answer = self._link.read_until(1, b"soft reboot\r\n", timeout_overall=REPL_TIMEOUT_S)
        except (TransportError, OSError):
            answer = b""
        if not answer.endswith(b"soft reboot\r\n"):
            raise FlashError("the board did not restart", "unplug it and plug it in again")
