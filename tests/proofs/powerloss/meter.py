"""The plug of a meter pulled at every non-volatile operation of a jackpot round, then looked at.

python -m tests.proofs.powerloss.meter                    every operation, before, in and after it
python -m tests.proofs.powerloss.meter --stride 20        a sample
python -m tests.proofs.powerloss.meter --only 137:torn    one cut again
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import cast

from faro.jackpot.reconcile import reconcile
from faro.jackpot.rules import UC
from faro.sim.rig import Rig
from faro.sim.scenarios.jackpot import JackpotTable
from faro.wire.errors import FaroError, Refused
from faro.wire.keys import DeviceKeys
from hw_sim.board import SimBoard
from hw_sim.nv_image import NvImage
from hw_sim.power import CUT_MODES, Cut, CutMode
from tests.proofs.powerloss.case import Broken, Unpowered
from tests.proofs.powerloss.progress import Progress

SEATS = (1, 2, 5, 7)
WINNERS = {2: "straight", 5: "flush", 7: "royal"}
PAID_ORDER = [5, 2, 7]  # the Royal waits for the Straight Flush (CSP 12.2, 12.4)
Step = Callable[[JackpotTable, int], None]


def _wager(table: JackpotTable, _number: int) -> None:
    table.place(*SEATS)
    table.antes(*SEATS)


def _freeze(table: JackpotTable, _number: int) -> None:
    table.line(1)
    table.ask("table", "FREEZE")


def _hands(table: JackpotTable, number: int) -> None:
    table.hands(number, {**WINNERS, 1: "nothing"})


def _claim(table: JackpotTable, number: int) -> None:
    for seat, name in WINNERS.items():
        table.claim(number, seat, name)


def _confirm(table: JackpotTable, number: int) -> None:
    table.settle(round=number)


def _end(table: JackpotTable, number: int) -> None:
    table.end(number)


STEPS: tuple[Step, ...] = (_wager, _freeze, _hands, _claim, _confirm, _end)


@cache
def start() -> tuple[NvImage, DeviceKeys]:
    """A meter with keys and two rounds behind it."""
    with Rig(("meter",), 1) as rig:
        rig.start()
        table = JackpotTable(rig)
        keys = table.keys
        table.play({}, 1, 3)
        table.play({4: "flush"})
        rig.boards["meter"].board.power_off()
        return NvImage.take(rig.boards["meter"]), keys


@cache
def operations() -> int:
    """Non-volatile operations of the round without a cut."""
    with _rig() as rig:
        table = JackpotTable(rig, keys=start()[1])
        table.meters()  # as each case does: heartbeats then come at the same points of the round
        supply = rig.boards["meter"].board.supply
        before = supply.operations
        _play(table, [])
        return supply.operations - before


def _rig() -> Rig:
    rig = Rig(("meter",), 1)
    start()[0].put(rig.boards["meter"])
    rig.start()
    return rig


def _play(table: JackpotTable, done: list[str]) -> None:
    """Step by step, watching the display; `done` tells how far it came."""
    number = table.jackpot()["round"] + 1
    for step in STEPS:
        step(table, number)
        shown_is_owed(table)
        done.append(step.__name__)


def shown_is_owed(table: JackpotTable, quarters: int = 1) -> None:
    """The board's own figure and what stands on the display: never more than pool or win."""
    for _ in range(quarters):
        state = table.jackpot()
        if state["shown_uc"] > state["pool_uc"]:
            raise Broken(f"shows {state['shown_uc']}, the pool is {state['pool_uc']}")
        text = table.shown()
        if text.replace(".", "").isdigit():
            shown_uc = int(text.replace(".", "")) * UC
            if shown_uc > max(state["pool_uc"], state["win_uc"]):
                raise Broken(f"the display reads {text}, the pool is {state['pool_uc']}")
        if quarters > 1:
            table.wait(250)


def run_case(operation: int, mode: CutMode) -> str:
    """One cut; '' when nothing was lost, doubled or shown wrongly, else what went wrong."""
    done: list[str] = []
    with _rig() as rig:
        board = rig.boards["meter"].board
        table = JackpotTable(rig, keys=start()[1])
        before = table.meters()
        board.supply.rng = random.Random(f"{operation}-{mode}")
        board.supply.cut = Cut(board.supply.operations + operation, mode)
        try:
            until_the_cut(board, lambda: _play(table, done))
            rig.wait_ready()
            _look(table, before, done)
        except (FaroError, Broken) as error:
            return f"after {done}: {error!r}"
    return ""


