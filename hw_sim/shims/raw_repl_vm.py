"""Runs inside the VM: a REPL (raw, raw paste, friendly) over raw flash; fed by raw_repl.py."""

# ruff: noqa: E402, S102
import sys

sys.path[:] = [".frozen"]  # the simulator's other shims lie beside this file; none is wanted here

import builtins
import io
import json
import os
import time

import micropython
import vfs

CFG = json.loads(os.getenv("FARO_RAW_REPL"))  # an argument may have 255 bytes at most
SECTOR_BYTES = 4096
PAGE_BYTES = 256
PASTE_WINDOW_BYTES = 128

# Words to the PC side, one letter each, on their own pipe (see raw_repl.py).
_control = open(CFG["control_fd"], "wb")
_stdin = sys.stdin.buffer
_stdout = sys.stdout.buffer


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
    _stdout.write(text.getvalue().replace("\n", "\r\n"))
    return None


def _kbd_intr(char):
    _control.write(b"i" if char < 0 else b"I")


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
    sys.modules["micropython"] = _Patched(micropython, {"kbd_intr": _kbd_intr})
    sys.modules["machine"] = _Record(mem32=_Memory())
    sys.modules["rp2"] = _Record(Flash=_Flash)
    for name, values in CFG["frozen"].items():
        # where an application ran the slot's own are loaded: nobody may lean on them
        sys.modules[name] = _Record(**values) if CFG["mode"] == "raw" else _Record()
    if CFG["boot_info"] and CFG["mode"] != "raw":
        slot, unsigned = CFG["boot_info"]
        sys.modules["boot_info"] = _Record(slot=slot, unsigned=unsigned)
    builtins.print = _board_print
    sys.path[:] = ["", ".frozen", "/lib"]


def _get(count):
    """Read from the host; ends the VM when the simulator has gone."""
    data = _stdin.read(count)
    if not data:
        raise SystemExit
    return data


_plain_print = print
_chip = _Chip()
_globals = {"__name__": "__main__"}


def _run(source):
    """Execute one command; gives back the text of its traceback, empty when it went well."""
    _control.write(b"R")
    trace = ""
    try:
        exec(source, _globals)
    except SystemExit:
        _soft_reset(b"s")
    except BaseException as error:  # noqa: BLE001  (a console reports everything)
        text = io.StringIO()
        sys.print_exception(error, text)
        trace = text.getvalue()
    _control.write(b"P")
    return trace


def _soft_reset(word):
    _stdout.write(b"\r\nMPY: soft reboot\r\n")
    _control.write(word)
    while True:
        time.sleep(1)


def _read_paste():
    """Raw paste mode: source with flow control; None when the host gave up."""
    _stdout.write(b"R\x01" + bytes((PASTE_WINDOW_BYTES, 0)) + b"\x01")
    source = bytearray()
    while True:
        byte = _get(1)
        if byte == b"\x04" or byte == b"\x03":
            _stdout.write(b"\x04")
            return source if byte == b"\x04" else None
        source.extend(byte)
        if len(source) % PASTE_WINDOW_BYTES == 0:
            _stdout.write(b"\x01")


def _raw_command(source):
    trace = _run(str(source, "utf8")).replace("\n", "\r\n")
    _stdout.write(b"\x04" + trace.encode() + b"\x04>")


def _raw_repl():
    """Raw mode until Ctrl-B; the words are those of MicroPython's shared/runtime/pyexec.c."""
    banner = b"raw REPL; CTRL-B to exit\r\n>"
    _stdout.write(banner)
    line = bytearray()
    while True:
        byte = _get(1)
        if byte == b"\x01":
            line = bytearray()
            _stdout.write(banner)
        elif byte == b"\x02":
            return
        elif byte == b"\x03":
            line = bytearray()
        elif byte == b"\x04":
            _stdout.write(b"OK")
            if not line:
                _soft_reset(b"s")
            _raw_command(line)
            line = bytearray()
        elif byte == b"\x05" and not line:
            request = _get(2)
            source = _read_paste() if request == b"A\x01" else None
            if source is None:
                _stdout.write(b"\x04\x04>" if request == b"A\x01" else b"R\x00")
            else:
                _raw_command(source)
        else:
            line.extend(byte)


def _friendly_line(line):
    try:
        value = eval(line, _globals)
        if value is not None:
            print(repr(value))
    except SyntaxError:
        trace = _run(line)
        print(trace, end="")
    except Exception as error:  # noqa: BLE001  (a console reports everything)
        print(repr(error))


def _friendly_repl():
    """Friendly mode, one line at a time, until Ctrl-A."""
    banner = "\r\nMicroPython v%s; %s\r\n>>> "
    _stdout.write(banner % (".".join(str(n) for n in CFG["version"]), CFG["machine"]))
    line = bytearray()
    while True:
        byte = _get(1)
        if byte == b"\x01":
            return
        if byte == b"\x04" and not line:
            _soft_reset(b"S")
        elif byte == b"\x03" or byte == b"\x02":
            line = bytearray()
            _stdout.write(b"\r\n>>> ")
        elif byte == b"\r":
            _stdout.write(b"\r\n")
            if line:
                _friendly_line(str(line, "utf8"))
            line = bytearray()
            _stdout.write(b">>> ")
        else:
            line.extend(byte)
            _stdout.write(byte)


def main():
    vfs.umount("/")  # a base mounts nothing
    _pretend()
    is_raw = CFG["mode"] == "raw"
    while True:
        try:
            if is_raw:
                _raw_repl()
                is_raw = False
            _friendly_repl()
            is_raw = True
        except KeyboardInterrupt:
            pass  # came after the command had ended: the prompt stays


main()
