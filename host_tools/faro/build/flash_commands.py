"""`faro flash`: put the firmware onto a board with mpremote."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from boards.layout import board_facts
from faro.build.compile import vm_march
from faro.build.flash import FlashError, image_of
from faro.build.flash import flash as flash_board
from faro.build.image import Image
from faro.console import (
    FILE,
    console,
    json_option,
    load_keys,
    port_option,
    print_json,
)
from faro.wire.client import Client
from faro.wire.errors import NoAnswer, PortError
from faro.wire.keys import DeviceKeys
from faro.wire.ports import is_simulated, url_of, url_to_flash


@click.command()
@click.option("-b", "--board", required=True, help="shoe_pico2 or meter_pico.")
@port_option
@click.option("--image", "image_file", type=FILE, help="Signed image; else this checkout's.")
@click.option("--dry-run", is_flag=True, help="Show what would be written; change nothing.")
@click.option(
    "-k",
    "--keys",
    type=FILE,
    help="Key file: lets a running board leave to its REPL (lid open, not sealed).",
)
@click.option("--march", help="For another processor than the board's own.")
@json_option
def flash(
    board: str,
    port: str | None,
    image_file: Path | None,
    dry_run: bool,
    keys: Path | None,
    march: str | None,
    is_json: bool,
) -> None:
    """Write one image into both slots of a board, verify, start."""
    loaded = load_keys(keys) if keys else None
    board_facts(board)  # is there such a board at all?
    image = Image.load(image_file) if image_file else None
    url = url_of(port) if port else url_to_flash(board)
    if march is None and is_simulated(url):
        march = vm_march()
    result = flash_board(
        board,
        url,
        image or (lambda: image_of(board, march)),
        dry_run,
        march=march,
        open_repl=(lambda url: leave_to_repl(url, loaded)) if loaded else None,
        wait_for_hello=wait_for_hello,
        is_quiet=is_json,
    )
    if is_json:
        print_json(asdict(result))
        return
    name = f"{result.version} ({result.build})"
    slots = {"would write" if dry_run else "wrote": result.written, "kept": result.kept}
    done = "; ".join(f"{verb} {' and '.join(names)}" for verb, names in slots.items() if names)
    console.print(f"{board} {name} on {url}: {done}")
    if result.hello:
        console.print(f"[green]{result.hello}[/]")


def leave_to_repl(url: str, keys: DeviceKeys) -> None:
    """Ask a running application to end; a board that is in its REPL already does not answer."""
    try:
        with Client.open(url, tries=2) as client:
            client.open_session(keys, "technician")
            client.request("ENTER_SERVICE")
    except NoAnswer:
        pass


def wait_for_hello(url: str) -> str:
    """After the restart: the board's own words."""
    try:
        with Client.open(url, tries=80) as client:
            identity = client.identity
            return f"{identity.name} {identity.version} answers, boot {identity.boot_count}"
    except (NoAnswer, PortError) as error:
        raise FlashError("the board was flashed but does not say hello", str(error)) from None


COMMANDS = (flash,)
