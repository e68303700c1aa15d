"""What commands print: never cut in a pipe, in columns, and progress only where somebody looks."""

from __future__ import annotations

import io
import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest

from faro import output
from faro.output import columns, plain, progress, wrapped

FARO = str(Path(sys.executable).parent / "faro")
LONG = "word " * 60


def test_print__to_a_pipe__one_line_without_marks(capsys: pytest.CaptureFixture[str]) -> None:
    output.console.print(f"[red]{LONG.strip()}[/] [env: X]")
    assert capsys.readouterr().out == f"{LONG.strip()} [env: X]\n"


def test_wrapped__long_line__cut_at_words_and_nothing_lost() -> None:
    line = f"  [bold]{LONG.strip()}[/]"
    pieces = wrapped(line, 40)
    assert len(pieces) > 5 and all(len(plain(piece)) <= 40 for piece in pieces)
    assert " ".join(" ".join(pieces).split()) == line.strip()
    assert wrapped("x" * 90, 40) == ["x" * 90]


def test_columns__numbers_right__cells_under_each_other() -> None:
    lines = columns([("a", "5", "x"), ("[red]bcd[/]", "100", "")], ("name", "n", ""), right=(1,))
    assert [plain(line) for line in lines] == ["name    n", "a       5  x", "bcd   100"]
    assert columns([], ("name",)) == []


def test_progress__slow_work_on_a_terminal__seen_and_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(output, "_PATIENCE_S", 0.0)
    monkeypatch.setattr(output, "_REDRAW_S", 0.001)
    with progress("reading") as advance:
        advance("reading", 5, 10)
        while "50%" not in screen.getvalue():
            pass
    assert "reading [############" in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize("is_quiet", [True, False])
def test_progress__pipe_or_json__silent(
    is_quiet: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "_PATIENCE_S", 0.0)
    with progress("reading", is_quiet) as advance:
        advance("reading", 1, 2)
    assert capsys.readouterr() == ("", "")


# -- the whole command ----------------------------------------------------------------------------


def test_help__in_a_pipe__groups_examples_and_whole_lines() -> None:
    text = subprocess.run([FARO, "--help"], capture_output=True, text=True).stdout
    for group in ("Boards:", "At the table:", "On the bench:", "Examples:"):
        assert f"\n{group}\n" in text
    assert text.count("...") == 1 and "faro status -p shoe" in text
    assert max(map(len, text.splitlines())) <= 80


def test_print__to_a_terminal__wrapped_at_its_width() -> None:
    code = f"from faro.output import console; console.print('[green]{LONG}[/]')"
    master, slave = pty.openpty()
    env = {**os.environ, "COLUMNS": "50"}
    subprocess.run([sys.executable, "-c", code], stdout=slave, env=env, check=True)
    os.close(slave)
    data = b""
    while select.select([master], [], [], 0)[0]:
        try:
            data += os.read(master, 4096)
        except OSError:
            break
    os.close(master)
    lines = data.decode().split("\r\n")
    assert "\x1b[32m" in lines[0]
    assert len(lines) > 4 and all(len(line.replace("\x1b[32m", "")) <= 54 for line in lines)


def _loaded(*words: str) -> set[str]:
    """Modules that a command loads."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", FARO, *words], capture_output=True, text=True
    )
    return {line.rsplit("|", 1)[-1].strip() for line in done.stderr.splitlines() if "|" in line}


def test_help__loads_nothing_but_click() -> None:
    slow = {"rich", "serial", "asyncio", "faro.wire", "faro.console", "firmware", "numpy"}
    assert _loaded("--help") & slow == set()


def test_status__loads_no_words_and_no_rich() -> None:
    """`faro status` is to answer within 0.3 s: what it does not need stays away."""
    slow = {"rich", "asyncio", "serial.tools.list_ports", "faro.words.packs", "numpy", "hw_sim"}
    found = _loaded("status", "-p", "/dev/no-such-port")
    assert "faro.wire.client" in found and found & slow == set()
