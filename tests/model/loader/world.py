"""One board over the firmware's own code: store, loader, boot report, updater, mirror, trial.

A state is what outlives the plug, how far the running program has come, and what only the model
remembers; the same state is explored once.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

from faro.sim.scenarios.store_rig import StoreRig
from firmware.drivers.flash_region import FlashRegion
from firmware.store import cells as ce
from firmware.store.states import ST_BLANK, ST_DEAD
from firmware.trust import slots as sl
from firmware.trust.keys import SIGNER_AT, SIGNER_BYTES, KeyRing
from firmware.update import boot_choice, boot_report
from firmware.update.mirror import Mirror
from firmware.update.trial import Trial
from firmware.update.updater import Updater
from firmware.update.worker import Worker
from hw_sim.parts.flash import FlashChip
from hw_sim.parts.local_bus import LocalFlash
from tests.model.loader.programs import JUNK, NAME, SECTORS, digest, released

KEPT = (ce.CELL_KEYS, ce.CELL_ROLES, ce.CELL_UPDATES)
# the others are small here: a boot reads them all
CELLS = tuple(
    (number, name, layout, size if number in KEPT else 20)
    for number, name, layout, size in ce.CELLS[: ce.CELL_UPDATES]
)
# no power; red and waiting; started by the loader; has said so; up for as long as a proof takes
OFF, RED, STARTED, UP, WELL = "off", "red", "started", "up", "well"
FORGET_AT = 6  # board/storage.py
HISTORY_FROM, HISTORY_TO = 12, 240  # in the cell of updates: changes and notes decide nothing


@dataclass(frozen=True)
class Memory:
    """What only the model remembers."""

    ran_well: frozenset[str] = frozenset()  # programs that were up for as long as a proof takes
    bench: tuple[str, str] = ("", "")  # what somebody wrote into each slot at the bench
    lost: frozenset[int] = frozenset()  # cells


@dataclass(frozen=True)
class State:
    """All there is; `key` is what two states must share to be the same."""

    nv: tuple[bytes, bytes, bytes, bytes, frozenset[int], frozenset[int]]
    phase: str
    loaded: tuple[Any, ...]
    is_silent: bool
    memory: Memory
    key: tuple[Any, ...] = ()


class World:
    """Power, parts and program; events change it, and a cut may fall into any of them."""

    def __init__(self) -> None:
        self.rig = StoreRig(cells=CELLS)
        supply = self.rig.supply
        self.chips = tuple(FlashChip(name, supply, SECTORS) for name in ("slot_a", "slot_b"))
        self.phase = OFF
        self.memory = Memory()
        self.loaded: Any = SimpleNamespace(slot=0)
        self.app: App | None = None
        self.choice: Any = None
        self.watch: Any = None  # looks before and after each boot

    # -- states ----------------------------------------------------------------------------

    @property
    def is_silent(self) -> bool:
        return self.rig.frams[0].is_bus_stuck

    def set_silent(self, is_silent: bool) -> None:
        for fram in self.rig.frams:
            fram.is_bus_stuck = is_silent

    def save(self) -> State:
        frams, chips = self.rig.frams, self.chips
        nv = (
            frams[0].contents(),
            frams[1].contents(),
            chips[0].contents(),
            chips[1].contents(),
            frozenset(chips[0].weak_sectors),
            frozenset(chips[1].weak_sectors),
        )
        has_program = self.phase in (STARTED, UP, WELL)
        loaded = tuple(vars(self.loaded).items()) if has_program else ()
        state = State(nv, self.phase, loaded, self.is_silent, self.memory)
        return replace(state, key=self._key(loaded))

    def _key(self, loaded: tuple[Any, ...]) -> tuple[Any, ...]:
        is_silent = self.is_silent
        self.set_silent(False)
        store = self.peeked()
        self.set_silent(is_silent)
        kept: tuple[Any, ...] = (store.state,)
        if store.is_open:
            cell = bytes(store.view(ce.CELL_UPDATES))
            store.peek((ce.CELL_BOOT,))
            forgets = store.is_open and store.view(ce.CELL_BOOT)[FORGET_AT]
            kept += (
                forgets,
                bytes(store.view(ce.CELL_KEYS)),
                cell[:HISTORY_FROM],
                cell[HISTORY_TO:],
            )
        slots = self.holds(sl.SLOT_A), self.holds(sl.SLOT_B)
        return (*kept, *slots, self.phase, loaded, is_silent, self.memory)

    def restore(self, state: State) -> None:
        nv = state.nv
        supply = self.rig.supply
        supply.cut, supply.operations, supply.rng = None, 0, random.Random(1)
        for fram, data in zip(self.rig.frams, nv[:2], strict=True):
            fram.load(data)
        for chip, data, weak in zip(self.chips, nv[2:4], nv[4:], strict=True):
            chip.load(data)
            chip.weak_sectors.update(weak)
        self.phase, self.memory = state.phase, state.memory
        self.set_silent(state.is_silent)
        self.loaded = SimpleNamespace(**dict(state.loaded)) if state.loaded else None
        self.app = App(self) if self.phase in (UP, WELL) else None
        supply.operations = 0

    def remember(self, **changes: Any) -> None:
        self.memory = replace(self.memory, **changes)

    # -- what is in it ---------------------------------------------------------------------

    def holds(self, slot: int) -> str:
        """Name of what is in a slot."""
        chip = self.chips[slot - 1]
        name = released().names.get(digest(bytes(chip.data)), JUNK)
        return name if not chip.weak_sectors else JUNK

    @property
    def running(self) -> str:
        """Name of the program that runs."""
        return released().by_identity[self.loaded.identity]

    def region(self, slot: int) -> FlashRegion:
        return FlashRegion(LocalFlash(self.chips[slot - 1]), SECTORS)

    def peeked(self) -> Any:
        store: Any = self.rig.store()
        store.peek((ce.CELL_KEYS, ce.CELL_UPDATES))
        return store

    # -- the loader ------------------------------------------------------------------------

    def boot(self, is_power_on: bool) -> None:
        """As boards/common/boot_loader.py does it."""
        self.app = None
        self.phase = OFF
        self.loaded = None
        before = self.watch.before(self, is_power_on)
        choice = self.choice = boot_choice.BootChoice(self.peeked(), self.region, NAME, is_power_on)
        slot = choice.choose()
        if slot == sl.NO_SLOT:
            self.phase = RED
            self.watch.after(self, before)
            return
        header: Any = choice.header
        self.loaded = SimpleNamespace(
            slot=slot,
            counter=header.counter,
            identity=header.identity,
            unsigned=choice.unsigned,
            is_trial=choice.is_trial,
        )
        self.phase = STARTED
        self.watch.after(self, before)


def is_stable(store: Any) -> bool:
    return store.view(ce.CELL_UPDATES)[0] == sl.ST_STABLE


class App:
    """The running program's part in it; fresh RAM after each event."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.loaded = world.loaded
        self.loaded.damage = []
        self.loaded.trial_over = self._trial_over
        store = self.store = world.rig.store()
        store.open()
        self.slots: Any = sl.Slots(store, self._illegal)
        self.keys: Any = KeyRing(store)
        running = self.loaded.slot
        spare = sl.other(running)
        self.updater: Any = Updater(
            world.region(spare), spare, self.slots, self, NAME, self.keys.known_signer, self._now
        )
        self.mirror: Any = Mirror(world.region(running), world.region(spare), self._ignore)
        self.trial: Any = Trial(
            self.slots, self.commit, self.loaded, self._restart, self.keys.known_signer
        )
        self.worker: Any = Worker(
            self.trial, self.updater, None, self.mirror, lambda: True, lambda: False
        )
        self.is_restarted = False
        del self.loaded.trial_over, self.loaded.damage  # a state is data

    def start(self) -> None:
        """The first thing a board does with its store: see board/storage.py."""
        store = self.store
        if store.state == ST_BLANK:
            store.format()
        elif store.is_open and store.view(ce.CELL_BOOT)[FORGET_AT] and is_stable(store):
            store.format(force=True)
        self.loaded.damage = []
        boot_report.report(self, self.slots, self.loaded)
        del self.loaded.damage

    def well(self) -> None:
        """It has been up for as long as a proof takes."""
        self.loaded.trial_over = self._trial_over
        self.trial.confirm()
        self.trial.settle()
        del self.loaded.trial_over

    def order_forget(self) -> None:
        """RESET_STORE, by two roles: the next boot makes the store new."""
        self.slots.drop()
        self.store.edit(ce.CELL_BOOT)[FORGET_AT] = 1
        self.store.commit()

    def make_new(self) -> None:
        """PROVISION or RESET_STORE on a board whose store is lost."""
        if self.store.state != ST_DEAD:
            self.store.format(force=True)

    def set_signer(self) -> None:
        self.keys.set_signer(released().public_key[:SIGNER_BYTES])
        self.store.commit()

    def has_signer(self) -> bool:
        return any(bytes(self.store.view(ce.CELL_KEYS)[SIGNER_AT : SIGNER_AT + SIGNER_BYTES]))

    # what the parts ask of a board
    def record(self, *_event: int) -> None: ...

    def commit(self, *_event: int) -> None:
        self.store.commit()

    def _now(self) -> tuple[int, int]:
        return 77, 0

    def _trial_over(self) -> None:
        self.loaded.is_trial = False

    def _restart(self) -> None:
        self.is_restarted = True

    def _ignore(self, *_what: int) -> None: ...

    def _illegal(self, state: int, event: int) -> None:
        raise AssertionError(f"slots: no row for state {state}, event {event}")
