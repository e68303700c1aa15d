"""Commands about who may: the second role's confirmation, and key files for roles and persons."""

from __future__ import annotations

from pathlib import Path

import click

from faro.console import (
    FILE,
    Target,
    ask_new_passphrase,
    json_option,
    load_keys,
    session_options,
    tell,
)
from faro.docs.notes import MESSAGES
from faro.wire.deeds import Deed
from faro.wire.dictionary import Dictionary
from faro.wire.errors import FaroError
from faro.wire.files import make_folder
from faro.wire.keys import MOST_PERSON, ROLES, DeviceKeys, KeyFileError
from faro.words.board import role_name
from faro.words.deeds import parameter_words

FOLDER = click.Path(file_okay=False, path_type=Path)
role_option = click.option("--role", type=click.Choice(list(ROLES)), help="Where FILE has several.")
seal_option = click.option("--seal", is_flag=True, help="Ask for a passphrase and encrypt with it.")


def deed_lines(deed: Deed, known: Dictionary) -> list[str]:
    """What a person reads before the yes."""
    who = role_name(deed.role) + (f" (person {deed.person})" if deed.person else "")
    name = deed.name(known)
    deed.fields(known)  # nobody confirms what this program cannot show
    shown = parameter_words(known, deed.request, deed.parameters)
    return [
        f"deed {deed.number}, asked for by the {who}, {deed.left_s} s left",
        f"{name}: {MESSAGES.get(name, '')}",
        *(f"  {label} {text}" for label, text in shown.items()),
    ]


def check_second(keys: DeviceKeys, deed: Deed) -> None:
    """Two people: nobody confirms with a file that could have asked as well."""
    asked_by = role_name(deed.role)
    if asked_by in keys.roles:
        raise FaroError(f"this key file holds the key of the {asked_by}, who asked: take another")
    if keys.person and keys.person == deed.person:
        raise FaroError(f"person {keys.person} asked for it: another person must confirm")


@click.command()
@session_options("inspector")
@click.option("--yes", is_flag=True, help="A person has seen it: do not ask again.")
def confirm(target: Target, yes: bool) -> None:
    """Show what another role asked for; after a yes, confirm it.

    The board carries out that very deed, with the parameters shown, and no other.
    """
    with target.open_as() as client:
        deed = client.deed()
        check_second(target.load_keys(), deed)
        known = client.protocol.dictionary
        for line in deed_lines(deed, known):
            click.echo(line, err=True)
        if not yes:
            click.confirm("Confirm this?", abort=True, err=True)
        client.confirm(deed)
    name = deed.name(known)
    target.tell({"number": deed.number, "request": name}, f"deed {deed.number}: {name} is done")


@click.group()
def keys() -> None:
    """Key files: for the office, for each role, for each person."""


@keys.command()
@click.argument("file", type=FILE)
@json_option
def show(file: Path, is_json: bool) -> None:
    """Whose file it is and what it can do; prints no key."""
    found = load_keys(file)
    data = {
        "board": found.board,
        "unique_id": found.unique_id,
        "roles": list(found.roles),
        "person": found.person,
        "name": found.name,
        "checks_seals": bool(found.device),
    }
    lines = [f"{found.board} {found.unique_id}", f"acts as {', '.join(found.roles)}"]
    if found.person:
        lines.append(f"for person {found.person} {found.name}".rstrip())
    else:
        lines.append("holds the role's own key: makes the keys of its persons")
    if found.is_office:
        lines.append("the office's file, with all keys: lock it away")
    tell(is_json, data, *lines)


@keys.command()
@click.argument("file", type=FILE)
@click.argument("folder", type=FOLDER)
@seal_option
@json_option
def split(file: Path, folder: Path, seal: bool, is_json: bool) -> None:
    """Write a file for each role of the office's FILE into FOLDER."""
    found = load_keys(file)
    passphrase = ask_new_passphrase() if seal else ""
    _tell_files(is_json, write_roles(found, folder, passphrase))


def _tell_files(is_json: bool, paths: list[Path]) -> None:
    names = [str(path) for path in paths]
    tell(is_json, {"files": names, "count": len(names)}, *names)


def write_roles(found: DeviceKeys, folder: Path, passphrase: str = "") -> list[Path]:
    """One new file per role."""
    if found.person:
        raise KeyFileError("this is a person's key file: it cannot be split")
    paths = {role: folder / f"{role}.keys" for role in found.roles}
    for path in paths.values():  # all or none
        if path.exists():
            raise KeyFileError(f"{path} exists already; choose another folder")
    is_new_folder = not folder.exists()
    make_folder(folder, 0o700)
    written: list[Path] = []
    try:
        for role, path in paths.items():
            found.of_role(role).save(path, passphrase)
            written.append(path)
    except KeyFileError:
        take_back(written, folder if is_new_folder else None)
        raise
    return written


def take_back(written: list[Path], new_folder: Path | None) -> None:
    """Nothing half done: what this command has made goes again."""
    for path in written:
        path.unlink(missing_ok=True)
    if new_folder is not None:
        new_folder.rmdir()


@keys.command()
@click.argument("file", type=FILE)
@click.argument("number", type=click.IntRange(1, MOST_PERSON))
@click.argument("new_file", type=FILE)
@click.option("--name", default="", help="Who it is, for people who look at the file.")
@role_option
@seal_option
@json_option
def person(
    file: Path, number: int, new_file: Path, name: str, role: str | None, seal: bool, is_json: bool
) -> None:
    """Make the key file of person NUMBER from a role's FILE: events then say who it was."""
    found = load_keys(file)
    if role is None and len(found.roles) > 1:
        raise FaroError(f"say which role with --role: {', '.join(found.roles)}")
    made = found.of_person(role or min(found.roles), number, name)
    made.save(new_file, ask_new_passphrase() if seal else "")
    _tell_files(is_json, [new_file])


@keys.command()
@click.argument("file", type=FILE)
@click.argument("new_file", type=FILE)
@json_option
def seal(file: Path, new_file: Path, is_json: bool) -> None:
    """Write FILE under a passphrase to NEW_FILE; delete the old one yourself."""
    load_keys(file).save(new_file, ask_new_passphrase())
    _tell_files(is_json, [new_file])


COMMANDS = (confirm, keys)
