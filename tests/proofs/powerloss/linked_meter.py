"""The plug of either of two linked meters pulled at every non-volatile operation of a round.

The contributor's table has the winners, the holder has the pool.

python -m tests.proofs.powerloss.linked_meter                every operation of both boards
python -m tests.proofs.powerloss.linked_meter --stride 20              a sample
python -m tests.proofs.powerloss.linked_meter --only holder:37:torn    one cut again
"""

from __future__ import annotations

import random
import sys
from functools import cache
from typing import cast

from faro.jackpot.rules import UC
from faro.sim.scenarios.linked import LinkedTables, boot_images
from faro.wire.errors import FaroError
from faro.wire.keys import DeviceKeys
from hw_sim.nv_image import NvImage
from hw_sim.power import Cut, CutMode
from tests.proofs.powerloss.case import Broken, Unpowered
from tests.proofs.powerloss.meter import (
    SEATS,
    STEPS,
    WINNERS,
    finish,
    journal_agrees,
    paid_in_order,
    points,
    report,
    shown_is_owed,
    until_the_cut,
)

SIDES = ("holder", "contributor")
_POLLS_MS = 1_500  # until every table has been asked several times
_AGAIN_MS = 3_000  # after a start: joined again, everything delivered


@cache
def start() -> list[tuple[NvImage, DeviceKeys]]:
    """A holder and a contributor with a round behind them."""
    with LinkedTables(1) as linked:
        for table in linked.tables:
            table.play({}, 1, 3)
        linked.wait(_POLLS_MS)
        return linked.images()


@cache
def operations(side: str) -> int:
    """Non-volatile operations of one side while the round is played without a cut."""
    with boot_images(start()) as linked:
        for table in linked.tables:
            table.meters()  # as each case does: heartbeats then come at the same points
        supply = linked.tables[SIDES.index(side)].board.board.supply
        before = supply.operations
        _play(linked, [])
        return supply.operations - before


def _play(linked: LinkedTables, done: list[str]) -> None:
    """The contributor's round; ends at once when either board is without power."""
    table = linked.tables[1]
    number = table.jackpot()["round"] + 1
    for step in STEPS:
        step(table, number)
        linked.wait(_POLLS_MS)
        if not all(t.board.board.vm.is_running for t in linked.tables):
            raise Unpowered
        for each in linked.tables:
            shown_is_owed(each)
        done.append(step.__name__)


def run_case(side: str, operation: int, mode: CutMode) -> str:
    """One cut; '' when nothing was lost, doubled or shown wrongly, else what went wrong."""
    done: list[str] = []
    with boot_images(start()) as linked:
        board = linked.tables[SIDES.index(side)].board.board
        before = [table.meters() for table in linked.tables]
        board.supply.rng = random.Random(f"{side}-{operation}-{mode}")
        board.supply.cut = Cut(board.supply.operations + operation, mode)
        try:
            until_the_cut(board, lambda: _play(linked, done))
            linked.rig.wait_ready()
            linked.wait(_AGAIN_MS)
            _look(linked, before, done)
        except (FaroError, Broken) as error:
            return f"after {done}: {error!r}"
    return ""


def _look(linked: LinkedTables, before: list[dict[str, int]], done: list[str]) -> None:
    """What must be true after the cut; then the round is finished, and all is looked at again."""
    table = linked.tables[1]
    for each in linked.tables:
        journal_agrees(each)
        shown_is_owed(each, 6)
    wagers = table.meters()["wagers"] - before[1]["wagers"]
    if wagers not in (0, len(SEATS)):
        raise Broken(f"{wagers} wagers counted of {len(SEATS)}")
    if "_freeze" in done and not wagers:
        raise Broken("accepted wagers are gone")
    finish(table, wagers > 0, _POLLS_MS)
    linked.wait(_AGAIN_MS)
    meters = [each.meters() for each in linked.tables]
    if (meters[0]["linked_in"], meters[0]["linked_back"]) != (
        meters[1]["contributed"],
        meters[1]["taken_back"],
    ):
        raise Broken(f"delivered {meters[0]['linked_in']} of {meters[1]['contributed']}")
    paid = [f for n, f in table.events() if n == "PAID"]
    if len(paid) != (len(WINNERS) if wagers else 0) or meters[1]["pending"]:
        raise Broken(f"{len(paid)} payments, {meters[1]['pending']} still pending")
    paid_in_order(table, len(paid))
    taken_uc = sum((f["pool_cents"] + f["bonus_cents"]) * UC for f in paid)
    if meters[0]["paid"] - before[0]["paid"] != taken_uc or meters[0]["pending"]:
        raise Broken(f"the holder paid {meters[0]['paid']}, the table {taken_uc}")
    for each in linked.tables:
        journal_agrees(each)
        shown_is_owed(each, 4)
        if each.client.status()["fault_count"]:
            raise Broken(f"fault {each.client.status()['worst_fault']}")


def run_named(name: str) -> tuple[str, str]:
    """One case by its id, for a pool."""
    side, operation, mode = name.split(":")
    return name, run_case(side, int(operation), cast(CutMode, mode))


def names(stride: int = 1, offset: int = 0) -> list[str]:
    """The ids of the cases, of both sides."""
    return [
        f"{side}:{at}:{mode}"
        for side in SIDES
        for at, mode in points(operations(side), stride, offset)
    ]


if __name__ == "__main__":
    sys.exit(report("linked jackpot round", __doc__ or "", names, run_named))
