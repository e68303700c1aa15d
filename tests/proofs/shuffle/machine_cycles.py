"""Whole cycles: the real firmware in the VM, the simulated mechanics, a dealer who takes the cards.

Orders are taken from the world: which card lies in which compartment, and what the dealer gets.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from faro.board.words import event_sentence
from faro.wire.client import Client
from faro.wire.errors import Refused
from faro.wire.keys import DeviceKeys
from firmware.board.rows import FAULT_LID_OPEN
from firmware.shuffler import cycle as c
from firmware.shuffler.geometry import COMPARTMENT_CARDS
from hw_sim.rig import Rig
from hw_sim.sim_transport import SimTransport
from hw_sim.vm import ROOT, SimError
from hw_sim.world.machine import Machine
from hw_sim.world.machine_cards import SimCard, new_deck
from tests.proofs.shuffle.models import Orders
from tests.proofs.shuffle.mutants import Mutant

BY_IDENTITY = ROOT / "boards/sim/shoe_by_identity"  # the throat reads without pictures
# as boards/shoe_pico2/main.py: collected now and then, modules lie close together in the heap
_FIRST = "import gc\ngc.threshold(131072)\n"
_START = """
import gc
from firmware import shoe

def run():
    gc.threshold(-1)
    gc.collect()
    shoe.main()
"""
_LIMIT_MS = 60_000  # per deck; a cycle takes about a third
_POLL_MS = 100
_BUSY = (c.ST_HOMING, c.ST_FEEDING, c.ST_EMPTYING, c.ST_CHECKING, c.ST_DELIVERING)
MODE_SHUFFLE = 1
_SAVE_EVERY = 50  # cycles
_NONE: Orders = np.zeros((0, 0), np.int64)


class Cut(Exception):
    """The firmware refused the pack or called for a person; `events` say why."""


class ShufflerTable:
    """A shoe board in its machine, and the table software in its session."""

    def __init__(self, rig: Rig, client: Client) -> None:
        self.rig = rig
        self.client = client
        self.shoe = rig.boards["shoe"]
        if self.shoe.machine is None:
            raise SimError("this shoe has no machine")
        self.machine: Machine = self.shoe.machine
        self.cycles = 0
        self.taken_us = 0  # when the dealer took the last packet

    def wait_ms(self, ms: int) -> None:
        self.rig.kernel.run_for_ms(ms)

    # -- one pack ------------------------------------------------------------------------------

    def shuffle(self, cards: list[SimCard]) -> None:
        """Feed a pack and wait until it is ready."""
        decks = max(1, len(cards) // 52)
        self.machine.load(list(cards))
        self.client.request("SHUFFLE", mode=MODE_SHUFFLE, decks=decks)
        self.cycles += 1
        self._until(c.ST_READY, _LIMIT_MS * decks, self._is_fed)

    def slots(self) -> list[SimCard]:
        """What lies where, compartment by compartment, first in first."""
        return [card for box in self.machine.drum.compartments for card in box]

    def deliver(self, count: int = 0) -> list[SimCard]:
        """Ask for a packet (0: all) and take it; what the dealer gets, first out first."""
        self.client.request("DELIVER", cards=count)
        self._until(c.ST_OFFERED, _LIMIT_MS * 8, lambda: self.machine.is_unlocked)
        cards = self.machine.take_output()
        self.taken_us = self.rig.kernel.now_us
        self.wait_ms(300)
        return cards

    def _is_fed(self) -> bool:
        return not self.machine.path.tray and not self.machine.path.cards

    def _until(self, state: int, limit_ms: int, is_done: Callable[[], bool]) -> None:
        """Wait for the world first, which costs nothing, then for the firmware's own word."""
        kernel = self.rig.kernel
        due_us = kernel.now_us + limit_ms * 1000
        while kernel.now_us < due_us:
            kernel.run_for_ms(2_000, is_done)
            self.wait_ms(_POLL_MS)
            seen: int = self.client.request("GET_CYCLE").fields["state"]
            if seen == state:
                return
            if seen not in _BUSY:
                raise Cut(c.STATE_NAMES[seen])
        raise Cut("too late")

    def why(self) -> str:
        """What the firmware found last, in the words of its events."""
        names = ("MIXING_STOPPED", "OUTPUT_DIFFERED", "JAM_FOUND", "PACK_VERDICT", "CALLED")
        found = [event for event in self.client.events(0) if event.name in names]
        for event in found:
            if event.name in names[:3]:
                return event_sentence(event.name, event.fields)
        return event_sentence(found[-1].name, found[-1].fields) if found else "nothing"

    def slip_drum(self) -> None:
        """The belt is off: motor and home flag turn, the drum stays and takes card after card."""
        boxes = self.machine.drum.compartments

        def slot() -> int:
            if self.machine.motor.duty > 0:  # feeding: the first that is not full
                return next(i for i, box in enumerate(boxes) if len(box) < COMPARTMENT_CARDS)
            return next((i for i, box in enumerate(boxes) if box), 0)

        self.machine.drum.slot = slot


