"""`make shuffle-proof`: thousands of whole cycles judged, broken shufflers caught, pictures."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from hw_sim.pacing import use_one_core
from hw_sim.vm import ROOT
from tests.proofs.attacks import undealt_run, undealt_scan
from tests.proofs.shuffle import boots, catch, machine_cycles, plots, series, vm_cycles
from tests.proofs.shuffle.models import Orders
from tests.proofs.shuffle.mutants import MUTANTS, Mutant

REPORTS = ROOT / ".cache/reports"


def by_plan(cycles: int, mutant: Mutant, seed: int) -> Orders:
    """Generator and plan inside MicroPython; compartments as lists."""
    if mutant.fault:  # a carousel that does not turn: everything in one compartment
        return np.tile(np.arange(52), (cycles, 1))
    return vm_cycles.run(cycles, mutant.source, seed)


class Report:
    """Prints and keeps the text; the pictures lie beside it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.is_good = True
        self._lines: list[str] = []

    def say(self, text: str = "") -> None:
        print(text, flush=True)
        self._lines.append(text)
        (self.folder / "shuffle.txt").write_text("\n".join(self._lines) + "\n")

    def must(self, is_right: bool) -> None:
        self.is_good = self.is_good and is_right


def main() -> None:
    """Print the report, write its pictures; exit status 1 if anything is not as it must be."""
    parser = argparse.ArgumentParser(prog="shuffle-proof", description=__doc__)
    parser.add_argument("--source", choices=("machine", "plan"), default="machine")
    parser.add_argument("--cycles", type=int, default=3000, help="cycles of the good machine")
    parser.add_argument("--series", type=int, default=40, help="series for each mutant's power")
    parser.add_argument("--boots", type=int, default=1000, help="boards to boot (0: none)")
    parser.add_argument("--listen", type=int, default=50, help="cycles to listen to (0: none)")
    parser.add_argument("--mutants", default=",".join(m.name for m in MUTANTS), help="which")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", action="store_true", help="go on with a run broken off")
    parser.add_argument("--reports", type=Path, default=REPORTS)
    options = parser.parse_args()
    use_one_core()
    report = Report(options.reports)
    if not options.resume:
        (options.reports / "run.json").unlink(missing_ok=True)
    is_machine = options.source == "machine"
    if options.cycles:
        _good(report, options.cycles, options.seed, is_machine)
    chosen = [mutant for mutant in MUTANTS if mutant.name in options.mutants.split(",")]
    if chosen:
        _mutants(report, chosen, options.series, options.seed, is_machine)
    if options.listen:
        _listen(report, options.listen, options.seed)
    if options.boots:
        _boots(report, options.boots)
    report.say(f"\npictures and this text in {options.reports}")
    sys.exit(0 if report.is_good else 1)


def _progress(total: int) -> Callable[[int], None]:
    start = time.monotonic()

    def show(done: int) -> None:
        if done % 100 == 0 and done < total:
            left_s = (time.monotonic() - start) / done * (total - done)
            print(f"  … {done} of {total} cycles, {left_s / 60:.0f} min left", file=sys.stderr)

    return show


def _tell_stop(cycle: int, text: str) -> None:
    """At once, so that it is known even if the run does not come to its end."""
    print(f"  … board stopped at cycle {cycle}: {text}", file=sys.stderr, flush=True)


def _good(report: Report, cycles: int, seed: int, is_machine: bool) -> None:
    start = time.monotonic()
    if is_machine:
        made = machine_cycles.run(
            cycles,
            None,
            seed,
            progress=_progress(cycles),
            on_stop=_tell_stop,
            folder=report.folder,
        )
        orders, hours = made.orders, made.machine_s / 3600
        what = f"whole cycles of the firmware in its machine ({hours:.1f} h of machine time)"
        stops = made.stops
    else:
        orders, what, stops = vm_cycles.run(cycles, "", seed), "plans in MicroPython", []
    if not is_machine:
        np.save(report.folder / "orders.npy", orders)
    title = f"{cycles} {what}"
    report.say(f"{title}, {time.monotonic() - start:.0f} s\n")
    report.say(f"  {'check':<34}{'measured':>12}{'expected':>12}{'chance':>9}")
    checks = series.checks(orders)
    for check in checks:
        report.say(check.row())
        report.must(check.is_within)
    if is_machine:
        _stops(report, stops)
    alarms = [f"{alarm.check} at cycle {alarm.cycle}" for alarm in series.first_alarms(orders)]
    report.say(f"  alarms of the same checks over the whole series: {', '.join(alarms) or 'none'}")
    plots.good_machine(orders, report.folder / "shuffle.png", title)


