"""The list of used one-time keys on disk: durable, private, locked, and only growing."""

from __future__ import annotations

import fcntl
import os
import re
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from faro.wire.files import create_durably, replace_durably

LEDGER_FORMAT = "faro-leaves 1"
ADOPTED = "adopted"
_RECORD = re.compile(r"(0|[1-9][0-9]*) ([0-9a-f]{64}|adopted) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)")


class SigningError(Exception):
    """Nothing was signed; the text says why and what to do."""


def read_private(path: Path) -> str:
    """Read a file that must belong to this user alone."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    except OSError as error:
        raise SigningError("can't open %s: %s" % (path, error.strerror)) from error
    with os.fdopen(fd, encoding="ascii", errors="replace") as file:
        status = os.fstat(fd)
        if status.st_mode & 0o077:
            raise SigningError(
                "%s can be read or written by others (mode %03o): run chmod 600 and ask "
                "yourself who had access" % (path, status.st_mode & 0o777)
            )
        if status.st_uid != os.geteuid():
            raise SigningError("%s belongs to another user" % path)
        return file.read()


class LeafLedger:
    """The list of used leaves in one file; it only grows."""

    def __init__(self, path: Path, key_id: str) -> None:
        self.path = path
        self._head = "%s %s" % (LEDGER_FORMAT, key_id)

    def create(self) -> None:
        """Make the empty ledger; refuses to go over one that is there."""
        create_durably(self.path, (self._head + "\n").encode())

    def read(self) -> list[str]:
        """All records; a ledger with anything odd in it is refused, never repaired."""
        lines = read_private(self.path).split("\n")
        if lines[0] != self._head or lines[-1] != "":
            raise SigningError("%s is damaged or belongs to another key" % self.path)
        records = lines[1:-1]
        before = -1
        for record in records:
            match = _RECORD.fullmatch(record)
            if match is None or int(match[1]) <= before:
                raise SigningError("%s is damaged at %r" % (self.path, record[:40]))
            before = int(match[1])
        return records

    def write(self, records: list[str]) -> None:
        """Durably replace the records by these."""
        replace_durably(self.path, "\n".join([self._head, *records, ""]).encode())


def next_leaf(records: list[str]) -> int:
    """The first leaf that the records don't count as used."""
    return int(records[-1].split(" ")[0]) + 1 if records else 0


@contextmanager
def locked(path: Path, wait_s: float) -> Generator[None]:
    """Hold an exclusive lock; the file stays, so that all processes lock the same inode."""
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    try:
        give_up = time.monotonic() + wait_s
        while True:
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError as error:
                if time.monotonic() >= give_up:
                    raise SigningError("another process is signing with this key") from error
                time.sleep(0.02)
        yield
    finally:
        os.close(fd)  # gives the lock back, as does the end of the process


def make_record(leaf: int, purpose: str) -> str:
    """One line of the ledger: leaf, what it was used for (hash of the message), when (UTC)."""
    return "%d %s %s" % (leaf, purpose, time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))


@contextmanager
def both_locked(first: Path, second: Path, wait_s: float) -> Generator[None]:
    """Hold both locks, always in the same order."""
    # beside the key for a shared folder, in the state folder for two copies of the key
    try:
        with locked(first, wait_s), locked(second, wait_s):
            yield
    except OSError as error:
        raise SigningError("can't work on the key's files: %s" % error) from error
