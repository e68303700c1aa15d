"""A shoe board in its shuffling machine, the table software, and a dealer who takes the cards."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from boards.layout import CHECKOUT
from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.keys import DeviceKeys
from faro.words.board import event_sentence
from firmware.shuffler import cycle as c
from firmware.shuffler.geometry import COMPARTMENT_CARDS
from hw_sim.mechanics.machine import Machine
from hw_sim.mechanics.machine_cards import SimCard
from hw_sim.vm_process import SimError

BY_IDENTITY = CHECKOUT / "boards/sim/shoe_by_identity"  # the throat reads without pictures
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
_MODE_SHUFFLE = 1
# a shuffler broken on purpose: ten shelves instead of 54 compartments
TEN_SHELVES = """
from firmware.shuffler import plan

def shelves(buf, n, draw):
    rows = [[] for _ in range(10)]
    for card in range(n):
        row = rows[draw(10)]
        row.insert(0 if draw(2) else len(row), card)
    at = 0
    for row in rows:
        for card in row:
            buf[at] = card
            at += 1
    return True
plan.shuffle_in_place = shelves
"""


class Cut(Exception):
    """The firmware refused the pack or called for a person; `events` say why."""


class ShufflerTable:
    """A shoe board in its machine, and the table software in its session."""

    def __init__(self, rig: Rig, client: Client, keys: DeviceKeys | None = None) -> None:
        self.rig = rig
        self.keys = keys
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
        self.client.request("SHUFFLE", mode=_MODE_SHUFFLE, decks=decks)
        self.cycles += 1
        self._until(c.ST_READY, _LIMIT_MS * decks, self._is_fed)

    def slots(self) -> list[SimCard]:
        """What lies where, compartment by compartment, first in first; as it was fed, or mixed."""
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
            rig.start()
            client = rig.client("shoe")
            keys = rig.provision("shoe")
            client.open_session(keys, "table")
            table = ShufflerTable(rig, client, keys)
            if fault == "drum":
                table.slip_drum()
            yield table


def indices(fed: list[SimCard], out: list[SimCard]) -> list[int]:
    """In-feed index of each card that came out."""
    place = {id(card): index for index, card in enumerate(fed)}
    return [place[id(card)] for card in out]
