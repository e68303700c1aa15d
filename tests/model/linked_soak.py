"""Many linked tables on one line with frames lost: every wager is in the pool exactly once.

python -m tests.model.linked_soak --tables 32 --rounds 1000
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time

from faro.jackpot.reconcile import reconcile
from faro.sim.scenarios.jackpot import JackpotTable
from faro.sim.scenarios.linked import LinkedTables

FRAME_BYTES = 130  # a poll with its answer, about


def run(tables: int, rounds: int, loss_percent: float, seed: int = 1) -> dict[str, float]:
    """Play rounds at random tables; AssertionError when a wager is missing or doubled."""
    rng = random.Random(seed)
    delays_ms: list[float] = []
    with LinkedTables(tables - 1, seed) as linked:
        linked.rig.bus.noise.drop_ppm = round(loss_percent / 100 * 1_000_000 / FRAME_BYTES)
        for number in range(rounds):
            table = rng.choice(linked.tables)
            _wait_playable(linked, table)
            seats = rng.sample(range(1, 8), rng.randrange(1, 8))
            played = table.deal(*seats)
            if number % max(rounds // 20, 1) == 0:
                delays_ms.append(_delay_ms(linked, rng))
            if rng.random() < 0.1:
                table.ask("supervisor", "VOID_HAND", round=played, seat=seats[0])
            table.end(played)
        linked.rig.bus.noise.drop_ppm = 0
        linked.wait(10_000)
        _check(linked)
        return {
            "wagers": sum(t.meters()["wagers"] for t in linked.tables),
            "given_back": sum(t.meters()["wagers_voided"] for t in linked.tables),
            "collisions": linked.rig.bus.collisions,
            "delay_median_ms": statistics.median(delays_ms),
            "delay_worst_ms": max(delays_ms),
            "virtual_s": linked.rig.kernel.now_us / 1e6,
        }


def _wait_playable(linked: LinkedTables, table: JackpotTable) -> None:
    """The link may just be lost for a moment; wagers are taken when it is there."""
    for _ in range(40):
        if table.lamps() or table.client.status()["fault_count"] == 0:
            return
        linked.wait(250)


def _delay_ms(linked: LinkedTables, rng: random.Random) -> float:
    """From a wager until another table's board knows the new pool."""
    start_us = linked.rig.kernel.now_us
    other = rng.choice(linked.members)
    target = sum(t.meters()["contributed"] - t.meters()["linked_in"] for t in linked.tables)
    while linked.holder.meters()["contributed"] < target:
        linked.wait(20)
    pool = linked.holder.jackpot()["pool_uc"]
    while other.jackpot()["pool_uc"] < pool:
        linked.wait(20)
    return (linked.rig.kernel.now_us - start_us) / 1000


def _check(linked: LinkedTables) -> None:
    meters = linked.holder.meters()
    for name, linked_name in (("contributed", "linked_in"), ("taken_back", "linked_back")):
        brought = sum(table.meters()[name] for table in linked.members)
        assert meters[linked_name] == brought, (name, meters[linked_name], brought)
    for table in linked.tables:
        books = reconcile(table.client.events(0))
        books.compare(table.meters())
        assert not books.differences, (table.board.board.name, books.differences[:3])
        state = table.jackpot()
        assert state["pool_uc"] == meters["pool"] and state["shown_uc"] <= state["pool_uc"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=1_000)
    parser.add_argument("--loss", type=float, default=1.0, help="percent of frames")
    options = parser.parse_args()
    started_s = time.monotonic()
    found = run(options.tables, options.rounds, options.loss)
    print(
        f"{options.tables} tables, {options.rounds} rounds, {options.loss} % of frames lost:"
        f" {found['wagers']:.0f} wagers, {found['given_back']:.0f} given back,"
        " every one counted once"
    )
    print(
        f"another table knows the new pool after {found['delay_median_ms']:.0f} ms (median),"
        f" {found['delay_worst_ms']:.0f} ms (worst); its display climbs there in 2 s more"
    )
    print(f"{found['virtual_s']:.0f} s at the tables in {time.monotonic() - started_s:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