@contextmanager
def shuffler_table(seed: int = 1, source: str = "", fault: str = "") -> Generator[ShufflerTable]:
    """A board of its own, provisioned; `source` is put in front of its firmware."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "main.py").write_text(_FIRST + source + _START)
        with Rig(("shoe",), seed, (Path(folder), BY_IDENTITY)) as rig:
            rig.power_on()
            rig.wait_ready()
            table = ShufflerTable(rig, _provisioned(rig))
            if fault == "drum":
                table.slip_drum()
            yield table


def _provisioned(rig: Rig) -> Client:
    shoe = rig.boards["shoe"]
    client = Client(SimTransport(rig.kernel, shoe.usb_host))
    keys = DeviceKeys.create(client.hello().unique_id, "shoe")
    shoe.set_lid(True)
    rig.kernel.run_for_ms(50)
    client.provision(keys)
    shoe.set_lid(False)
    rig.kernel.run_for_ms(50)
    client.open_session(keys, "technician")
    client.request("CLEAR_FAULT", fault=FAULT_LID_OPEN)
    client.close_session()
    client.open_session(keys, "table")
    return client


def indices(fed: list[SimCard], out: list[SimCard]) -> list[int]:
    """In-feed index of each card that came out."""
    place = {id(card): index for index, card in enumerate(fed)}
    return [place[id(card)] for card in out]


@dataclass
class MachineRun:
    """Orders as they lay in the machine, and where the firmware itself said stop."""

    orders: Orders
    stops: list[tuple[int, str]]
    boards: int
    machine_s: float

    def save(self, folder: Path) -> None:
        """So that a run that is broken off can go on later."""
        np.save(folder / "orders.npy", self.orders)
        state = {"stops": self.stops, "boards": self.boards, "machine_s": self.machine_s}
        (folder / "run.json").write_text(json.dumps(state))

    @classmethod
    def load(cls, folder: Path) -> MachineRun:
        """What was saved there; nothing done yet when there is none."""
        if not (folder / "run.json").exists():
            return cls(_NONE, [], 0, 0.0)
        state = json.loads((folder / "run.json").read_text())
        stops = [(cycle, text) for cycle, text in state["stops"]]
        return cls(np.load(folder / "orders.npy"), stops, state["boards"], state["machine_s"])


def run(
    cycles: int,
    mutant: Mutant | None = None,
    seed: int = 1,
    decks: int = 1,
    progress: Callable[[int], None] = lambda _cycles: None,
    on_stop: Callable[[int, str], None] = lambda _cycle, _text: None,
    folder: Path | None = None,
) -> MachineRun:
    """Whole cycles; after a stop the next one starts on another board.

    Two packs with different backs take turns, as at a table (RULES C3).  With a folder the run is
    saved there now and then, and what is there already is gone on with, on another board.
    """
    made = MachineRun.load(folder) if folder else MachineRun(_NONE, [], 0, 0.0)
    rows: list[list[int]] = made.orders.tolist()
    while len(rows) < cycles:
        made.boards += 1
        if made.boards > cycles + 20:
            raise SimError("boards that never get a pack into their machine")
        source, fault = (mutant.source, mutant.fault) if mutant else ("", "")
        with shuffler_table(seed * 10_000 + made.boards, source, fault) as table:
            before = len(made.stops)
            save = _saving(made, table, folder) if folder else _never
            _play(table, rows, cycles, made, decks, progress, save)
            for cycle, text in made.stops[before:]:
                on_stop(cycle, text)
            made.machine_s += table.rig.kernel.now_us / 1e6
    made.orders = np.array(rows[:cycles], np.int64)
    if folder:
        made.save(folder)
    return made


def _saving(
    made: MachineRun, table: ShufflerTable, folder: Path
) -> Callable[[list[list[int]]], None]:
    """Save every so many cycles, with the machine time of the board that is running."""

    def save(rows: list[list[int]]) -> None:
        if len(rows) % _SAVE_EVERY == 0:
            machine_s = made.machine_s + table.rig.kernel.now_us / 1e6
            orders = np.array(rows, np.int64)
            MachineRun(orders, made.stops, made.boards, machine_s).save(folder)

    return save


def _never(_rows: list[list[int]]) -> None:
    pass


def _play(
    table: ShufflerTable,
    rows: list[list[int]],
    cycles: int,
    made: MachineRun,
    decks: int,
    progress: Callable[[int], None],
    save: Callable[[list[list[int]]], None],
) -> None:
    """Cycles on one board until there are enough, or until it stops."""
    packs = [new_deck(back, None, decks) for back in (1, 2)]
    while len(rows) < cycles:
        turn = table.cycles % 2
        fed = packs[turn]
        try:
            table.shuffle(fed)
            is_ready = True
        except (Cut, Refused):
            is_ready = False
        lying = table.slots()
        if len(lying) == len(fed):
            rows.append(indices(fed, lying))
            progress(len(rows))
            save(rows)
        taken = _deliver(table) if is_ready else None
        if taken is None:
            made.stops.append((len(rows), table.why()))
            return
        if [id(card) for card in taken] != [id(card) for card in lying]:
            raise AssertionError("the dealer got another order than lay in the machine")
        packs[turn] = taken


def _deliver(table: ShufflerTable) -> list[SimCard] | None:
    try:
        return table.deliver()
    except Cut:
        return None
