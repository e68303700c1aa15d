"""Updates: what the loader left, a new image's trial, the spare slot, attestation."""

import boot_info  # pyright: ignore[reportMissingImports] (left by the loader)

from firmware.core.rows import FAULT_ILLEGAL_TRANSITION
from firmware.drivers import watchdog
from firmware.trust.attest import Attestor
from firmware.trust.slots import Slots, other
from firmware.update.boot_report import report
from firmware.update.mirror import Mirror
from firmware.update.requests import REQUESTS
from firmware.update.rows import EV_SLOT_RENEWED
from firmware.update.trial import Trial
from firmware.update.updater import Updater
from firmware.update.worker import Worker

_STRANGERS_PAUSE_MS = 60_000  # between two attestations for askers without a session


class Updates:
    """For the board: `report()` at boot, `run(is_well)` and `keep_spare()` as tasks."""

    def __init__(self, board, pins):
        self._board = board
        self._strangers_due_ms = 0
        keys = board.keys
        running = boot_info.slot
        self._spare = other(running)
        running_flash = pins.slot_flash(running)
        spare_flash = pins.slot_flash(self._spare)
        slots = self.slots = Slots(board.store, self._illegal)
        self.updater = Updater(
            spare_flash, self._spare, slots, board.outbox, pins.NAME, keys.known_signer, self._stamp
        )
        self.mirror = Mirror(running_flash, spare_flash, self._renewed)
        self.attestor = Attestor(
            running_flash,
            pins.base_window,
            board.settings.packed,
            keys.known_device_key,
            board.unique_id,
            running,
        )
        trial = Trial(slots, board.commit, boot_info, watchdog.restart)
        worker = Worker(trial, self.updater, self.attestor, self.mirror, slots, board.may_erase)
        self.run, self.keep_spare = worker.run, worker.keep_spare
        self.begin, self.wake = worker.begin, worker.wake
        board.on(self, REQUESTS)

    def strangers_wait_ms(self):
        """How long an asker without a session must wait; 0: its turn, and the next waits."""
        now_ms = self._board.clock.uptime_ms
        if now_ms < self._strangers_due_ms:
            return self._strangers_due_ms - now_ms
        self._strangers_due_ms = now_ms + _STRANGERS_PAUSE_MS
        return 0

    def report(self):
        report(self._board, self.slots, boot_info)

    def _stamp(self):
        return self._board.clock.stamp(self._board.boot_count)

    def _renewed(self, counter):
        self._board.record(EV_SLOT_RENEWED, counter, self._spare)

    def _illegal(self, state, event):
        self._board.raise_fault(FAULT_ILLEGAL_TRANSITION, 0x10000 | state << 8 | event)
