"""`faro docs`: the documents that come from the firmware's tables."""

from __future__ import annotations

from pathlib import Path

import click

from faro.console import json_option, progress, tell
from faro.docs.make import generate
from faro.wire.errors import FaroError


@click.command()
@json_option
def docs(is_json: bool) -> None:
    """Make the documents that come from the firmware's tables."""
    root = Path.cwd()
    if not (root / "firmware").is_dir():
        raise FaroError("run this in Faro's checkout")
    with progress("making the documents", is_json):
        written = generate(root)
    made = [str(path.relative_to(root)) for path in written]
    lines = [f"made {name}" for name in made] or ["everything is current"]
    tell(is_json, {"made": made, "count": len(made)}, *lines)


COMMANDS = (docs,)
