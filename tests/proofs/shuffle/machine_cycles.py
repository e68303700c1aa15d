"""Whole cycles: the real firmware in the VM, the simulated mechanics, a dealer who takes the cards.

Orders are taken from the world: what the dealer gets.  Of a pack that the firmware does not deal
nobody gets any, so it says what it has drawn, on its console; and what it says is compared with
what the dealer gets wherever it does deal.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from faro.sim.scenarios.shuffler import Cut, ShufflerTable, indices, shuffler_table
from faro.wire.errors import Refused
from hw_sim.mechanics.machine_cards import SimCard, new_deck
from hw_sim.vm_process import SimError
from tests.proofs.shuffle.models import Orders
from tests.proofs.shuffle.mutants import Mutant

_SAVE_EVERY = 50  # cycles
_NONE: Orders = np.zeros((0, 0), np.int64)
_TELLING = """
from firmware.shuffler import plan as telling
quiet = telling.Plan.draw
def draw(self):
    is_drawn = quiet(self)
    print("drawn", *self._index_at[: self.count])
    return is_drawn
telling.Plan.draw = draw
"""


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
        with shuffler_table(seed * 10_000 + made.boards, source + _TELLING, fault) as table:
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
        drawn, taken = _cycle(table, fed)
        if taken and indices(fed, taken) != drawn:
            raise AssertionError("the dealer got another order than was drawn")
        # stopped amid the deal: what came out, then what lies there as it lies
        machine = table.machine
        came = [*machine.output, *(c.card for c in machine.path.cards), *table.slots()]
        order = indices(fed, came) if drawn and machine.output else drawn
        if order:
            rows.append(order)
            progress(len(rows))
            save(rows)
        if taken is None:
            made.stops.append((len(rows), table.why()))
            return
        packs[turn] = taken


def _cycle(table: ShufflerTable, fed: list[SimCard]) -> tuple[list[int], list[SimCard] | None]:
    """One pack in and out: the order that was drawn, none for none, and what the dealer got."""
    before = table.shoe.board.vm.log_text().count("drawn ")
    taken = None
    try:
        table.shuffle(fed)
        taken = table.deliver()
    except (Cut, Refused):
        pass
    lines = [line for line in table.shoe.board.vm.log_text().splitlines() if "drawn " in line]
    drawn = lines[-1].split("drawn ")[1].split() if len(lines) > before else []
    return [int(index) for index in drawn], taken
