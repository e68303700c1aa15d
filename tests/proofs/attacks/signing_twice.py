"""A signing machine is restored from a snapshot: does it use one of its one-time keys again?"""

from __future__ import annotations

import os
import shutil
from contextlib import AbstractContextManager
from pathlib import Path
from unittest.mock import patch

from faro.build import outside
from faro.build.image import Image, make_image
from faro.build.signing import SigningError, create_key
from tests.proofs.attacks.outcome import Notes, Outcome

_LMS_H5 = 5
_OTHER_MEDIUM = Path("/dev/shm")  # a file system of its own on every Linux


class _Machine:
    """Key and state folder, which a snapshot has both of; images go out of it."""

    def __init__(self, folder: Path, register: Path | None) -> None:
        self.disk, self._copy = folder / "disk", folder / "snapshot"
        self.published = folder / "published"
        self.published.mkdir()
        self.register = register
        self.key = self.disk / "key"
        self.disk.mkdir()
        with self._own_state():
            create_key(self.key, lms_type=_LMS_H5, register=register)

    def _own_state(self) -> AbstractContextManager[object]:
        return patch.dict(os.environ, {"FARO_STATE_DIR": str(self.disk / "state")})

    def sign(self, code: bytes) -> int:
        """The leaf that was used."""
        shown = () if self.register else (self.published,)
        with self._own_state():
            key = outside.open_to_sign(self.key, self.register, shown)
            image: Image = make_image(code, "shoe_pico2", key, counter=1)
        image.save(self.published / ("%s.img" % code.hex()))
        return int.from_bytes(image.signature[4:8], "big")

    def snapshot(self) -> None:
        shutil.copytree(self.disk, self._copy)

    def restore(self) -> None:
        shutil.rmtree(self.disk)
        shutil.copytree(self._copy, self.disk)


def restored(folder: Path) -> Outcome:
    notes = Notes("two images signed before a restore of the whole machine, one after it")
    register = _OTHER_MEDIUM / ("faro-register-%d" % os.getpid())
    try:
        _restore(notes, folder / "published only", None)
        if _OTHER_MEDIUM.is_dir():
            _restore(notes, folder / "register", register)
    finally:
        for path in (register, register.with_name(register.name + ".lock")):
            path.unlink(missing_ok=True)
    return notes.outcome()


def _restore(notes: Notes, folder: Path, register: Path | None) -> None:
    folder.mkdir(parents=True)
    machine = _Machine(folder, register)
    used = [machine.sign(b"first")]
    machine.snapshot()
    used += [machine.sign(b"second"), machine.sign(b"third")]
    machine.restore()
    try:
        used.append(machine.sign(b"other"))
    except SigningError:
        notes.answers["refused"] += 1
    notes.expect(len(set(used)) == len(used), f"leaf {used[-1]} has signed two images")
