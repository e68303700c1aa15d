"""Who can log in: the key files of a folder, one folder in it per board."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from faro.wire import sealed_text
from faro.wire.errors import BadInput
from faro.wire.files import read_bounded
from faro.wire.keys import DeviceKeys, KeyFileError

_OFFICE = "office"  # holds all keys: nobody acts with it at a table
_MOST_BYTES = 16 << 10


@dataclass(frozen=True)
class Person:
    """One name with a key file for one board or for both."""

    id: str
    role: str  # "": not known before the passphrase
    needs_passphrase: bool
    files: dict[str, Path]  # by board

    def as_json(self) -> dict[str, Any]:
        return {"id": self.id, "role": self.role, "needs_passphrase": self.needs_passphrase}

    def unlock(self, passphrase: str) -> tuple[str, dict[str, DeviceKeys]]:
        """The role and the keys by board; KeyFileError says what is wrong."""
        keys = {
            board: DeviceKeys.load(path, lambda: passphrase) for board, path in self.files.items()
        }
        roles = {role for found in keys.values() for role in found.roles}
        if len(roles) != 1:
            raise KeyFileError(f"the files of {self.id} are of several roles: {', '.join(roles)}")
        return roles.pop(), keys


def people_in(folder: Path) -> dict[str, Person]:
    """Everybody with a key file below a folder: FOLDER/shoe/ann.keys, FOLDER/meter/ann.keys."""
    files: dict[str, dict[str, Path]] = {}
    for board in ("shoe", "meter"):
        for path in sorted((folder / board).glob("*.keys")):
            if path.stem != _OFFICE:
                files.setdefault(path.stem, {})[board] = path
    if not files:
        raise BadInput(f"there are no key files such as {folder}/shoe/table.keys")
    return {name: _person(name, found) for name, found in files.items()}


def under_passphrase(people: dict[str, Person]) -> dict[str, Person]:
    """Those whom something keeps apart from whoever knows the page's address."""
    found = {name: person for name, person in people.items() if person.needs_passphrase}
    if not found:
        raise BadInput(
            "beyond this machine only a key file under a passphrase lets somebody in:"
            " 'faro keys seal' makes one"
        )
    return found


def table_keys(folder: Path, board: str) -> DeviceKeys:
    """What the table program acts with."""
    return DeviceKeys.load(folder / board / "table.keys")


def _person(name: str, files: dict[str, Path]) -> Person:
    is_sealed = any(_is_sealed(path) for path in files.values())
    role = ""
    if not is_sealed:
        found = {role for path in files.values() for role in DeviceKeys.load(path).roles}
        role = found.pop() if len(found) == 1 else ""
    return Person(name, role, is_sealed, files)


def _is_sealed(path: Path) -> bool:
    try:
        return json.loads(read_bounded(path, _MOST_BYTES))["format"] == sealed_text.FORMAT
    except (ValueError, KeyError, TypeError):
        return False
