"""`faro demo`: the shop window."""

from __future__ import annotations

import io
from pathlib import Path

import click
from rich.console import Console

from faro.console import json_option, print_json
from faro.demo import show


@click.command()
@click.option(
    "--svg", type=click.Path(dir_okay=False, path_type=Path), help="Keep a picture of the screen."
)
@json_option
def demo(svg: Path | None, is_json: bool) -> None:
    """Show what the boards can do, in less than a minute."""
    is_kept = svg is not None or is_json
    screen = Console(
        record=is_kept,
        width=110 if is_kept else None,
        highlight=False,
        file=io.StringIO() if is_json else None,
    )
    if not is_kept and not screen.is_terminal:
        screen.width = 1000  # a pipe has no edge
    show.run(screen)
    if is_json:
        lines = screen.export_text(clear=False).splitlines()
        print_json({"lines": lines, "count": len(lines)})
    if svg is not None:
        screen.save_svg(str(svg), title="make run")


COMMANDS = (demo,)
