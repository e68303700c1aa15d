"""`python -m tests.proofs.fuzz`: random requests for a while; 1 if a board did not stand it."""

from __future__ import annotations

import sys
import time
from collections import Counter

import click

from tests.proofs.fuzz.fuzz import STATES, Fuzzer

_PER_RUN = 1_000


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--minutes", default=5.0, show_default=True, help="How long.")
@click.option("--seed", default=1, show_default=True, help="The first seed.")
@click.option("--board", "kinds", multiple=True, type=click.Choice(list(STATES)), help="Only this.")
def main(minutes: float, seed: int, kinds: tuple[str, ...]) -> None:
    """All messages × roles × states with fields at random, on simulated boards."""
    due_s = time.monotonic() + minutes * 60
    requests, answers, findings = 0, Counter[str](), list[str]()
    while time.monotonic() < due_s and not findings:
        for kind in kinds or STATES:
            fuzzer = Fuzzer(kind, seed)
            for state in STATES[kind]:
                fuzzer.run(state, _PER_RUN)
            requests += fuzzer.report.requests
            answers += fuzzer.report.answers
            findings += fuzzer.report.findings
        seed += 1
    said = ", ".join(f"{count} {name}" for name, count in answers.most_common(12))
    click.echo(f"{requests} requests, up to seed {seed - 1}: {said}")
    for finding in findings:
        click.echo(f"FOUND {finding}")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
