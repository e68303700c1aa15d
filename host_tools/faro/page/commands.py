"""`faro table`: without a word more it opens the page; its commands are those of the table."""

from __future__ import annotations

from typing import Any

import click

from faro.console import json_option
from faro.page.options import table_options
from faro.table.commands import table as commands


@click.group(invoke_without_command=True)
@table_options
@click.option("--host", default="127.0.0.1", show_default=True,
              help="Where the page listens; not only here: everybody must log in.")  # fmt: skip
@click.option("--page-port", type=click.IntRange(0, 65_535), default=8040, show_default=True)
@click.option("--browser/--no-browser", default=True, help="Open the page in a browser.")
@json_option
@click.pass_context
def table(
    context: click.Context, host: str, page_port: int, browser: bool, is_json: bool, **which: Any
) -> None:
    """The table: a page to see and play it; game, seats, pack; run it."""
    if context.invoked_subcommand is not None:
        return
    from faro.page.core import TableOptions
    from faro.page.run import PageOptions, run

    run(TableOptions(**which), PageOptions(host, page_port, browser, is_json))


for _command in commands.commands.values():
    table.add_command(_command)

COMMANDS = (table,)
