"""What commands print: lines for people, JSON for programs, progress beside both.

Plain text and few imports: a short command must not wait for its own output.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any, TextIO

import click

_STYLES = {"bold": 1, "dim": 2, "red": 31, "green": 32, "yellow": 33, "cyan": 36}
_MARK = re.compile(rf"\[(/|{'|'.join(_STYLES)})\]")
_PATIENCE_S = 2.0  # what takes longer says that it is under way
_REDRAW_S = 0.2
_BAR = 24


def plain(line: str) -> str:
    """Without marks such as [red] and [/]."""
    return _MARK.sub("", line)


def styled(line: str) -> str:
    """Marks as a terminal wants them."""
    return _MARK.sub(lambda found: f"\x1b[{_STYLES.get(found[1], 0)}m", line)


def wrapped(line: str, width: int) -> list[str]:
    """A line of words in pieces no wider than the screen; its marks count for nothing."""
    if len(plain(line)) <= width:
        return [line]
    indent = re.match(r" *", line)
    begin = " " * (min(len(indent[0]) if indent else 0, width // 2) + 2)
    pieces: list[str] = []
    rest = line
    while len(plain(rest)) > width:
        at = _last_space(rest, width, len(begin) if pieces else 0)
        if at <= 0:
            break  # one long word: the terminal cuts it
        pieces.append(rest[:at].rstrip())
        rest = begin + rest[at:].lstrip()
    return [*pieces, rest]


def _last_space(line: str, width: int, least: int) -> int:
    """Where to cut so that what is seen of the first part fits."""
    seen = at = 0
    cut = -1
    while at < len(line) and seen <= width:
        mark = _MARK.match(line, at)
        if mark:
            at = mark.end()
            continue
        if line[at] == " " and seen > least:
            cut = at
        seen += 1
        at += 1
    return cut


class Output:
    """Standard output.  Only a terminal gets colours, and lines cut to its width."""

    @property
    def is_terminal(self) -> bool:
        return sys.stdout.isatty()

    def print(self, what: Any = "", markup: bool = True) -> None:
        if not isinstance(what, str):
            _print_rich(what)
            return
        for line in what.split("\n"):
            self._print_line(line, markup)

    def _print_line(self, line: str, markup: bool) -> None:
        if not self.is_terminal:
            click.echo(plain(line) if markup else line)
            return
        for piece in wrapped(line, shutil.get_terminal_size().columns):
            click.echo(_coloured(piece) if markup else piece)


def _coloured(line: str) -> str:
    return plain(line) if os.environ.get("NO_COLOR") else styled(line)


def _print_rich(what: Any) -> None:
    """A picture of rich: only where one is shown, because rich takes its time to load."""
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = 1000  # a pipe has no edge
    console.print(what)


console = Output()


def print_json(value: Any) -> None:
    click.echo(json.dumps(value))


def tell(is_json: bool, data: Any, *lines: str) -> None:
    """The same as data for programs or in lines for people."""
    if is_json:
        print_json(data)
        return
    for line in lines:
        console.print(line)


def columns(
    rows: Sequence[Sequence[str]], headings: Sequence[str] = (), right: Sequence[int] = ()
) -> list[str]:
    """Rows with their cells under each other; `right` names columns of numbers."""
    if not rows:
        return []
    bold = [f"[bold]{cell}[/]" if cell else "" for cell in headings]
    shown = [bold, *rows] if headings else list(rows)
    widths = [max(len(plain(row[i])) for row in shown) for i in range(len(shown[0]))]
    lines: list[str] = []
    for row in shown:
        cells: list[str] = []
        for i, cell in enumerate(row):
            space = " " * (widths[i] - len(plain(cell)))
            cells.append(space + cell if i in right else cell + space)
        lines.append("  ".join(cells).rstrip())
    return lines


# -- progress -------------------------------------------------------------------------------------

Advance = Callable[[str, float, float], None]  # what happens, how much is done, of how much


class _Line:
    """One line on a terminal that is drawn over itself and is gone at the end."""

    def __init__(self, screen: TextIO, text: str) -> None:
        self._screen = screen
        self._began_s = time.monotonic()
        self._now = (text, 0.0, 0.0)
        self._is_over = threading.Event()
        self._is_drawn = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def advance(self, text: str, done: float, total: float) -> None:
        self._now = (text, done, total)

    def close(self) -> None:
        self._is_over.set()
        self._thread.join()
        if self._is_drawn:
            self._screen.write("\r\x1b[K")
            self._screen.flush()

    def _run(self) -> None:
        wait_s = _PATIENCE_S
        while not self._is_over.wait(wait_s):
            wait_s = _REDRAW_S
            self._is_drawn = True
            width = shutil.get_terminal_size().columns - 1
            self._screen.write("\r\x1b[K" + self._text()[:width])
            self._screen.flush()

    def _text(self) -> str:
        text, done, total = self._now
        passed = f"{time.monotonic() - self._began_s:.0f} s"
        if not total:
            return f"{text} … {passed}"
        share = min(done / total, 1.0)
        bar = "#" * round(share * _BAR)
        return f"{text} [{bar:.<{_BAR}}] {share:.0%}, {passed}"


@contextmanager
def progress(text: str, is_quiet: bool = False) -> Generator[Advance]:
    """What takes more than two seconds is seen to be under way, on a terminal's stderr."""
    if is_quiet or not sys.stderr.isatty():
        yield lambda _text, _done, _total: None
        return
    line = _Line(sys.stderr, text)
    try:
        yield line.advance
    finally:
        line.close()
