"""Wiring of what only updates and attestations need; imported when one begins, dropped after."""

import struct
import sys

from firmware.core.settings_table import SETTINGS
from firmware.drivers import boot_image
from firmware.drivers.files import BoardFiles
from firmware.trust.attest import Attestor
from firmware.trust.code_files import slot_source, tree_source
from firmware.update.updater import Updater


def make_updater(updates):
    """The one that writes into the slot that does not run."""
    return Updater(
        BoardFiles(updates.root),
        updates.slots,
        updates.outbox,
        updates.board.NAME,
        updates.signer,
        updates.slot,
        updates.now,
    )


def make_attestor(updates):
    """The one that hashes what runs."""
    files = BoardFiles(updates.root)
    slot = updates.slot
    source = slot_source(files, slot) if slot else tree_source(BoardFiles, sys.path)
    values = updates.base.settings.values

    def settings_bytes():
        packed = bytearray(5 * len(SETTINGS))
        for row in range(len(SETTINGS)):
            struct.pack_into("<Bi", packed, 5 * row, SETTINGS[row][0], values[row])
        return packed

    return Attestor(
        source,
        settings_bytes,
        lambda: boot_image.view(updates.board),
        updates.device_key,
        updates.base.unique_id,
        slot,
    )
