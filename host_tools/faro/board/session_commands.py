"""Commands that need a role: provisioning, settings, faults, sealing, restart."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from faro.console import board_options, console, print_json
from faro.wire.client import Client
from faro.wire.errors import FaroError
from faro.wire.keys import ROLES, DeviceKeys


def session_options(role: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """--keys and --role beside the options of every board command."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        command = click.option(
            "--role",
            type=click.Choice(list(ROLES)),
            default=role,
            show_default=True,
            help="Act as this role.",
        )(command)
        command = click.option(
            "-k",
            "--keys",
            type=click.Path(dir_okay=False, path_type=Path),
            envvar="FARO_KEYS",
            help="Key file of 'faro provision'.  [env: FARO_KEYS]",
        )(command)
        return board_options(command)

    return decorate


def open_as(port: str, address: int, keys: Path | None, role: str) -> Client:
    """A client with a session of the role."""
    if keys is None:
        raise FaroError("this needs a role: give the board's key file with --keys")
    loaded = DeviceKeys.load(keys)
    client = Client.open(port, address)
    try:
        client.open_session(loaded, role)
    except FaroError:
        client.close()
        raise
    return client


@click.command()
@board_options
@click.argument("key_file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("-k", "--keys", type=click.Path(dir_okay=False, path_type=Path), help="Old keys.")
def provision(port: str, address: int, is_json: bool, key_file: Path, keys: Path | None) -> None:
    """Make keys for a board, on the bench: USB port, lid open. Keep KEY_FILE safe."""
    client = open_as(port, address, keys, "technician") if keys else Client.open(port, address)
    with client:
        identity = client.identity
        made = DeviceKeys.create(identity.unique_id, identity.name)
        # On disk before the board has them: a crash here leaves a useless file, not a lost board.
        made.save(key_file)
        try:
            client.provision(made)
        except FaroError:
            key_file.unlink()
            raise
    if is_json:
        print_json({"board": identity.name, "unique_id": identity.unique_id})
    else:
        console.print(f"{identity.name} {identity.unique_id} has its keys; they are in {key_file}")


@click.command()
@session_options("technician")
@click.argument("name", required=False)
@click.argument("value", type=int, required=False)
def settings(
    port: str,
    address: int,
    is_json: bool,
    keys: Path | None,
    role: str,
    name: str | None,
    value: int | None,
) -> None:
    """Show the settings, or one of them, or change one: faro settings seats 6."""
    is_change = name is not None and value is not None
    client = open_as(port, address, keys, role) if is_change else Client.open(port, address)
    with client:
        known = client.protocol.dictionary.settings
        if name is not None and name not in known:
            raise FaroError(f"there is no setting '{name}'; there are: {', '.join(known)}")
        if name is not None and value is not None:
            client.request("SET_SETTING", setting=known[name].number, value=value)
        values = {
            spec.name: client.request("GET_SETTING", setting=spec.number).fields["value"]
            for spec in known.values()
            if name in (None, spec.name)
        }
    if is_json:
        print_json(values)
        return
    for key, current in values.items():
        console.print(f"{key} = {current} {known[key].unit}".rstrip())


@click.command("clear-fault")
@session_options("supervisor")
@click.argument("name")
def clear_fault(
    port: str, address: int, is_json: bool, keys: Path | None, role: str, name: str
) -> None:
    """Clear a fault whose cause is gone: faro clear-fault LID_OPEN."""
    with open_as(port, address, keys, role) as client:
        codes = {spec.name: spec.number for spec in client.protocol.dictionary.faults.values()}
        if name.upper() not in codes:
            raise FaroError(f"there is no fault '{name}'; 'faro status' names the active ones")
        client.request("CLEAR_FAULT", fault=codes[name.upper()])
    _tell(is_json, {"cleared": name.upper()}, f"{name.upper()} cleared")


@click.command()
@session_options("technician")
@click.option("--off", is_flag=True, help="Leave sealed mode; the lid must be open.")
def seal(port: str, address: int, is_json: bool, keys: Path | None, role: str, off: bool) -> None:
    """Put a board into sealed mode for the field: no REPL, no text beyond ver and stat."""
    with open_as(port, address, keys, role) as client:
        client.request("SEAL", is_sealed=0 if off else 1)
    _tell(is_json, {"sealed": not off}, "sealed mode is " + ("off" if off else "on"))


@click.command()
@session_options("technician")
def restart(port: str, address: int, is_json: bool, keys: Path | None, role: str) -> None:
    """Let a board boot again."""
    with open_as(port, address, keys, role) as client:
        client.request("RESTART")
    _tell(is_json, {"restarted": True}, "the board restarts")


def _tell(is_json: bool, data: dict[str, Any], sentence: str) -> None:
    if is_json:
        print_json(data)
    else:
        console.print(sentence)


COMMANDS = (provision, settings, clear_fault, seal, restart)
