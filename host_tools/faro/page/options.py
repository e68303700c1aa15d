"""Which table is meant: the options that `faro table` and `faro top` share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

_FOLDER = click.Path(file_okay=False, path_type=Path)
_FILE = click.Path(dir_okay=False, path_type=Path)
_OPTIONS = (
    click.option("--shoe", metavar="PORT",
                 help="The shoe: name, number or port.  [a simulated one]"),
    click.option("--meter", metavar="PORT", help="The meter, where there is one."),
    click.option("--keys", type=_FOLDER, help="Key files of these boards: DIR/shoe/table.keys …"),
    click.option("--state", type=_FILE, help="Where the table program keeps its place.  [nowhere]"),
    click.option("--seed", type=click.IntRange(0, 1 << 62), default=1, show_default=True,
                 help="Of simulated boards."),
)  # fmt: skip


def table_options(command: F) -> F:
    """As fields of `faro.page.core.TableOptions`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
