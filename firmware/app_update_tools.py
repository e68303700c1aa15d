"""Wiring of what only updates need; imported when one begins, dropped after."""

from firmware.drivers.files import BoardFiles
from firmware.update.updater import Updater


def make(updates):
    """The updater: writes into the slot that does not run."""
    return Updater(
        BoardFiles(updates.root),
        updates.slots,
        updates.outbox,
        updates.board.NAME,
        updates.signer,
        updates.slot,
        updates.now,
    )
