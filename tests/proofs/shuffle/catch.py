"""Runs a mutant until the check that STANDARDS predicts for it has seen it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tests.proofs.shuffle import exact, series, vector
from tests.proofs.shuffle.models import Orders
from tests.proofs.shuffle.mutants import ONE_CYCLE, POSITIONS, REPEATED, Mutant

CHI2_99 = float(exact.stats.chi2(51 * 51).isf(0.01))
_MORE = 10  # fifths of the predicted cycles that a run may take longer
_FEW = {ONE_CYCLE: 3, REPEATED: 2}

# cycles, mutant, seed → orders
Runner = Callable[[int, Mutant, int], Orders]


@dataclass(frozen=True)
class Caught:
    """The cycle at which the predicted check first saw it (0 = never), and what saw it."""

    mutant: Mutant
    cycle: int
    seen_by: str
    own: str = ""  # what the firmware's own checks saw first

    @property
    def is_caught(self) -> bool:
        return self.cycle > 0

    def row(self) -> str:
        said = f"cycle {self.cycle}" if self.cycle else "NOT CAUGHT"
        m = self.mutant
        return (
            f"  {m.text:<38}{m.check:<26}{m.cycles:>6} ({m.power:.2f}){said:>13}"
            f"  {self.seen_by:<22}{self.own}"
        )


def catch(mutant: Mutant, run: Runner, seed: int = 1) -> Caught:
    """Run it until it is caught."""
    if mutant.check != POSITIONS:
        orders = run(_FEW[mutant.check], mutant, seed)
        for alarm in series.first_alarms(orders):
            is_one_cycle = alarm.check in series.NAMES.values()
            if is_one_cycle == (mutant.check == ONE_CYCLE):
                return Caught(mutant, alarm.cycle, alarm.check, own_alarm(orders))
        return Caught(mutant, 0, "", own_alarm(orders))
    orders = run(mutant.cycles, mutant, seed)
    # a power of 0.8 is no promise for one run: if it is not seen by then, it gets longer
    for more in range(1, _MORE + 1):
        value = vector.position_statistic(orders)
        if value > CHI2_99:
            seen_by = f"chi² {value:.0f} > {CHI2_99:.0f}"
            return Caught(mutant, len(orders), seen_by, own_alarm(orders))
        longer = run(max(mutant.cycles // 5, 1), mutant, seed + 100 * more)
        orders = np.concatenate([orders, longer])
    return Caught(mutant, 0, "", own_alarm(orders))


def own_alarm(orders: Orders) -> str:
    """The first alarm of the firmware's one-cycle and running checks."""
    alarms = series.first_alarms(orders)
    return f"{alarms[0].check} at {alarms[0].cycle}" if alarms else "none"


def power(mutant: Mutant, run: Runner, series_count: int) -> float:
    """Share of independent series that are caught within the predicted cycles."""
    orders = run(mutant.cycles * series_count, mutant, 7)
    caught = 0
    for part in orders.reshape(series_count, mutant.cycles, orders.shape[1]):
        if mutant.check == POSITIONS:
            caught += vector.position_statistic(part) > CHI2_99
        elif mutant.check == ONE_CYCLE:
            caught += vector.alarm_rate(part) > 0
        else:
            caught += len({row.tobytes() for row in part}) < len(part)
    return caught / series_count