def _stops(report: Report, stops: list[tuple[int, str]]) -> None:
    """A good machine stops for a false alarm of the statistics (3e-4 per cycle), nothing else."""
    kinds: dict[str, list[int]] = {}
    for cycle, text in stops:
        kinds.setdefault(text.split(",")[0].split(";")[0], []).append(cycle)
        report.must("NOT A SHUFFLE" in text)
    report.say(f"\n  stops of the firmware: {'none' if not stops else ''}")
    for text, cycles in kinds.items():
        shown = ", ".join(str(cycle) for cycle in cycles[:5])
        report.say(f"    {len(cycles)} × {text} (cycles {shown}{' …' if len(cycles) > 5 else ''})")


def _mutants(
    report: Report, mutants: list[Mutant], series_count: int, seed: int, is_machine: bool
) -> None:
    report.say(
        f"\n  {'broken on purpose':<38}{'check':<26}{'predicted':>13}{'caught':>13}"
        f"  {'by':<22}firmware's own first alarm"
    )
    rows: list[catch.Caught] = []
    said: dict[str, str] = {}

    def by_machine(cycles: int, mutant: Mutant, seed: int) -> Orders:
        made = machine_cycles.run(cycles, mutant, seed, progress=_progress(cycles))
        if made.stops and mutant.name not in said:
            cycle, text = made.stops[0]
            said[mutant.name] = f"{text} (cycle {cycle})"
        return made.orders

    for mutant in mutants:
        row = catch.catch(mutant, by_machine if is_machine else by_plan, seed)
        rows.append(row)
        report.say(row.row())
        report.must(row.is_caught)
    if is_machine:
        report.say("\n  what the firmware itself said, and stopped:")
        for mutant in mutants:
            report.say(f"  {mutant.text:<38}{said.get(mutant.name, 'nothing within this run')}")
    plots.mutants(
        [(row.mutant.text, row.cycle, row.mutant.cycles, row.is_caught) for row in rows],
        report.folder / "shuffle_mutants.png",
    )
    if series_count:
        report.say("\n  share of many series of plans caught within the predicted cycles:")
        for mutant in mutants:
            many = series_count if mutant.cycles > 1000 else series_count * 5
            share = catch.power(mutant, by_plan, many)
            report.say(f"  {mutant.text:<38}{share:>6.2f}  (STANDARDS {mutant.power:.2f})")


def _listen(report: Report, cycles: int, seed: int) -> None:
    heard = undealt_run.listen(cycles=cycles, packets=6, seed=seed)
    found = undealt_scan.leaks(heard.said, heard.packs)
    said = "no undealt card in any byte" if not found else f"LEAKS: {found[0]}"
    report.say(f"\n  {cycles} cycles, {heard.sent_bytes} bytes that left the board: {said}")
    report.must(not found)
    heard = undealt_run.listen_to_cameras(seed)
    found = undealt_scan.leaks(heard.said, heard.packs)
    said = "no undealt card in any byte" if not found else f"LEAKS: {found[0]}"
    report.say(f"  one cycle read from pictures, the technician asks as well: {said}")
    report.must(not found)


def _boots(report: Report, count: int) -> None:
    for boards, cuts in ((count, 0), (max(count // 50, 1), 9)):
        made = boots.measure(boards, cuts)
        report.say(f"  {made.sentence}")
        report.must(made.repeated == 0)


if __name__ == "__main__":
    main()
