"""`faro docs`: the documents that come from the firmware's tables."""

from __future__ import annotations

from pathlib import Path

import click

from faro.console import console
from faro.docs.make import generate
from faro.wire.errors import FaroError


@click.command()
def docs() -> None:
    """Make the documents that come from the firmware's tables (run in the checkout)."""
    root = Path.cwd()
    if not (root / "firmware").is_dir():
        raise FaroError("run this in Faro's checkout")
    written = generate(root)
    for path in written:
        console.print(f"made {path.relative_to(root)}")
    if not written:
        console.print("everything is current")


COMMANDS = (docs,)
