"""The first Faro code on a board: runs the firmware of a slot, checked, and nothing else.

Frozen into the base.  Reads slot and trusted key from the store, checks signature and hash of the
chosen slot at each boot, falls back to the other slot, mounts it in place and hands over.

firmware.update.boot_choice.py says which slot.  No slot may run: red light, and a line of text.
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
from firmware.store.states import ST_DEAD
from firmware.trust.image import HEAD_BYTES
from firmware.trust.slots import NO_SLOT
from firmware.update.boot_choice import BootChoice

ROM = "/rom"
TRIAL_WATCHDOG_MS = 8_000  # the RP2040 cannot wait longer than 8.3 s; a boot takes less than half
_RESET_POWER_ON = 1
_SAY_AGAIN_MS = 5_000
_BUS_TRIES = 5
_BUS_TRY_MS = 100
_KEPT = ("__name__", "TRIAL_WATCHDOG_MS", "_KEPT", "_run", "machine")


class BootInfo:
    """What the application is told: `import boot_info`."""

    def __init__(self):
        self.slot = NO_SLOT
        self.counter = 0
        self.identity = 0  # of the image: its header's CRC
        self.unsigned = 0
        self.is_trial = False
        self.damage = []  # what opening the store found and repaired before the application
        self.check_us = 0

    def trial_over(self):
        self.is_trial = False


def boot(board, on_crash):
    """Choose, check, hand over; comes back only when the application ended itself for service."""
    lamp = Lamp(board.PIN_LAMP_RED, board.PIN_LAMP_GREEN, board.PIN_LAMP_BLUE)
    lamp.show(BLUE)
    info = BootInfo()
    began_us = time.ticks_us()
    i2c = open_bus(board.I2C_ID, board.PIN_SDA, board.PIN_SCL, board.I2C_HZ)
    frams = [Fram(i2c, address) for address in board.FRAM_ADDRESSES]
    store = CellStore(frams[0], frams[1], unique_id())
    is_power_on = machine.reset_cause() == _RESET_POWER_ON
    store.peek((CELL_KEYS, CELL_UPDATES))
    for _ in range(_BUS_TRIES):  # without its key a board runs whatever is whole
        if store.state != ST_DEAD:
            break
        time.sleep_ms(_BUS_TRY_MS)
        store.chips.revive()
        store.peek((CELL_KEYS, CELL_UPDATES))
    gc.collect()
    choice = BootChoice(store, board.slot_flash, board.NAME, is_power_on)
    info.slot = choice.choose()
    info.unsigned, info.is_trial, info.damage = choice.unsigned, choice.is_trial, choice.damage
    info.check_us = time.ticks_diff(time.ticks_us(), began_us)
    if info.slot == NO_SLOT:
        lamp.show(RED)
        while True:  # a terminal may be opened any time
            print("Faro: neither slot holds an image that may run; put one in:", choice.needed())
            time.sleep_ms(_SAY_AGAIN_MS)
    header = choice.header
    info.counter, info.identity = header.counter, header.identity
    window = board.rom_window(info.slot, HEAD_BYTES, header.rom_bytes)
    vfs.mount(vfs.VfsRom(window), ROM)
    sys.modules["boot_info"] = info  # pyright: ignore[reportArgumentType]
    del choice, header, store, frams, i2c, lamp, board
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
