"""Chip marks: whose chip it is, whether it is formatted, and which chip went on alone.

A mark lies in both halves of both chips.  `epoch` 0 means: a format has begun and not ended.
From 1 on the chip is in use.  When a chip falls out, the other one first counts its epoch up
and notes itself in `alone`; so a chip that comes back later with old contents is known as old.
"""

from firmware.core.bytes_into import crc_put, get_u32, is_crc_good, put_u32
from firmware.store import layout

_MAGIC = b"FARO"
_LAYOUT = 1
EPOCH_NONE = -1  # no readable mark of ours
EPOCH_FORMATTING = 0


class Mark:
    """The mark of one chip: the better of its two copies."""

    def __init__(self, chip, store_id):
        if len(store_id) != layout.STORE_ID_BYTES:
            raise ValueError("store id")
        self.chip = chip
        self.epoch = EPOCH_NONE
        self.alone = 0
        self.cell_count = 0
        self.has_bad_copy = [False, False]
        self._store_id = bytes(store_id)
        self._buf = bytearray(layout.MARK_BYTES)

    def load(self, chips):
        """Read both copies; epoch stays EPOCH_NONE when none is ours and whole."""
        self.epoch = EPOCH_NONE
        self.alone = 0
        self.cell_count = 0
        epochs = [EPOCH_NONE, EPOCH_NONE]
        for half in (0, 1):
            if not chips.read(self.chip, layout.MARK_AT + half * layout.HALF_BYTES, self._buf):
                self.epoch = EPOCH_NONE
                return
            if not self._is_ours():
                continue
            epochs[half] = get_u32(self._buf, layout.MARK_EPOCH)
            # The two are written one after the other: the higher epoch is the newer.
            if epochs[half] >= self.epoch:
                self.epoch = epochs[half]
                self.alone = self._buf[layout.MARK_ALONE]
                self.cell_count = max(self.cell_count, self._buf[layout.MARK_CELLS])
        for half in (0, 1):
            self.has_bad_copy[half] = epochs[half] != self.epoch

    def save(self, chips, epoch, alone, cell_count):
        """Write both copies, one after the other, the one that is bad already first."""
        buf = self._buf
        buf[0:4] = _MAGIC
        buf[layout.MARK_LAYOUT] = _LAYOUT
        buf[layout.MARK_CELLS] = cell_count
        buf[layout.MARK_ALONE] = alone
        buf[7] = 0
        put_u32(buf, layout.MARK_EPOCH, epoch)
        buf[layout.MARK_ID : layout.MARK_ID + layout.STORE_ID_BYTES] = self._store_id
        crc_put(buf, layout.MARK_BYTES, 0)
        self.epoch = epoch
        self.alone = alone
        self.cell_count = cell_count
        # A second cut must not take the only good copy: found by the random model.
        is_second_first = self.has_bad_copy[1] and not self.has_bad_copy[0]
        for half in (1, 0) if is_second_first else (0, 1):
            if not chips.write(self.chip, layout.MARK_AT + half * layout.HALF_BYTES, buf):
                return False
            self.has_bad_copy[half] = False
        return True

    def _is_ours(self):
        buf = self._buf
        id_end = layout.MARK_ID + layout.STORE_ID_BYTES
        return (
            is_crc_good(buf, layout.MARK_BYTES, 0)
            and bytes(buf[0:4]) == _MAGIC
            and buf[layout.MARK_LAYOUT] == _LAYOUT
            and bytes(buf[layout.MARK_ID : id_end]) == self._store_id
        )


TRUST_BOTH = 0
TRUST_FIRST = 1  # chip 1 holds something older and is to be filled anew
TRUST_SECOND = 2
TRUST_NONE = 3


def trust_of(first, second):
    """Decide from the marks of two answering chips whose contents count."""
    if first.epoch == second.epoch:
        if first.alone == 0 and second.alone == 0 and first.epoch > EPOCH_FORMATTING:
            return TRUST_BOTH
        return TRUST_NONE
    if first.epoch > second.epoch:
        return TRUST_FIRST if _is_ancestor(second, first) else TRUST_NONE
    return TRUST_SECOND if _is_ancestor(first, second) else TRUST_NONE


def _is_ancestor(older, newer):
    """Tell whether the older chip simply stayed behind, and did not go on by itself."""
    if older.alone == 0:
        return True
    # The one way a chip that was alone is the lower one: the other has just been filled from it
    # and the cut fell between the two marks.  Their contents are the same then.
    return newer.alone == 0 and newer.epoch == older.epoch + 1
