"""What the commands share: common options, the board they name, as whom they ask."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faro.output import columns, console, print_json, progress, tell
from faro.wire.errors import FaroError
from firmware.core.rows import ROLE_NAMES
from firmware.link.rows import ADDRESS_BROADCAST

if TYPE_CHECKING:  # loaded by the first command that opens a port
    from faro.wire.client import Client
    from faro.wire.keys import DeviceKeys

__all__ = [
    "FILE",
    "AddressType",
    "Target",
    "ask_new_passphrase",
    "board_options",
    "columns",
    "console",
    "json_option",
    "load_keys",
    "port_option",
    "print_json",
    "progress",
    "session_options",
    "tell",
    "utc_option",
]

# short names for the boards' default addresses
_ADDRESS_NAMES = {"any": ADDRESS_BROADCAST, "shoe": 0xA0, "meter": 0xB0}
# the board that a command is for; others are for any
_NEEDED = {
    "deck": "shoe",
    "enrol": "shoe",
    "jackpot": "meter",
    "meters": "meter",
    "proof": "shoe",
    "reconcile": "meter",
    "round": "shoe",
    "ruling": "shoe",
    "service": "shoe",
    "shuffle": "shoe",
    "table": "shoe",
}


def kind_needed() -> str:
    """The kind of board that the command under way is for; nothing: any."""
    context = click.get_current_context(silent=True)
    words = context.command_path.split() if context else []
    return _NEEDED.get(words[1], "") if len(words) > 1 else ""


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


def _note_json(context: click.Context, _option: Any, value: bool) -> bool:
    """So that an error is told as JSON as well."""
    if value:
        context.find_root().meta["faro.json"] = True
    return value


json_option = click.option(
    "--json",
    "is_json",
    is_flag=True,
    is_eager=True,
    callback=_note_json,
    help="Print JSON for programs.",
)
utc_option = click.option(
    "--utc", "is_utc", is_flag=True, help="Show UTC instead of this computer's local time."
)
Command = Callable[..., Any]


def load_keys(path: Path) -> DeviceKeys:
    """A key file; asks for its passphrase when it has one (FARO_PASSPHRASE: for programs)."""
    from faro.wire.keys import DeviceKeys

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


@dataclass(frozen=True)
class Target:
    """The board that a command is for, as whom it is asked, and how the answer is told."""

    port: str | None  # as given: a path, a URL, a name, a serial number, or nothing
    address: int
    is_json: bool
    keys: Path | None = None
    role: str | None = None  # as asked for
    usual_role: str = ""  # of the command

    @cached_property
    def url(self) -> str:
        """The port that is meant; found when nothing else says which."""
        from faro.wire.ports import url_of, url_of_kind

        return url_of(self.port) if self.port else url_of_kind(kind_needed())

    def open(self) -> Client:
        from faro.wire.client import Client

        client = Client.open(self.url, self._address())
        try:
            check_kind(client, kind_needed())
        except FaroError:
            client.close()
            raise
        return client

    def _address(self) -> int:
        """On a bus every board hears, and none answers a request to all."""
        if self.port != "bus" or self.address != ADDRESS_BROADCAST:
            return self.address
        needed = kind_needed()
        if not needed:
            raise FaroError("all boards are on the bus: say which with -a shoe or -a meter")
        return _ADDRESS_NAMES[needed]

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
        board = self.port or kind_needed()
        at = f" -p {board}" if board else ""
        if board == "bus":  # all boards are there
            at += f" -a {kind_needed()}" if kind_needed() else " -a BOARD"
        how = f"faro confirm{at} -k INSPECTOR.keys"
        text = f"an inspector must confirm within {answer['limit_s']} s: {how}"
        self.tell({**answer, "text": text}, text, *lines)

    def tell(self, data: Any, *lines: str) -> None:
        tell(self.is_json, data, *lines)


def check_kind(client: Client, needed: str) -> None:
    """Say at once that this is the other board, before it says that it does not know a request."""
    who = client.identity
    if needed and who.kind_name != needed:
        raise FaroError(f"this is a {who.kind_name} ({who.name}); this command is for a {needed}")


def board_options(command: Command) -> Command:
    """--port, --address and --json, the same for every command that talks to a board."""

    @wraps(command)
    def run(port: str | None, address: int, is_json: bool, **others: Any) -> Any:
        return command(Target(port, address, is_json), **others)

    return _with_board(run)


def session_options(role: str) -> Callable[[Command], Command]:
    """--keys and --role beside the options of every board command."""

    def decorate(command: Command) -> Command:
        @wraps(command)
        def run(
            port: str | None,
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
            type=click.Choice([name for _, name in ROLE_NAMES]),
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
    return port_option(add_address(json_option(command)))


port_option = click.option(
    "-p",
    "--port",
    envvar="FARO_PORT",
    help="The board: shoe, meter, a serial number, a path, or a URL such as socket://host:port."
    " Not needed where there is only one.  [env: FARO_PORT]",
)
