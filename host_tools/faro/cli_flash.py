"""`faro flash`: put the firmware onto a board with mpremote."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from faro.cli_common import console, print_json
from faro.client import Client
from faro.errors import FaroError, NoAnswer, PortError
from faro.flash import flash as flash_board
from faro.flash_plan import FlashError
from faro.keys import DeviceKeys


@click.command()
@click.option("-b", "--board", required=True, help="shoe_pico2 or meter_pico.")
@click.option("-p", "--port", required=True, envvar="FARO_PORT", help="Serial port of the board.")
@click.option("--dry-run", is_flag=True, help="Show what would be copied; change nothing.")
@click.option(
    "-k",
    "--keys",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Key file: lets a running board leave to its REPL (lid open, not sealed).",
)
@click.option("--march", help="For a simulated board: x64. A chip has its own.")
@click.option("--json", "is_json", is_flag=True, help="Print JSON for programs.")
def flash(
    board: str, port: str, dry_run: bool, keys: Path | None, march: str | None, is_json: bool
) -> None:
    """Compile the firmware for a board's chip, copy what changed, verify, start, say hello."""
    loaded = DeviceKeys.load(keys) if keys else None
    try:
        result = flash_board(
            board,
            port,
            dry_run,
            march=march,
            is_lean=True,
            open_repl=(lambda url: leave_to_repl(url, loaded)) if loaded else None,
            wait_for_hello=wait_for_hello,
            console=None if is_json else console,
        )
    except FlashError as error:
        hint = f"; {error.hint}" if error.hint else ""
        raise FaroError(f"{error.message}{hint}") from None
    if is_json:
        print_json(asdict(result))
        return
    verb = "would copy" if dry_run else "copied"
    for path, size in result.copied.items():
        console.print(f"  {verb} {path} ({size} bytes)")
    console.print(
        f"{board} on {port}: {verb} {len(result.copied)} files, kept {len(result.kept)},"
        f" removed {len(result.removed)}"
    )
    for warning in result.warnings:
        console.print(f"[yellow]note[/] {warning}")
    if result.hello:
        console.print(f"[green]{result.hello}[/]")


def leave_to_repl(url: str, keys: DeviceKeys | None) -> None:
    """Ask a running application to end; a board that is in its REPL already does not answer."""
    if keys is None:
        return
    try:
        with Client.open(url, tries=2) as client:
            client.open_session(keys, "technician")
            client.request("ENTER_SERVICE")
    except NoAnswer:
        pass


def wait_for_hello(url: str) -> str:
    """After the restart: the board's own words."""
    try:
        with Client.open(url, tries=40) as client:
            identity = client.identity
            return f"{identity.name} {identity.version} answers, boot {identity.boot_count}"
    except (NoAnswer, PortError) as error:
        raise FlashError("the board was flashed but does not say hello", str(error)) from None


COMMANDS = (flash,)
