"""Commands that need a role: provisioning, settings, faults, sealing, restart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from faro.console import FILE, Target, ask_new_passphrase, board_options, session_options
from faro.trust.commands import FOLDER, seal_option, take_back, write_roles
from faro.wire.errors import FaroError
from faro.wire.keys import DeviceKeys


@click.command()
@board_options
@click.argument("folder", type=FOLDER)
@click.option("-k", "--keys", type=FILE, help="The technician's old keys.")
@seal_option
def provision(target: Target, folder: Path, keys: Path | None, seal: bool) -> None:
    """Make keys for a board: USB port, lid open. Files go to FOLDER.

    office.keys has them all: lock it away. One file for each role is beside it. Of a board
    that has keys, the technician asks and supervisor or inspector confirms it with 'faro confirm'
    and the old keys: who makes keys has those of all roles.
    """
    passphrase = ask_new_passphrase() if seal else ""
    owner = replace(target, keys=keys, role="technician")
    with owner.open_as() if keys else target.open() as client:
        identity = client.identity
        made = DeviceKeys.create(identity.unique_id, identity.name)
        is_new_folder = not folder.exists()
        # On disk before the board has them: a crash here leaves useless files, not a lost board.
        written = write_roles(made, folder)
        try:
            made.save(folder / "office.keys", passphrase)
            written.append(folder / "office.keys")
            number = client.provision(made)
        except FaroError:
            take_back(written, folder if is_new_folder else None)
            raise
    target.tell(
        {
            "board": identity.name,
            "unique_id": identity.unique_id,
            "files": [str(path) for path in written],
            "count": len(written),
            "deed": number,
            "fingerprint": made.fingerprint,
        },
        f"deed {number} waits for supervisor or inspector: fingerprint {made.fingerprint};"
        f" the keys in {folder} are of no use before"
        if number
        else f"{identity.name} {identity.unique_id} has its keys; they are in {folder}",
    )


@click.command()
@session_options("technician")
@click.argument("name", required=False)
@click.argument("value", type=int, required=False)
def settings(target: Target, name: str | None, value: int | None) -> None:
    """Show the settings, or one, or change one: faro settings seats 6."""
    with target.open() if name is None or value is None else target.open_as() as client:
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
    lines = (f"{key} = {now} {known[key].unit}".rstrip() for key, now in values.items())
    target.tell(values, *lines)


@click.command("clear-fault")
@session_options("supervisor")
@click.argument("name")
def clear_fault(target: Target, name: str) -> None:
    """Clear a fault whose cause is gone: faro clear-fault LID_OPEN."""
    with target.open_as() as client:
        codes = {spec.name: spec.number for spec in client.protocol.dictionary.faults.values()}
        if name.upper() not in codes:
            raise FaroError(f"there is no fault '{name}'; 'faro status' names the active ones")
        client.request("CLEAR_FAULT", fault=codes[name.upper()])
    target.tell({"cleared": name.upper(), "code": codes[name.upper()]}, f"{name.upper()} cleared")


@click.command()
@session_options("technician")
@click.option("--off", is_flag=True, help="Leave sealed mode; the lid must be open.")
def seal(target: Target, off: bool) -> None:
    """Put a board into sealed mode for the field.

    No REPL then, and no text commands beyond ver and stat.
    """
    with target.open_as() as client:
        client.request("SEAL", is_sealed=0 if off else 1)
    target.tell({"sealed": not off}, "sealed mode is " + ("off" if off else "on"))


@click.command()
@session_options("technician")
def restart(target: Target) -> None:
    """Let a board boot again."""
    with target.open_as() as client:
        client.request("RESTART")
    target.tell({"restarted": True}, "the board restarts")


COMMANDS = (provision, settings, clear_fault, seal, restart)
