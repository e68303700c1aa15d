"""Runs inside the VM: holds all writes of a commit back until `flush`, for mutants of the order."""

from firmware.store.cell_store import CellStore
from firmware.store.layout import COPY_BASE, COPY_CHIP

_put = CellStore.put
_writes = []


def install(flush):
    """From now on an open store gives its writes, in the order meant, to `flush(store, writes)`."""

    def put(self, copy, at, buf):
        if self.is_open:
            _writes.append((COPY_CHIP[copy], COPY_BASE[copy] + at, bytes(buf)))
        else:
            _put(self, copy, at, buf)

    def flush_held(self):
        held = list(_writes)
        _writes.clear()
        flush(self, held)

    CellStore.put = put
    CellStore.flush = flush_held
