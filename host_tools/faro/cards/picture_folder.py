"""A folder of raw camera frames: written, and read back only when everything about it is right.

The format is fixed, because other tools write it too: docs/frames.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from faro.wire.errors import FaroError
from firmware.cards.codes import RANKS, SUITS

GREEN_FILE = "frames.bin"
RED_FILE = "frames2.bin"
INDEX_FILE = "index.json"

KINDS = ("enrol", "test")
SEVERITIES = (1, 2, 3)
NOT_CARDS = ("JOKER", "BACK", "CUT", "BLANK", "TWO", "FOREIGN")
CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)
TRUTHS = frozenset((*CARDS, *NOT_CARDS))
_MAX_SIDE = 4096


class BadFolder(FaroError):
    """A frame folder that cannot be used; says which file and what is wrong with it."""

    def __init__(self, path: Path, wrong: str) -> None:
        super().__init__(f"{path}: {wrong}")
        self.path = path


@dataclass(frozen=True)
class FrameInfo:
    """One entry of the index."""

    n: int
    truth: str
    kind: str
    sev: int
    notes: tuple[str, ...] = ()  # effects that matter when a result is analysed, e.g. patch

    @property
    def is_card(self) -> bool:
        return self.truth not in NOT_CARDS

    def as_json(self) -> dict[str, Any]:
        row: dict[str, Any] = {"n": self.n, "truth": self.truth, "kind": self.kind, "sev": self.sev}
        if self.notes:
            row["notes"] = list(self.notes)
        return row


class FrameFolder:
    """A checked folder: `green(i)` and `red(i)` give the bytes of the i-th frame."""

    def __init__(self, path: Path, lines: int, pix: int, frames: tuple[FrameInfo, ...],
                 design: str) -> None:  # fmt: skip
        self.path = path
        self.lines = lines
        self.pix = pix
        self.frames = frames
        self.design = design
        self.frame_bytes = lines * pix
        self._green = (path / GREEN_FILE).open("rb")
        self._red = (path / RED_FILE).open("rb")

    def __len__(self) -> int:
        return len(self.frames)

    def green(self, i: int) -> bytes:
        return self._read(self._green, i)

    def red(self, i: int) -> bytes:
        return self._read(self._red, i)

    def of_kind(self, kind: str) -> tuple[int, ...]:
        """Positions of the enrolment reads, or of the counted ones."""
        return tuple(i for i, frame in enumerate(self.frames) if frame.kind == kind)

    def close(self) -> None:
        self._green.close()
        self._red.close()

    def __enter__(self) -> FrameFolder:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _read(self, file: Any, i: int) -> bytes:
        if not 0 <= i < len(self.frames):
            raise IndexError(i)
        file.seek(i * self.frame_bytes)
        data: bytes = file.read(self.frame_bytes)
        if len(data) != self.frame_bytes:
            raise BadFolder(Path(file.name), f"frame {i} went away while it was being read")
        return data


def open_folder(path: Path) -> FrameFolder:
    """The folder, after every check; BadFolder names the file and the fault."""
    if not path.is_dir():
        raise BadFolder(path, "is not a folder")
    for name in (INDEX_FILE, GREEN_FILE, RED_FILE):
        if not (path / name).is_file():
            raise BadFolder(path / name, "is missing")
    lines, pix, frames, design = _read_index(path / INDEX_FILE)
    for name in (GREEN_FILE, RED_FILE):
        _check_size(path / name, len(frames), lines * pix)
    return FrameFolder(path, lines, pix, frames, design)


def _check_size(path: Path, frames: int, frame_bytes: int) -> None:
    size = path.stat().st_size
    if size == frames * frame_bytes:
        return
    whole, rest = divmod(size, frame_bytes)
    cut = f" and {rest} bytes of another one" if rest else ""
    raise BadFolder(
        path, f"holds {whole} frames of {frame_bytes} bytes{cut}; the index lists {frames}"
    )


def _read_index(path: Path) -> tuple[int, int, tuple[FrameInfo, ...], str]:
    try:
        loaded: Any = json.loads(path.read_text("utf-8"))
    except (ValueError, UnicodeDecodeError) as error:
        raise BadFolder(path, f"is not JSON: {error}") from None
    if not isinstance(loaded, dict):
        raise BadFolder(path, "is not a JSON object")
    index = cast("dict[str, Any]", loaded)
    lines, pix = (_side(path, index, name) for name in ("lines", "pix"))
    rows: Any = index.get("frames")
    if not isinstance(rows, list) or not rows:
        raise BadFolder(path, "has no list 'frames'")
    listed = cast("list[Any]", rows)
    entries = [_entry(path, i, row, len(listed)) for i, row in enumerate(listed)]
    frames = tuple(sorted(entries, key=lambda entry: entry.n))
    _check_order(path, frames)
    return lines, pix, frames, str(index.get("design", ""))


def _side(path: Path, index: dict[str, Any], name: str) -> int:
    value = index.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _MAX_SIDE:
        raise BadFolder(path, f"'{name}' is {value!r}; it must be a number from 1 to {_MAX_SIDE}")
    return value


def _entry(path: Path, i: int, row: Any, count: int) -> FrameInfo:
    """One row of `frames`: n, truth, kind, sev; what else a tool wrote is left alone."""
    if not isinstance(row, dict):
        raise BadFolder(path, f"frames[{i}] is not an object")
    entry = cast("dict[str, Any]", row)
    for name in ("n", "truth", "kind", "sev"):
        if name not in entry:
            raise BadFolder(path, f"frames[{i}] has no '{name}'")
    n, truth, kind, sev = (entry[name] for name in ("n", "truth", "kind", "sev"))
    if not isinstance(n, int) or isinstance(n, bool) or not 0 <= n < count:
        raise BadFolder(path, f"frames[{i}] has n = {n!r}; it must be 0 to {count - 1}")
    if not isinstance(truth, str) or truth not in TRUTHS:
        known = ", ".join(NOT_CARDS)
        raise BadFolder(path, f"frames[{i}] has truth {truth!r}; use AS, TD, … or {known}")
    if kind not in KINDS:
        raise BadFolder(path, f"frames[{i}] has kind {kind!r}; use enrol or test")
    if isinstance(sev, bool) or sev not in SEVERITIES:
        raise BadFolder(path, f"frames[{i}] has sev {sev!r}; use 1, 2 or 3")
    notes: Any = entry.get("notes", [])
    listed = cast("list[Any]", notes) if isinstance(notes, list) else []
    return FrameInfo(n, truth, kind, int(sev), tuple(str(note) for note in listed))


def _check_order(path: Path, frames: tuple[FrameInfo, ...]) -> None:
    """Every number once, enrolment reads first."""
    seen_test = False
    for i, frame in enumerate(frames):
        if frame.n != i:
            raise BadFolder(path, f"lists frame {frame.n} twice, or not frame {i}")
        if frame.kind == "test":
            seen_test = True
        elif seen_test:
            raise BadFolder(path, f"frames[{frame.n}] is an enrolment read after test reads")


class FolderWriter:
    """Writes a folder frame by frame; the index comes last, so a half-made folder is no folder."""

    def __init__(self, path: Path, lines: int, pix: int, design: str) -> None:
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise BadFolder(path, "exists and is not an empty folder; choose another name")
        path.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._head = {"lines": lines, "pix": pix, "design": design}
        self._bytes = lines * pix
        self._rows: list[FrameInfo] = []
        self._green = (path / GREEN_FILE).open("wb")
        self._red = (path / RED_FILE).open("wb")

    def add(self, truth: str, kind: str, sev: int, green: bytes, red: bytes,
            notes: Iterable[str] = ()) -> None:  # fmt: skip
        """One reading in both lights."""
        if len(green) != self._bytes or len(red) != self._bytes:
            raise ValueError(f"a frame has {self._bytes} bytes")
        if truth not in TRUTHS or kind not in KINDS or sev not in SEVERITIES:
            raise ValueError(f"bad entry: {truth} {kind} {sev}")
        self._rows.append(FrameInfo(len(self._rows), truth, kind, sev, tuple(notes)))
        self._green.write(green)
        self._red.write(red)

    def abandon(self) -> None:
        """Stop without an index: what is there is no folder of frames."""
        self._green.close()
        self._red.close()

    def close(self) -> int:
        """Finish the folder; how many frames it has."""
        self.abandon()
        index = {**self._head, "frames": [row.as_json() for row in self._rows]}
        (self._path / INDEX_FILE).write_text(json.dumps(index, separators=(",", ":")) + "\n")
        return len(self._rows)
