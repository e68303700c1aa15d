"""What the commands share: address type, common options, output."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import click
from rich.console import Console

from firmware.link.rows import ADDRESS_BROADCAST

console = Console(highlight=False)

# short names for the boards' default addresses
_ADDRESS_NAMES = {"any": ADDRESS_BROADCAST, "shoe": 0xA0, "meter": 0xB0}


class AddressType(click.ParamType[int]):
    """An address by name (shoe, meter, any) or number (0xa0)."""

    name = "address"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        if isinstance(value, int):
            return value
        if value in _ADDRESS_NAMES:
            return _ADDRESS_NAMES[value]
        try:
            number = int(value, 0)
        except ValueError:
            self.fail(f"{value!r} is not an address; use shoe, meter, or a number like 0xa0")
        if not 0x90 <= number <= 0xFF:
            self.fail(f"{value} is out of range; boards have 0x90 to 0xfe")
        return number


def board_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """--port, --address and --json, the same for every command that talks to a board."""
    command = click.option("--json", "is_json", is_flag=True, help="Print JSON for programs.")(
        command
    )
    command = click.option(
        "-a",
        "--address",
        type=AddressType(),
        default="any",
        show_default=True,
        help="Which board: shoe, meter, or a number; 'any' on a port with one board.",
    )(command)
    return click.option(
        "-p",
        "--port",
        required=True,
        envvar="FARO_PORT",
        help="Serial port: a path, or a URL such as socket://host:port.  [env: FARO_PORT]",
    )(command)


def print_json(value: Any) -> None:
    click.echo(json.dumps(value))
