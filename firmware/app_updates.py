"""Wiring of updates: slots, what the loader left, the trial of a new image, and the tools' work."""

import asyncio
import gc
import sys

from firmware.core.event_table import (
    EV_IMAGE_REFUSED,
    EV_RUNS_UNSIGNED,
    EV_STORE_FINDING,
    EV_UPDATE_ACTIVATED,
    EV_UPDATE_FAILED,
)
from firmware.core.fault_table import FAULT_ILLEGAL_TRANSITION
from firmware.drivers import watchdog
from firmware.link.update_commands import UpdateCommands
from firmware.store.cells import CELL_KEYS
from firmware.trust import slots as sl
from firmware.trust.keys import KEY_BYTES, SIGNER_AT, SIGNER_BYTES

_PROVE_MS = 3_000  # a new image has run well when everything has been up for so long
_KEEP_MS = 120_000  # without a request for so long the tools' memory is given back
_LOOK_MS = 20
_TURN_MS = 1  # pause between two pieces of work: the link and the watch go first
# 40 kB on the simulator's VM that a board at a table never needs
_TOOLS = (
    "firmware.app_attest_tools",
    "firmware.app_update_tools",
    "firmware.drivers.files",
    "firmware.drivers.boot_image",
    "firmware.trust.attest",
    "firmware.trust.image",
    "firmware.trust.lms",
    "firmware.trust.manifest_file",
    "firmware.trust.pack",
    "firmware.trust.slot_check",
    "firmware.trust.slot_files",
    "firmware.trust.tree_files",
    "firmware.update.updater",
)

try:
    import boot_info  # pyright: ignore[reportMissingImports] (left by the loader)
except ImportError:
    boot_info = None  # started by hand, without one


class Updates:
    """Behind its door: `report()` and `settle(is_well)` at boot, `work()` when somebody asks."""

    def __init__(self, base, board):
        self.base = base
        self.board = board
        self.outbox = base.storage.outbox
        self.root = boot_info.root if boot_info else ""
        self.slot = boot_info.slot if boot_info else sl.NO_SLOT
        self.slots = sl.Slots(base.storage.store, self._illegal)
        self.updater = None
        self.attestor = None
        self._wake = asyncio.Event()
        self.wake = self._wake.set
        UpdateCommands(base.node, self)

    # -- the application's calls -----------------------------------------------------------

    def report(self):
        """Once the boot is recorded: what the loader found, as events."""
        if boot_info is None:
            return
        for code, a, b in boot_info.findings:
            self.base.record(EV_STORE_FINDING, code, a, b)
        if boot_info.unsigned:
            self.base.record(EV_RUNS_UNSIGNED, boot_info.unsigned)
        note = self.slots.take_note()
        while note:
            event, slot, code, counter = note
            if event in (EV_IMAGE_REFUSED, EV_UPDATE_FAILED):
                self.outbox.commit(event, counter, slot, code)
            else:
                self.slots.commit()
            note = self.slots.take_note()

    async def settle(self, is_well):
        """Prove a new image, or go back to the one before."""
        if self.slots.state == sl.ST_TRYING:
            if not is_well:
                self.give_up()
            await asyncio.sleep_ms(_PROVE_MS)
            self.confirm()

    async def work(self):
        """Do what updates and attestations need, until nobody has asked for a while."""
        idle_ms = 0
        while idle_ms < _KEEP_MS:
            if self._wake.is_set():
                self._wake.clear()
                idle_ms = 0
            while self.step():
                await asyncio.sleep_ms(_TURN_MS)
            await asyncio.sleep_ms(_LOOK_MS)
            idle_ms += _LOOK_MS
        self._drop_tools()

    def _drop_tools(self):
        """Give their memory back; an update that nobody goes on with has to begin again."""
        if self.updater:
            self.updater.abandon()
        self.updater = self.attestor = None
        gc.collect()

    def step(self):
        """One piece of work; False when there is none."""
        has_worked = self.updater.step() if self.updater else False
        return self.attestor.step() if self.attestor else has_worked

    def confirm(self):
        """The image on trial runs well: from now on it is the one that boots."""
        counter = self.slots.candidate_counter
        slot = self.slots.candidate
        if self.slots.state == sl.ST_TRYING and self.slots.handle(sl.SEV_RAN_WELL):
            self.outbox.commit(EV_UPDATE_ACTIVATED, counter, slot)
            if boot_info:
                boot_info.is_trial = False

    def give_up(self):
        """The image on trial failed its self-test: back to the one before."""
        counter = self.slots.candidate_counter
        slot = self.slots.candidate
        if self.slots.handle(sl.SEV_FAILED, sl.RESULT_SELF_TEST):
            self.outbox.commit(EV_UPDATE_FAILED, counter, slot, sl.RESULT_SELF_TEST)
            watchdog.restart()

    # -- tools, loaded on demand -----------------------------------------------------------

    def load_updater(self):
        """The updater; None when there is no memory for it."""
        if self.updater is None:
            self.attestor = None
            self.updater = _load_updater(self)
        return self.updater

    def load_attestor(self):
        """The attestor; None when there is no memory for it, or an update is under way."""
        if self.attestor is None and (self.updater is None or self.updater.is_over()):
            self.updater = None
            self.attestor = _load_attestor(self)
        return self.attestor

    # -- what the tools ask for ------------------------------------------------------------

    def signer(self):
        return self._key(SIGNER_AT, SIGNER_BYTES)

    def device_key(self):
        return self._key(0, KEY_BYTES)

    def _key(self, at, size_bytes):
        store = self.base.storage.store
        if not store.is_open:
            return None
        key = bytes(store.view(CELL_KEYS)[at : at + size_bytes])
        return None if key == bytes(size_bytes) else key

    def now(self):
        """(UTC, 1), or (boot count, 0) while nobody has told the time."""
        utc_s = self.base.clock.utc_s()
        return (utc_s, 1) if utc_s else (self.base.boot_count, 0)

    def _illegal(self, state, event):
        self.base.raise_fault(FAULT_ILLEGAL_TRANSITION, 0x10000 | state << 8 | event)


def _load_updater(updates):
    """Import, make, and forget the modules again: only the object keeps them; None: no memory."""
    gc.collect()
    try:
        from firmware import app_update_tools

        return app_update_tools.make(updates)
    except MemoryError:
        return None
    finally:
        _forget_modules()


def _load_attestor(updates):
    gc.collect()
    try:
        from firmware import app_attest_tools

        return app_attest_tools.make(updates)
    except MemoryError:
        return None
    finally:
        _forget_modules()


def _forget_modules():
    for name in _TOOLS:
        parent, leaf = name.rsplit(".", 1)
        if sys.modules.pop(name, None) and hasattr(sys.modules[parent], leaf):
            delattr(sys.modules[parent], leaf)
    gc.collect()