def until_the_cut(board: SimBoard, play: Callable[[], None]) -> None:
    """Play until the plug is pulled, then put it in again."""
    try:
        play()
    except (FaroError, Unpowered):
        if not board.power_cuts:
            raise
    if not board.power_cuts:
        raise Broken("the round made fewer operations")
    board.supply.cut = None
    board.power_on()


def _look(table: JackpotTable, before: dict[str, int], done: list[str]) -> None:
    """What must be true after the cut; then the round is finished, and all is looked at again."""
    journal_agrees(table)
    shown_is_owed(table, 12)
    meters = table.meters()
    wagers = meters["wagers"] - before["wagers"]
    if wagers not in (0, len(SEATS)):
        raise Broken(f"{wagers} wagers counted of {len(SEATS)}")
    if "_freeze" in done and not wagers:
        raise Broken("accepted wagers are gone")
    finish(table, wagers > 0)
    meters = table.meters()
    shown_is_owed(table, 4)
    hits = meters["hits"] - before["hits"]
    if hits != (len(WINNERS) if wagers else 0) or meters["pending"]:
        raise Broken(f"{hits} payments, {meters['pending']} still pending")
    paid_in_order(table, hits)
    journal_agrees(table)
    if table.client.status()["fault_count"]:
        raise Broken(f"fault {table.client.status()['worst_fault']}")


def finish(table: JackpotTable, has_wagers: bool, pause_ms: int = 0) -> None:
    """Go on as the people at the table would: repeat what was not answered."""
    state = table.jackpot()
    number: int = state["round"]
    if state["state"] == 0:
        table.line(0)
        table.take_all()
        return
    if has_wagers:
        for step in (_hands, _claim, _confirm):
            try:
                step(table, number)
            except Refused as refusal:
                if refusal.name not in ("busy", "not_now", "nothing_pending"):
                    raise
            table.wait(pause_ms)
    table.end(number)


def paid_in_order(table: JackpotTable, count: int) -> None:
    """The last payments, as records, have gone from right to left."""
    seats = [f["seat"] for n, f in table.events() if n == "PAID"]
    if seats[len(seats) - count :] != PAID_ORDER[:count]:
        raise Broken(f"paid in the order {seats[-count:]}")


def journal_agrees(table: JackpotTable) -> None:
    """The meters follow from the journal alone."""
    books = reconcile(table.client.events(0))
    books.compare(table.meters())
    if books.differences or books.meters is None:
        raise Broken(f"the journal disagrees: {books.differences[:3]}")


def run_named(name: str) -> tuple[str, str]:
    """One case by its id, for a pool."""
    operation, mode = name.split(":")
    return name, run_case(int(operation), cast(CutMode, mode))


def points(count: int, stride: int, offset: int) -> list[tuple[int, CutMode]]:
    """Every `stride`-th operation, before, in and after it.

    After one is before the next: the same memory, and the host was told more, so it is cut there.
    """
    return [
        (at, mode)
        for at in range(offset, count, stride)
        for mode in CUT_MODES
        if mode != "after" or at == count - 1 or stride > 1
    ]


def names(stride: int = 1, offset: int = 0) -> list[str]:
    """The ids of the cases."""
    return [f"{at}:{mode}" for at, mode in points(operations(), stride, offset)]


def report(
    what: str,
    usage: str,
    all_names: Callable[[int, int], list[str]],
    run: Callable[[str], tuple[str, str]],
) -> int:
    """The command line of a sweep: runs its cases and prints each failure as it is found."""
    parser = argparse.ArgumentParser(
        description=usage, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--stride", type=int, default=1)
    parser.add_argument("--offset", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    cases = [options.only] if options.only else all_names(options.stride, options.offset)
    progress = Progress("cut points", len(cases))
    with ProcessPoolExecutor(options.jobs) as pool:
        for name, failure in pool.map(run, cases, chunksize=4):
            progress.add(failure, name=f"--only {name}")
    print(f"{what}: {len(cases)} cut points, {progress.failed} failed")
    return 1 if progress.failed else 0


if __name__ == "__main__":
    sys.exit(report("jackpot round", __doc__ or "", names, run_named))
