"""`faro top`: the table on a terminal."""

from __future__ import annotations

from typing import Any

import click

from faro.console import json_option
from faro.page.options import table_options


@click.command()
@table_options
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
