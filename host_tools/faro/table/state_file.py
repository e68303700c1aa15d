"""Where a table program is in both boards' records, kept so that a cut leaves the old or the new.

One small JSON file: the last event of each board that was taken in, all of it, so that a board
that was set back is noticed; and what the core must remember.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from faro.table.core import TableCore
from faro.wire.errors import FaroError
from faro.wire.events import Event
from faro.wire.files import read_bounded

FORMAT = "faro-table-1"
_MOST_BYTES = 1 << 20


class TableState:
    """`last` has the newest event taken in of each board; `is_new`: there was no file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.core = TableCore()
        self.last: dict[str, Event] = {}
        self.is_new = not path.exists()
        self._kept = ""
        if not self.is_new:
            self._load()

    def _load(self) -> None:
        try:
            data = json.loads(read_bounded(self.path, _MOST_BYTES))
            if data["format"] != FORMAT:
                raise ValueError
            self.core = TableCore.from_json(data["core"])
            self.last = {name: Event.from_json(event) for name, event in data["last"].items()}
        except (ValueError, KeyError, TypeError, AttributeError):
            raise FaroError(f"{self.path} is not a state file of 'faro table run'") from None

    def save(self) -> None:
        """If something has changed: a new file beside it, then one rename."""
        last: dict[str, Any] = {name: event.as_json() for name, event in self.last.items()}
        text = json.dumps({"format": FORMAT, "core": self.core.as_json(), "last": last})
        if text == self._kept:
            return
        fresh = self.path.with_name(self.path.name + ".new")
        try:
            with fresh.open("w") as file:
                file.write(text + "\n")
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self.path)
        except OSError as error:
            raise FaroError(f"cannot write {self.path}: {error.strerror}") from None
        self._kept = text
