"""The first Faro code on a board: runs signed firmware from a slot, and nothing else.

Frozen in production images.  Reads slot and trusted key from the store, checks signature and
every file of the chosen slot at each boot, falls back to the other slot, and hands over.

| the store says | then |
|---|---|
| no signer, or no slot was ever activated | the built-in firmware runs, and says so in an event |
| store lost | the built-in firmware runs: it locks and says why |
| slot in use | that one, or the other one if it is damaged and the other is good |
| no good slot | red light and silence: an old built-in firmware would be a way back |
"""

import gc
import sys
import time

import machine

from firmware.core.event_table import EV_IMAGE_REFUSED, EV_UPDATE_FAILED
from firmware.drivers.files import BoardFiles
from firmware.drivers.fram import Fram
from firmware.drivers.i2c_bus import open_bus
from firmware.drivers.identity import unique_id
from firmware.drivers.lamp import BLUE, RED, Lamp
from firmware.store.cell_store import CellStore
from firmware.store.cells import CELL_KEYS
from firmware.store.states import ST_BLANK
from firmware.trust import slots as sl
from firmware.trust.image import IMAGE_OK
from firmware.trust.keys import SIGNER_AT, SIGNER_BYTES
from firmware.trust.pack import PackFs
from firmware.trust.slot_check import SlotCheck

RUN_FOLDER = "/run"
TRIAL_WATCHDOG_MS = 8_000  # the RP2040 cannot wait longer than 8.3 s
UNSIGNED_NO_KEY = 1
UNSIGNED_NO_SLOT = 2
UNSIGNED_STORE_LOST = 3
_RESET_POWER_ON = 1
_KEPT = ("__name__", "TRIAL_WATCHDOG_MS", "_KEPT", "_run_slot", "gc", "machine", "sys")
_OWN_PATHS = ("", "/lib")  # folders that anybody with mpremote can fill: not looked at


class BootInfo:
    """What the application is told: `import boot_info`."""

    def __init__(self, root):
        self.root = root  # where the file system is mounted
        self.slot = sl.NO_SLOT
        self.unsigned = 0
        self.is_trial = False
        self.findings = []  # what opening the store found and repaired before the application
        self.check_blocks = 0
        self.check_us = 0


class _ReadOnlyFram:
    """Lets the store look without repairing, so that the application still finds and tells."""

    def __init__(self, fram):
        self.read_into = fram.read_into
        self.is_present = fram.is_present

    def write(self, at, buf):
        pass


