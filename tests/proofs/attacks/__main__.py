"""`python -m tests.proofs.attacks`: run every attack against the firmware; 1 if one succeeds."""

from __future__ import annotations

import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import click

from faro.wire.errors import FaroError
from hw_sim.vm_process import SimError
from tests.proofs.attacks.outcome import Notes
from tests.proofs.attacks.table import ATTACKS, BY_ID, run_attack


def _run(attack_id: str) -> dict[str, Any]:
    attack = BY_ID[attack_id]
    try:
        outcome = run_attack(attack)
    except (FaroError, SimError) as error:  # neither withstood nor broken: look at it
        notes = Notes(attack.title)
        notes.findings.append(f"the attack could not be carried out: {error}")
        outcome = notes.outcome()
    return {
        "id": attack.id,
        "title": attack.title,
        "history": attack.history,
        "sentence": outcome.sentence,
        **outcome.as_json(),
    }


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--id", "ids", multiple=True, type=click.Choice(list(BY_ID)), help="Only these.")
@click.option("--jobs", default=2, show_default=True, help="Worker processes.")
@click.option("--json", "is_json", is_flag=True, help="One JSON object instead of lines.")
def main(ids: tuple[str, ...], jobs: int, is_json: bool) -> None:
    """Run the attacks that worked on others against the running firmware."""
    started_s = time.monotonic()
    wanted = [attack.id for attack in ATTACKS if not ids or attack.id in ids]
    results: list[dict[str, Any]] = []
    with ProcessPoolExecutor(max(jobs, 1)) as pool:
        for result in pool.map(_run, wanted):
            results.append(result)
            if not is_json:
                click.echo(f"{result['title']} … {result['sentence']}  [{result['id']}]")
    succeeded = [result["id"] for result in results if not result["withstood"]]
    duration_s = round(time.monotonic() - started_s, 1)
    if is_json:
        click.echo(json.dumps({"attacks": results, "duration_s": duration_s}))
    elif succeeded:
        click.echo(f"{len(succeeded)} of {len(results)} attacks SUCCEEDED: {', '.join(succeeded)}")
    else:
        click.echo(f"{len(results)} attacks, none succeeded ({duration_s} s)")
    sys.exit(1 if succeeded else 0)


if __name__ == "__main__":
    main()
