"""Wiring of what only attestations need; imported when one begins, dropped after."""

import struct
import sys

from firmware.drivers import boot_image
from firmware.drivers.files import BoardFiles
from firmware.trust.attest import Attestor


def make(updates):
    """The attestor: hashes what runs."""
    return Attestor(
        _source(updates),
        lambda: _settings_bytes(updates.base.settings),
        lambda: boot_image.view(updates.board),
        updates.device_key,
        updates.base.unique_id,
        updates.slot,
    )


def _source(updates):
    if updates.slot:
        from firmware.trust.slot_files import slot_source

        return slot_source(BoardFiles(updates.root), updates.slot)
    from firmware.trust.tree_files import tree_source

    return tree_source(BoardFiles, sys.path)


def _settings_bytes(settings):
    numbers = settings.numbers
    packed = bytearray(5 * len(numbers))
    for row in range(len(numbers)):
        struct.pack_into("<Bi", packed, 5 * row, numbers[row], settings.values[row])
    return packed
