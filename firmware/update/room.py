"""Wiring of updates: what the loader left, a new image's trial, the spare slot, attestation."""

import asyncio
import struct

import boot_info  # pyright: ignore[reportMissingImports] (left by the loader)

from firmware.core.rows import FAULT_ILLEGAL_TRANSITION
from firmware.drivers import watchdog
from firmware.store.cells import CELL_KEYS
from firmware.store.rows import EV_STORE_FINDING
from firmware.trust import slots as sl
from firmware.trust.attest import Attestor
from firmware.trust.keys import KEY_BYTES, SIGNER_AT, SIGNER_BYTES
from firmware.update.mirror import Mirror
from firmware.update.requests import UpdateCommands
from firmware.update.rows import (
    EV_IMAGE_REFUSED,
    EV_RUNS_UNSIGNED,
    EV_SLOT_RENEWED,
    EV_UPDATE_ACTIVATED,
    EV_UPDATE_FAILED,
)
from firmware.update.updater import Updater

_PROVE_MS = 3_000  # a new image has run well when everything has been up for so long
_ABANDON_MS = 120_000  # an update that nobody goes on with for so long has to begin again
_TURN_MS = 1  # pause between two pieces of work: the link and the watch go first
_SPARE_FIRST_MS = 30_000  # a board that has just booted has better things to do
_SPARE_TURN_MS = 20


class Updates:
    """For the application: `report()` at boot, `run(is_well)` and `keep_spare()` as tasks."""

    def __init__(self, base, board):
        self._base = base
        self._outbox = base.storage.outbox
        self.slots = sl.Slots(base.store, self._illegal)
        slot = boot_info.slot
        spare = sl.other(slot)
        running_flash = board.slot_flash(slot)
        spare_flash = board.slot_flash(spare)
        self.updater = Updater(
            spare_flash, spare, self.slots, self._outbox, board.NAME, self._signer, self._now
        )
        self.mirror = Mirror(running_flash, spare_flash, self._renewed)
        self.attestor = Attestor(
            running_flash,
            board.base_window,
            self._settings_bytes,
            self._device_key,
            base.unique_id,
            slot,
        )
        self._spare = spare
        self._wake = asyncio.Event()
        UpdateCommands(base.node, self)

    # -- the application's calls -----------------------------------------------------------

    def report(self):
        """Once the boot is recorded: what the loader found, as events."""
        for code, a, b in boot_info.damage:
            self._base.record(EV_STORE_FINDING, code, a, b)
        # a board that has no keys at all yet is on a bench: there is nobody to be told
        if boot_info.unsigned and (boot_info.unsigned > 1 or self._device_key()):
            self._base.record(EV_RUNS_UNSIGNED, boot_info.unsigned)
        note = self.slots.take_note()
        while note:
            event, slot, code, counter = note
            if event in (EV_IMAGE_REFUSED, EV_UPDATE_FAILED):
                self._outbox.commit(event, counter, slot, code)
            else:
                self.slots.commit()
            note = self.slots.take_note()
        if not self._base.store.is_open:
            return
        if self.slots.active == sl.NO_SLOT:
            self.slots.found(boot_info.slot)
        # a trial raises it once it has run well
        if not boot_info.unsigned and self.slots.state == sl.ST_STABLE:
            if boot_info.counter > self.slots.minimum_counter:
                self.slots.raise_minimum(boot_info.counter)
        self.slots.commit()

    async def run(self, is_well):
        """Prove a new image, or go back to the one before; then work when somebody asks."""
        if self.slots.state == sl.ST_TRYING:
            if not is_well:
                self._give_up()
            await asyncio.sleep_ms(_PROVE_MS)
            self._confirm()
        while True:
            while self.updater.step() or self.attestor.step():
                await asyncio.sleep_ms(_TURN_MS)
            self._wake.clear()
            if self.updater.is_over():
                await self._wake.wait()
                continue
            try:
                await asyncio.wait_for_ms(self._wake.wait(), _ABANDON_MS)
            except asyncio.TimeoutError:
                self.updater.abandon()

    async def keep_spare(self):
        """The spare slot becomes the same as the running one, while nothing else needs it."""
        await asyncio.sleep_ms(_SPARE_FIRST_MS)
        while True:
            is_free = self.slots.state == sl.ST_STABLE and self.updater.is_over()
            if not is_free or not self._base.may_erase() or not self.mirror.step():
                await asyncio.sleep_ms(_SPARE_FIRST_MS)
            else:
                await asyncio.sleep_ms(_SPARE_TURN_MS)

    def wake(self):
        """There is work for run()."""
        self._wake.set()

    def begin(self, total_bytes):
        """An update begins: the spare slot is its, and no copy any more."""
        result = self.updater.begin(total_bytes)
        if result == 0:
            self.mirror.restart()
        return result

    # -- inside ----------------------------------------------------------------------------

    def _confirm(self):
        """The image on trial runs well: from now on it is the one that boots."""
        counter = self.slots.candidate_counter
        slot = self.slots.candidate
        if self.slots.state == sl.ST_TRYING and self.slots.handle(sl.SEV_RAN_WELL):
            self._outbox.commit(EV_UPDATE_ACTIVATED, counter, slot)
            boot_info.is_trial = False

    def _give_up(self):
        """The image on trial failed its self-test: back to the one before."""
        counter = self.slots.candidate_counter
        slot = self.slots.candidate
        if self.slots.handle(sl.SEV_FAILED, sl.RESULT_SELF_TEST):
            self._outbox.commit(EV_UPDATE_FAILED, counter, slot, sl.RESULT_SELF_TEST)
            watchdog.restart()

    def _renewed(self, counter):
        self._base.record(EV_SLOT_RENEWED, counter, self._spare)

    def _signer(self):
        return self._key(SIGNER_AT, SIGNER_BYTES)

    def _device_key(self):
        return self._key(0, KEY_BYTES)

    def _key(self, at, size_bytes):
        store = self._base.store
        if not store.is_open:
            return None
        key = bytes(store.view(CELL_KEYS)[at : at + size_bytes])
        return None if key == bytes(size_bytes) else key

    def _now(self):
        """(UTC, 1), or (boot count, 0) while nobody has told the time."""
        utc_s = self._base.clock.utc_s()
        return (utc_s, 1) if utc_s else (self._base.boot_count, 0)

    def _settings_bytes(self):
        settings = self._base.settings
        packed = bytearray(5 * len(settings.numbers))
        for row in range(len(settings.numbers)):
            struct.pack_into("<Bi", packed, 5 * row, settings.numbers[row], settings.values[row])
        return packed

    def _illegal(self, state, event):
        self._base.raise_fault(FAULT_ILLEGAL_TRANSITION, 0x10000 | state << 8 | event)
