"""`faro bench`: how good the client is beside others."""

from __future__ import annotations

import click

from faro.console import console, json_option, print_json, progress
from faro.wire.errors import FaroError


@click.command()
@click.option("--seconds", type=click.FloatRange(1, 600), default=15.0, show_default=True)
@json_option
def bench(seconds: float, is_json: bool) -> None:
    """Compare this client with pymodbus, pymavlink and a bare echo."""
    try:
        from faro.bench import link as bench_link

        with progress("measuring", is_json):
            result = bench_link.run(seconds)
    except ImportError as error:
        raise FaroError(f"the benchmark needs {error.name}: run 'make setup'") from None
    if is_json:
        print_json(result)
    else:
        console.print(bench_link.render(result))


COMMANDS = (bench,)