class _Chooser:
    """Slot, key and checks; makes the cell's changes in a store of its own when there are any."""

    def __init__(self, board, i2c, info):
        self._board = board
        self._info = info
        self._files = BoardFiles(info.root)
        self._frams = [Fram(i2c, address) for address in board.FRAM_ADDRESSES]
        fram_a, fram_b = [_ReadOnlyFram(fram) for fram in self._frams]
        self._store = CellStore(fram_a, fram_b, unique_id())
        self._store.open()
        self._slots = sl.Slots(self._store, _illegal)
        self._key = b""
        self.check = None

    def choose(self):
        """The slot to run; NO_SLOT: the built-in firmware; -1: nothing may run."""
        if not self._store.is_open:
            is_new = self._store.state == ST_BLANK
            self._info.unsigned = UNSIGNED_NO_KEY if is_new else UNSIGNED_STORE_LOST
            return sl.NO_SLOT
        self._key = bytes(self._store.view(CELL_KEYS)[SIGNER_AT : SIGNER_AT + SIGNER_BYTES])
        if self._key == bytes(SIGNER_BYTES):
            self._info.unsigned = UNSIGNED_NO_KEY
            return sl.NO_SLOT
        slot = self._candidate() or self._active()
        if slot == sl.NO_SLOT:
            self._info.unsigned = UNSIGNED_NO_SLOT
        return slot

    def _candidate(self):
        """The slot on trial, if it may be tried (again) and is whole."""
        slots = self._slots
        if slots.state == sl.ST_STABLE:
            return sl.NO_SLOT
        slot = slots.candidate
        if slots.state == sl.ST_TRYING:
            # Ended by itself or by the watchdog: its fault.  Without power: not its fault,
            # unless it happens each time.
            if machine.reset_cause() != _RESET_POWER_ON:
                return self._give_up(sl.SEV_FAILED, sl.RESULT_ENDED, EV_UPDATE_FAILED)
            if slots.tries >= sl.MAX_TRIES:
                return self._give_up(sl.SEV_FAILED, sl.RESULT_CUT_TOO_OFTEN, EV_UPDATE_FAILED)
        code = self._verify(slot)
        if code != IMAGE_OK:
            self._change().add_note(EV_IMAGE_REFUSED, slot, code, slots.candidate_counter)
            return self._give_up(sl.SEV_REFUSED, sl.RESULT_REFUSED_AT_BOOT, EV_UPDATE_FAILED)
        self._change().handle(sl.SEV_STARTED)
        self._store.commit()  # before it runs: whatever it does, the next boot knows
        self._info.is_trial = True
        return slot

    def _give_up(self, event, result, note):
        slots = self._change()
        slots.add_note(note, slots.candidate, result, slots.candidate_counter)
        slots.handle(event, result)
        self._store.commit()
        return sl.NO_SLOT

    def _active(self):
        slots = self._slots
        active = slots.active
        if active == sl.NO_SLOT:
            return sl.NO_SLOT
        code = self._verify(active)
        if code == IMAGE_OK:
            return active
        slots = self._change()
        slots.add_note(EV_IMAGE_REFUSED, active, code)
        spare = sl.other(active)
        if self._verify(spare) == IMAGE_OK:
            manifest = self.check.manifest
            slots.switch(manifest.counter, manifest.build.encode(), 0)
            self._store.commit()
            return spare
        self._store.commit()
        return -1

    def _verify(self, slot):
        name = self._board.NAME
        minimum = self._slots.minimum_counter
        self.check = None
        gc.collect()
        self.check = SlotCheck(self._files, slot, "", name, minimum, self._key)
        code = self.check.finish()
        self._info.check_blocks += self.check.blocks
        return code

    def _change(self):
        """From now on a store that writes; what its opening repairs is told to the application."""
        if self._frams:
            self._store = CellStore(self._frams[0], self._frams[1], unique_id())
            self._frams = None
            self._store.open()
            self._info.findings = self._store.take_findings()
            self._slots = sl.Slots(self._store, _illegal)
        return self._slots


def _illegal(state, event):
    raise RuntimeError("slots: state %d, event %d" % (state, event))


def boot(board, root, run_builtin, on_crash):
    """Choose, check, hand over; comes back only when the application ended itself for service."""
    lamp = Lamp(board.PIN_LAMP_RED, board.PIN_LAMP_GREEN, board.PIN_LAMP_BLUE)
    lamp.show(BLUE)
    info = BootInfo(root)
    began_us = time.ticks_us()
    i2c = open_bus(board.I2C_ID, board.PIN_SDA, board.PIN_SCL, board.I2C_HZ)
    chooser = _Chooser(board, i2c, info)
    slot = chooser.choose()
    info.check_us = time.ticks_diff(time.ticks_us(), began_us)
    if slot < 0:
        lamp.show(RED)
        while True:
            time.sleep_ms(60_000)
    info.slot = slot
    sys.modules["boot_info"] = info  # pyright: ignore[reportArgumentType]
    if slot:
        _mount(root, slot, chooser.check.index)
    chooser = i2c = lamp = None
    _forget_own_modules()
    if slot:
        _run_slot(info, on_crash)
    else:
        run_builtin()


def _mount(root, slot, index):
    import vfs

    path = root + "/" + sl.slot_folder(slot) + "/" + sl.PACK
    vfs.mount(PackFs(lambda: open(path, "rb"), index), RUN_FOLDER)  # noqa: SIM115 (PackFs closes)
    sys.path[:] = [RUN_FOLDER] + [folder for folder in sys.path if folder not in _OWN_PATHS]


def _forget_own_modules():
    """The slot brings its own; what the loader used is free for it."""
    for name in list(sys.modules):
        if name == "board" or name == "main" or name.split(".")[0] in ("firmware", "boards"):
            del sys.modules[name]
    # a function or class keeps its whole module: nothing that was imported may stay
    for name in list(globals()):
        if name not in _KEPT:
            del globals()[name]
    gc.collect()


def _run_slot(info, on_crash):
    if info.is_trial:
        machine.WDT(timeout=TRIAL_WATCHDOG_MS)
    try:
        import main  # noqa: F401  (the slot's own)
    except BaseException as error:  # noqa: BLE001 (an interrupt, too, must not reach the REPL)
        # A firmware that ends is started again; in its trial the next boot falls back.
        on_crash(error, info.is_trial)
        machine.reset()
    if info.is_trial:
        machine.reset()
