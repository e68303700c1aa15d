"""Bad code met at run time: rolled back, told once per place, and the program goes on.

A request that raises is an error answer (`link/port`); a task that raises ends the program the one
way there is, `stop`: told, outputs safe, and the watchdog starts the board afresh.
"""

import gc
import io
from array import array
from binascii import crc32

from firmware.board.rows import EV_PROGRAM_ERROR, FAULT_PROGRAM_ERROR
from firmware.core.compat import print_exception

NO_REQUEST = 0  # in place of a message: a task
# numbers of the event's `error`; 0 is any other
KINDS = (
    MemoryError,
    AttributeError,
    TypeError,
    ValueError,
    IndexError,
    KeyError,
    OSError,
    ZeroDivisionError,
    OverflowError,
    RuntimeError,
)
_MOST_PLACES = 8  # told per boot; the fault stands anyway
_FILE = '  File "'


class Failures:
    """Fed exceptions by the ports, and by `life` the one that ends the program."""

    def __init__(self, store, record, raise_fault, halt):
        self._store = store
        self._record = record
        self._raise_fault = raise_fault
        self._halt = halt
        self._places = array("I", [0] * _MOST_PLACES)
        self._count = 0

    def note(self, message, error):
        """A request or a task raised: nothing half done stays, and the place is told."""
        if isinstance(error, MemoryError):
            gc.collect()
        self._store.discard()  # else the next commit would make half a change durable
        kind = kind_of(error)
        file_crc, line = place_of(error)
        if self._is_new(file_crc ^ message << 24 ^ kind << 16 ^ line):
            self._record(EV_PROGRAM_ERROR, message, kind, line, file_crc)
        self._raise_fault(FAULT_PROGRAM_ERROR, message << 24 | kind << 16 | line)

    def stop(self, error):
        """A task raised: what it leaves undone nobody knows, so the program ends."""
        self._halt()
        self.note(NO_REQUEST, error)

    def _is_new(self, place):
        for i in range(self._count):
            if self._places[i] == place:
                return False
        if self._count == _MOST_PLACES:
            return False
        self._places[self._count] = place
        self._count += 1
        return True


def kind_of(error):
    for i in range(len(KINDS)):
        if isinstance(error, KINDS[i]):
            return i + 1
    return 0


def place_of(error):
    """CRC-32 of the file's name and the line where it was raised; zeros when nobody knows."""
    try:
        text = io.StringIO()
        print_exception(error, text)
        last = text.getvalue().rsplit(_FILE, 1)[1]
        name, rest = last.split('"', 1)
        return crc32(name.encode()), int(rest.split(",")[1].split()[1]) & 0xFFFF
    except (IndexError, ValueError, MemoryError):  # no traceback, or no memory to read it
        return 0, 0
