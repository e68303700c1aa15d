"""The first Faro code on a board: runs the firmware of a slot, checked, and nothing else.

Frozen into the base.  Reads slot and trusted key from the store, checks signature and hash of the
chosen slot at each boot, falls back to the other slot, mounts it in place and hands over.

| the store says | then |
|---|---|
| slot in use | that one, or the other one if it is damaged and the other is good |
| nothing yet | slot a, or slot b if a is not whole |
| no signer, no signed image yet, or store lost | the hash alone decides; an event says so |
| no good slot | red light and silence |
"""

import gc
import sys
import time

import machine
import native_modules  # pyright: ignore[reportMissingImports] (made by faro/build)
import vfs

from firmware.drivers.fram import Fram
from firmware.drivers.i2c_bus import open_bus
from firmware.drivers.identity import unique_id
from firmware.drivers.lamp import BLUE, RED, Lamp
from firmware.store.cell_store import CellStore
from firmware.store.cells import CELL_KEYS, CELL_UPDATES
from firmware.store.states import ST_BLANK
from firmware.trust import slots as sl
from firmware.trust.image import HEAD_BYTES, IMAGE_OK, check_slot
from firmware.trust.keys import SIGNER_AT, SIGNER_BYTES
from firmware.update.rows import EV_IMAGE_REFUSED, EV_UPDATE_FAILED

ROM = "/rom"
TRIAL_WATCHDOG_MS = 8_000  # the RP2040 cannot wait longer than 8.3 s; a boot takes less than half
UNSIGNED_NO_KEY = 1
UNSIGNED_NO_IMAGE = 2
UNSIGNED_STORE_LOST = 3
_RESET_POWER_ON = 1
_KEPT = ("__name__", "TRIAL_WATCHDOG_MS", "_KEPT", "_run", "machine")


class BootInfo:
    """What the application is told: `import boot_info`."""

    def __init__(self):
        self.slot = sl.NO_SLOT
        self.counter = 0
        self.unsigned = 0
        self.is_trial = False
        self.damage = []  # what opening the store found and repaired before the application
        self.check_us = 0

    def trial_over(self):
        self.is_trial = False


class _Chooser:
    """Slot, key and checks; opens the store for writing only when there is something to write."""

    def __init__(self, board, i2c, info):
        self._board = board
        self._info = info
        frams = [Fram(i2c, address) for address in board.FRAM_ADDRESSES]
        self._store = CellStore(frams[0], frams[1], unique_id())
        self._store.peek((CELL_KEYS, CELL_UPDATES))  # repairs nothing: the application tells
        self._slots = sl.Slots(self._store, _illegal)
        self._is_writable = False
        self._key = None
        self.header = None

    def choose(self):
        """The slot to run; NO_SLOT: none may run."""
        info = self._info
        if not self._store.is_open:
            is_new = self._store.state == ST_BLANK
            info.unsigned = UNSIGNED_NO_KEY if is_new else UNSIGNED_STORE_LOST
            return self._first_whole()
        key = bytes(self._store.view(CELL_KEYS)[SIGNER_AT : SIGNER_AT + SIGNER_BYTES])
        if key == bytes(SIGNER_BYTES):
            info.unsigned = UNSIGNED_NO_KEY
        else:
            self._key = key
        slot = self._candidate()
        if slot == sl.NO_SLOT and self._key is not None and self._slots.minimum_counter == 0:
            # Until the first signed image has run here, the one the board came with still may:
            # a signer's key that comes before any image must not leave nothing.
            slot = self._first_whole()
            if slot == sl.NO_SLOT:
                info.unsigned = UNSIGNED_NO_IMAGE
                self._key = None
        return slot or self._active()

    def _first_whole(self):
        for slot in (sl.SLOT_A, sl.SLOT_B):
            if self._verify(slot) == IMAGE_OK:
                return slot
        return sl.NO_SLOT

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
        active = self._slots.active
        if active == sl.NO_SLOT:
            return self._first_whole()
        code = self._verify(active)
        if code == IMAGE_OK:
            return active
        slots = self._change()
        slots.add_note(EV_IMAGE_REFUSED, active, code)
        spare = sl.other(active)
        is_good = self._verify(spare) == IMAGE_OK
        if is_good:
            slots.switch(self.header.counter, self.header.build.encode(), 0)
        self._store.commit()
        return spare if is_good else sl.NO_SLOT

    def _verify(self, slot):
        gc.collect()
        region = self._board.slot_flash(slot)
        minimum = self._slots.minimum_counter
        code, self.header = check_slot(region, self._board.NAME, minimum, self._key)
        return code

    def _change(self):
        """From now on with a store that was opened and repaired; the application is told how."""
        if not self._is_writable:
            self._is_writable = True
            self._store.open()
            self._info.damage = self._store.take_damage()
        return self._slots


def _illegal(state, event):
    raise RuntimeError("slots: state %d, event %d" % (state, event))


def boot(board, on_crash):
    """Choose, check, hand over; comes back only when the application ended itself for service."""
    lamp = Lamp(board.PIN_LAMP_RED, board.PIN_LAMP_GREEN, board.PIN_LAMP_BLUE)
    lamp.show(BLUE)
    info = BootInfo()
    began_us = time.ticks_us()
    i2c = open_bus(board.I2C_ID, board.PIN_SDA, board.PIN_SCL, board.I2C_HZ)
    chooser = _Chooser(board, i2c, info)
    info.slot = chooser.choose()
    info.check_us = time.ticks_diff(time.ticks_us(), began_us)
    if info.slot == sl.NO_SLOT:
        lamp.show(RED)
        print("Faro: neither slot holds a whole image for", board.NAME)
        while True:
            time.sleep_ms(60_000)
    info.counter = chooser.header.counter
    window = board.rom_window(info.slot, HEAD_BYTES, chooser.header.rom_bytes)
    vfs.mount(vfs.VfsRom(window), ROM)
    sys.modules["boot_info"] = info  # pyright: ignore[reportArgumentType]
    del chooser, i2c, lamp, board
    sys.path[:] = [ROM] + [folder for folder in sys.path if folder not in ("", "/lib", "/flash")]
    _forget_own_modules(_same_native_modules(native_modules.MODULES.split()))
    _run(info, on_crash)


def _same_native_modules(own):
    """Import the base's machine code as far as the slot has the very same: it runs in place."""
    del sys.modules["native_modules"]
    import native_modules as slots  # pyright: ignore[reportMissingImports]

    same = []
    for word in slots.MODULES.split():
        if word in own:
            same.append(word.split("=")[0])
            __import__(same[-1])
    return same


def _forget_own_modules(kept):
    """The slot brings its own modules, and only they are found: nothing else of the base's."""
    for name in list(sys.modules):
        if name in ("board", "main", "flash_layout", "native_modules") or (
            name.startswith(("firmware", "boards")) and name not in kept
        ):
            del sys.modules[name]
    # a function or class keeps its whole module: nothing that was imported may stay
    for name in list(globals()):
        if name not in _KEPT:
            del globals()[name]


def _run(info, on_crash):
    if info.is_trial:
        machine.WDT(timeout=TRIAL_WATCHDOG_MS)
    try:
        import main  # the slot's own

        main.run()  # outside its import, which would cost 600 bytes of C stack
    except BaseException as error:  # noqa: BLE001 (an interrupt, too, must not reach the REPL)
        # A firmware that ends is started again; in its trial the next boot falls back.
        on_crash(error, info.is_trial)
        machine.reset()
    if info.is_trial:
        machine.reset()
