"""`faro top`: the table on a terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from faro.console import json_option

_FOLDER = click.Path(file_okay=False, path_type=Path)
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.option("--shoe", metavar="PORT", help="The shoe: name, number or port.  [a simulated one]")
@click.option("--meter", metavar="PORT", help="The meter, where there is one.")
@click.option("--keys", type=_FOLDER, help="Key files of these boards: DIR/shoe/table.keys …")
@click.option("--state", type=_FILE, help="Where the table program keeps its place.  [nowhere]")
@click.option("--seed", type=click.IntRange(0, 1 << 62), default=1, show_default=True,
              help="Of simulated boards.")  # fmt: skip
@json_option
def top(is_json: bool, **which: Any) -> None:
    """The table on a terminal: see it, play it, break it.

    Without --shoe it takes the simulated boards that run here with their keys beside their links
    (faro sim --provisioned --links DIR), or starts its own.  ? shows all keys, q quits.
    With --json it prints once what the screen would show.
    """
    from faro.page.core import TableOptions
    from faro.top.run import run

    run(TableOptions(**which), is_json)


COMMANDS = (top,)
