"""What the commands share: address type, common options, the board they name, output."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from faro.wire.client import Client
from faro.wire.errors import FaroError
from faro.wire.keys import ROLES, DeviceKeys
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


FILE = click.Path(dir_okay=False, path_type=Path)
json_option = click.option("--json", "is_json", is_flag=True, help="Print JSON for programs.")
Command = Callable[..., Any]


def print_json(value: Any) -> None:
    click.echo(json.dumps(value))


def tell(is_json: bool, data: Any, *lines: str) -> None:
    """The same as data for programs or in lines for people."""
    if is_json:
        print_json(data)
        return
    for line in lines:
        console.print(line)


def load_keys(path: Path) -> DeviceKeys:
    """A key file; asks for its passphrase when it has one (FARO_PASSPHRASE: for programs)."""
    return DeviceKeys.load(
        path,
        lambda: os.environ.get("FARO_PASSPHRASE")
        or click.prompt(f"passphrase of {path.name}", hide_input=True, err=True),
    )


def ask_new_passphrase() -> str:
    """For a new file; typed twice."""
    return os.environ.get("FARO_PASSPHRASE") or click.prompt(
        "new passphrase", hide_input=True, confirmation_prompt=True, err=True
    )


def grid(*headings: str, **options: Any) -> Table:
    """A table without a frame."""
    return Table(*headings, box=None, pad_edge=False, **options)


@dataclass(frozen=True)
class Target:
    """The board that a command is for, as whom it is asked, and how the answer is told."""

    port: str
    address: int
    is_json: bool
    keys: Path | None = None
    role: str | None = None  # as asked for
    usual_role: str = ""  # of the command

    def open(self) -> Client:
        return Client.open(self.port, self.address)

    def open_knowing(self) -> Client:
        """With a session where keys are given: it sees the round in play as well."""
        return self.open_as() if self.keys else self.open()

    def load_keys(self) -> DeviceKeys:
        if self.keys is None:
            raise FaroError("this needs a role: give your key file with --keys")
        return load_keys(self.keys)

    def open_as(self) -> Client:
        """A client with a session of the role."""
        loaded = self.load_keys()
        role = loaded.role_to_use(self.role, self.usual_role)
        client = self.open()
        try:
            client.open_session(loaded, role)
        except FaroError:
            client.close()
            raise
        return client

    def tell_asked(self, answer: dict[str, Any], *lines: str) -> None:
        """PENDING: nothing has happened yet, and who makes it happen."""
        how = "an inspector must confirm within {limit_s} s: faro confirm -k INSPECTOR.keys"
        self.tell(answer, how.format(**answer), *lines)

    def tell(self, data: Any, *lines: str) -> None:
        tell(self.is_json, data, *lines)


def board_options(command: Command) -> Command:
    """--port, --address and --json, the same for every command that talks to a board."""

    @wraps(command)
    def run(port: str, address: int, is_json: bool, **others: Any) -> Any:
        return command(Target(port, address, is_json), **others)

    return _with_board(run)


def session_options(role: str) -> Callable[[Command], Command]:
    """--keys and --role beside the options of every board command."""

    def decorate(command: Command) -> Command:
        @wraps(command)
        def run(
            port: str,
            address: int,
            is_json: bool,
            keys: Path | None,
            act_as: str | None,
            **others: Any,
        ) -> Any:
            return command(Target(port, address, is_json, keys, act_as, role), **others)

        add_role = click.option(
            "--role",
            "act_as",
            type=click.Choice(list(ROLES)),
            help=f"Act as this role: the key file's, or {role} if it has several.",
        )
        add_keys = click.option(
            "-k",
            "--keys",
            type=FILE,
            envvar="FARO_KEYS",
            help="Your key file.  [env: FARO_KEYS]",
        )
        return _with_board(add_keys(add_role(run)))

    return decorate


def _with_board(command: Command) -> Command:
    add_address = click.option(
        "-a",
        "--address",
        type=AddressType(),
        default="any",
        show_default=True,
        help="Which board: shoe, meter, or a number; 'any' on a port with one board.",
    )
    add_port = click.option(
        "-p",
        "--port",
        required=True,
        envvar="FARO_PORT",
        help="Serial port: a path, or a URL such as socket://host:port.  [env: FARO_PORT]",
    )
    return add_port(add_address(json_option(command)))
