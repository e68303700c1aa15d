"""`faro demo`: the shop window."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from faro.console import console
from faro.demo import show


@click.command()
@click.option(
    "--svg", type=click.Path(dir_okay=False, path_type=Path), help="Keep a picture of the screen."
)
def demo(svg: Path | None) -> None:
    """Show what the boards can do, on the simulator, in less than a minute."""
    if svg is None:
        show.run(console)
        return
    recorder = Console(record=True, width=110, highlight=False)
    show.run(recorder)
    recorder.save_svg(str(svg), title="make run")


COMMANDS = (demo,)
