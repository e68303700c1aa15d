"""Runs inside the VM before its own REPL: lets it answer as a board with raw flash."""

# ruff: noqa: E402
import sys

sys.path[:] = [".frozen"]  # the simulator's other shims lie beside this file; none is wanted here

import builtins
import io
import json
import os
import time

import vfs

CFG = json.loads(os.getenv("FARO_RAW_REPL"))  # an argument may have 255 bytes at most
SECTOR_BYTES = 4096
PAGE_BYTES = 256

# Words to the PC side, one letter each, on their own pipe (see raw_repl.py).
_control = open(CFG["control_fd"], "wb")


class _Patched:
    """A built-in module with some names replaced."""

    def __init__(self, module, names):
        self._module = module
        for name, value in names.items():
            setattr(self, name, value)

    def __getattr__(self, name):
        return getattr(self._module, name)


class _Record:
    def __init__(self, **fields):
        for name, value in fields.items():
            setattr(self, name, value)


class _Chip:
    """The flash as a file; the power can fail in the middle of any write or erase."""

    def __init__(self):
        self._file = open(CFG["image"], "r+b")
        self._writes_left = CFG["writes_left"]  # negative: the power never fails
        self._reads = 0

    def read(self, at, buf):
        self._file.seek(at)
        self._file.readinto(buf)
        self._reads += 1
        if self._reads in CFG["bad_reads"]:
            buf[0] ^= 1

    def program(self, at, data):
        if at % PAGE_BYTES or len(data) % PAGE_BYTES:
            raise ValueError("whole pages only")
        old = bytearray(len(data))
        self._file.seek(at)
        self._file.readinto(old)
        for i in range(len(data)):
            if old[i] & data[i] != data[i]:
                raise ValueError("a bit from 0 to 1")
        self.write(at, data)

    def write(self, at, data):
        self._file.seek(at)
        if self._writes_left == 0 or CFG["is_watchdog_on"]:
            self._file.write(memoryview(data)[: len(data) // 2])
            _control.write(b"X")
            while True:  # the PC side ends this process; until then nothing may happen
                time.sleep(1)
        self._writes_left -= 1
        self._file.write(data)


class _Flash:
    """rp2.Flash: a part of the chip behind the base."""

    def __init__(self, start=0, len=0):
        if start % SECTOR_BYTES or len % SECTOR_BYTES:
            raise ValueError
        self._start = start
        self._bytes = len

    def _at(self, block, offset, size):
        at = block * SECTOR_BYTES + offset
        if not 0 <= at <= self._bytes - size:
            raise ValueError
        return self._start + at

    def readblocks(self, block, buf, offset=0):
        _chip.read(self._at(block, offset, len(buf)), buf)

    def writeblocks(self, block, buf, offset):
        _chip.program(self._at(block, offset, len(buf)), buf)

    def ioctl(self, op, arg):
        if op == 4:
            return self._bytes // SECTOR_BYTES
        if op == 5:
            return SECTOR_BYTES
        if op == 6:
            _chip.write(self._at(arg, 0, SECTOR_BYTES), b"\xff" * SECTOR_BYTES)
        return 0


class _Memory:
    """machine.mem32: only the word that stops the watchdog is there."""

    def __setitem__(self, at, value):
        if at not in (0x4005B000, 0x400DB000) or value != 1 << 30:
            raise ValueError("nothing at 0x%x" % at)
        CFG["is_watchdog_on"] = False
        _control.write(b"w")


def _board_print(*args, file=None, **kw):
    # A board's console ends lines with CR LF; the PC's does not.
    if file is not None:
        return _plain_print(*args, file=file, **kw)
    text = io.StringIO()
    _plain_print(*args, file=text, **kw)
    sys.stdout.buffer.write(text.getvalue().replace("\n", "\r\n"))
    return None


def _pretend():
    """Make the built-in modules answer as on the chip."""
    release = ".".join(str(n) for n in CFG["version"])
    implementation = _Record(
        name="micropython",
        version=tuple(CFG["version"]) + ("",),
        _machine=CFG["machine"],
        _mpy=CFG["mpy"],
    )
    uname = _Record(
        sysname="rp2", nodename="rp2", release=release, version=release, machine=CFG["machine"]
    )
    sys.modules["sys"] = _Patched(sys, {"implementation": implementation, "platform": "rp2"})
    sys.modules["os"] = _Patched(os, {"uname": lambda: uname})
    sys.modules["machine"] = _Record(mem32=_Memory())
    sys.modules["rp2"] = _Record(Flash=_Flash)
    for name, values in CFG["frozen"].items():
        # where an application ran the slot's own are loaded: nobody may lean on them
        sys.modules[name] = _Record(**values) if CFG["is_raw"] else _Record()
    if CFG["boot_info"] and not CFG["is_raw"]:
        slot, unsigned = CFG["boot_info"]
        sys.modules["boot_info"] = _Record(slot=slot, unsigned=unsigned)
    builtins.print = _board_print
    sys.path[:] = ["", ".frozen", "/lib"]


_plain_print = print
_chip = _Chip()
vfs.umount("/")  # a base mounts nothing
_pretend()
