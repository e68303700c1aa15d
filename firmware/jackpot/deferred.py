"""Changes of approved terms that wait for the next jackpot (STANDARDS 23), in a cell of their own.

Count, then (setting u8, value i32) each.
"""

import struct

from firmware.core.compat import const
from firmware.store.cells import CELL_SETTINGS_MORE

_ENTRY = "<Bi"
_ENTRY_BYTES = const(5)


def waiting(store):
    """The changes that wait, as (setting, value)."""
    cell = store.view(CELL_SETTINGS_MORE)
    return [struct.unpack_from(_ENTRY, cell, 1 + i * _ENTRY_BYTES) for i in range(cell[0])]


def put(store, setting, value):
    """Stage a change; one that waits already for this setting is replaced."""
    _write(store, [entry for entry in waiting(store) if entry[0] != setting] + [(setting, value)])


def drop(store, setting):
    """Stage that a change waits no longer."""
    _write(store, [entry for entry in waiting(store) if entry[0] != setting])


def _write(store, entries):
    cell = store.edit(CELL_SETTINGS_MORE)
    cell[0] = len(entries)
    for i in range(len(entries)):
        struct.pack_into(_ENTRY, cell, 1 + i * _ENTRY_BYTES, *entries[i])
