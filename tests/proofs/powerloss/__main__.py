"""`python -m tests.proofs.powerloss`: pull the plug at every write, boot again, look."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter

import click
from rich.console import Console
from rich.table import Table

from hw_sim.pacing import use_one_core
from tests.proofs.powerloss import prepare, replay
from tests.proofs.powerloss.case import Broken, Case
from tests.proofs.powerloss.engine import Result
from tests.proofs.powerloss.plan import Plan, make_plan
from tests.proofs.powerloss.pool import run_all
from tests.proofs.powerloss.progress import Progress
from tests.proofs.powerloss.scenarios import SCENARIOS

_err = Console(stderr=True)
_SHOWN_FAILURES = 20


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--scenario", "names", multiple=True, type=click.Choice(list(SCENARIOS)), help="Only these."
)
@click.option("--sample", type=click.IntRange(1), help="About this many cuts, spread evenly.")
@click.option("--tears", default=1, show_default=True, help="Torn places tried per write.")
@click.option("--pairs", default=1_000, show_default=True, help="Double cuts; 0 = every pair.")
@click.option("--jobs", default=2, show_default=True, help="Worker processes.")
@click.option("--case", "case_id", help="Replay one case, e.g. settings:17:torn:3, and tell all.")
@click.option("--json", "is_json", is_flag=True, help="One JSON object instead of tables.")
def main(
    names: tuple[str, ...],
    sample: int | None,
    tears: int,
    pairs: int,
    jobs: int,
    case_id: str | None,
    is_json: bool,
) -> None:
    """Cut power inside every non-volatile write of the whole firmware and check what is left."""
    if jobs <= 1 or case_id:
        use_one_core()
    if case_id:
        try:
            case = Case.parse(case_id)
            unknown = {case.scenario, (case.first or case).scenario} - set(SCENARIOS)
            if unknown:
                raise ValueError(f"there is no scenario {', '.join(unknown)}")
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--case") from None
        sys.exit(0 if replay.tell(case, Console()) else 1)
    started_s = time.monotonic()
    prepare.all_images()
    try:
        plan = make_plan(names, sample, tears, pairs)
    except Broken as error:
        _err.print(f"[red]fails even without a cut:[/] {error}", soft_wrap=True)
        sys.exit(1)
    results = _run(plan, jobs)
    _report(plan, results, time.monotonic() - started_s, is_json)
    sys.exit(1 if any(result.failure for result in results) else 0)


def _run(plan: Plan, jobs: int) -> list[Result]:
    results: list[Result] = []
    progress = Progress("cut points", len(plan.cases))
    for result in run_all(plan.cases, jobs):
        results.append(result)
        progress.add(result.failure, name=result.case.id)
    return results


def _report(plan: Plan, results: list[Result], duration_s: float, is_json: bool) -> None:
    cuts = Counter(result.case.scenario for result in results)
    survived = Counter(result.case.scenario for result in results if not result.failure)
    failed = [result for result in results if result.failure]
    rows = [
        {
            "scenario": name,
            "operations": plan.operations.get(name, 0),
            "cut_points": cuts[name],
            "survived": survived[name],
            "invariant": SCENARIOS[name].invariant,
        }
        for name in SCENARIOS
        if cuts[name]
    ]
    if is_json:
        document = {
            "cut_points": len(results),
            "survived": len(results) - len(failed),
            "duration_s": round(duration_s, 1),
            "scenarios": rows,
            "failures": [{"case": r.case.id, "failure": r.failure} for r in failed],
        }
        click.echo(json.dumps(document))
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("scenario", "operations", "cut points", "survived"):
        table.add_column(heading, justify="left" if heading == "scenario" else "right")
    table.add_column("what must hold", style="dim")
    for row in rows:
        is_good = row["cut_points"] == row["survived"]
        table.add_row(
            str(row["scenario"]),
            str(row["operations"] or ""),
            str(row["cut_points"]),
            str(row["survived"]) if is_good else f"[red]{row['survived']}[/]",
            str(row["invariant"]),
        )
    console = Console()
    console.print(table)
    verdict = "[green]every one survived" if not failed else f"[red]{len(failed)} FAILED"
    console.print(f"{len(results)} cut points in {duration_s:.0f} s: {verdict}")
    for result in failed[:_SHOWN_FAILURES]:
        line = f"  replay: python -m tests.proofs.powerloss --case {result.case.id}"
        console.print(line, soft_wrap=True)


if __name__ == "__main__":
    main()
