"""Commands that show how good it is: benchmark, wear; and the one that makes the documents."""

from __future__ import annotations

from pathlib import Path

import click

from faro.console import console, print_json
from faro.wire.errors import FaroError


@click.command()
@click.option("--seconds", type=click.FloatRange(1, 600), default=15.0, show_default=True)
@click.option("--json", "is_json", is_flag=True, help="Print JSON for programs.")
def bench(seconds: float, is_json: bool) -> None:
    """Compare this client with pymodbus, pymavlink and a bare echo, in one run."""
    try:
        from faro.bench import link as bench_link

        result = bench_link.run(seconds)
    except ImportError as error:
        raise FaroError(f"the benchmark needs {error.name}: run 'make setup'") from None
    if is_json:
        print_json(result)
    else:
        console.print(bench_link.render(result))


@click.command()
@click.option("--json", "is_json", is_flag=True, help="Print JSON for programs.")
def wear(is_json: bool) -> None:
    """Ten years of a busy table against the endurance of the memory parts."""
    from tests.proofs.powerloss.wear import wear_report, wear_table

    report = wear_report()
    if is_json:
        print_json(report)
    else:
        console.print(wear_table(report))


@click.command()
def docs() -> None:
    """Make the documents that come from the firmware's tables (run in the checkout)."""
    from faro.docs.make import generate

    root = Path.cwd()
    if not (root / "firmware").is_dir():
        raise FaroError("run this in Faro's checkout")
    written = generate(root)
    for path in written:
        console.print(f"made {path.relative_to(root)}")
    if not written:
        console.print("everything is current")


COMMANDS = (bench, wear, docs)
