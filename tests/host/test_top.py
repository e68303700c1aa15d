"""`faro top` in a real terminal with real simulated boards: a card is dealt, nothing is left."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner

from faro.cli import main
from faro.wire.simulators import running

_PATIENCE_S = 60  # of a loaded machine
_ESCAPE = re.compile(r"\x1b(\[[0-9;?<>=$]*[A-Za-z]|\][^\x07\x1b]*(\x07|\x1b\\)|[=>78])")


class Terminal:
    """A program at a pseudo terminal of 80 x 24."""

    def __init__(self, *words: str, **environment: str) -> None:
        self.fd, end = pty.openpty()
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.before = termios.tcgetattr(end)
        self.end = end
        self.raw = ""
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from faro.cli import main; main()", *words],
            stdin=end, stdout=end, stderr=end, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(end, termios.TIOCSCTTY, 0),  # for Ctrl-C
            env={**os.environ, "TERM": "xterm-256color", **environment},
        )  # fmt: skip

    def read(self) -> None:
        if select.select([self.fd], [], [], 0.1)[0]:
            self.raw += os.read(self.fd, 65_536).decode("utf-8", "replace")

    def wait_for(self, words: str, after: int = 0) -> None:
        until_s = time.monotonic() + _PATIENCE_S
        while words not in self.text(after):
            assert time.monotonic() < until_s and self.process.poll() is None, self.text(after)
            self.read()

    def text(self, after: int = 0) -> str:
        return _ESCAPE.sub("", self.raw[after:])

    def type(self, keys: str) -> int:
        """Gives where the answer begins."""
        at = len(self.raw)
        os.write(self.fd, keys.encode())
        return at

    def wait_end(self) -> int:
        until_s = time.monotonic() + _PATIENCE_S
        while self.process.poll() is None:
            assert time.monotonic() < until_s
            self.read()
        self.read()
        return self.process.returncode

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.fd)
        os.close(self.end)


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """With a short name: a socket's path has at most 107 letters."""
    with TemporaryDirectory(prefix="top") as name:
        monkeypatch.setenv("FARO_RUN", f"{name}/run")
        monkeypatch.setenv("TMPDIR", f"{name}/tmp")
        Path(name, "tmp").mkdir()
        yield Path(name)


@pytest.mark.campaign
def test_top__own_simulator__deals_a_card_and_leaves_nothing_behind(folder: Path) -> None:
    terminal = Terminal("top", "--seed", "7")
    try:
        terminal.wait_for("No game is open at this table.")
        assert "SIMULATION" in terminal.text()
        at = terminal.type(":deal QH\r")
        terminal.wait_for("dealt: QH", at)
        terminal.wait_for("Q♥", at)  # the shoe has read it
        terminal.type("q")
        assert terminal.wait_end() == 0
        assert termios.tcgetattr(terminal.end) == terminal.before
        for undone in ("\x1b[?1049l", "\x1b[?25h", "\x1b[?2004l"):  # screen, cursor, paste
            assert undone in terminal.raw[at:]
        assert "Traceback" not in terminal.text()
    finally:
        terminal.close()
    assert running() == [] and list((folder / "tmp").iterdir()) == []


@pytest.mark.campaign
def test_top__simulator_that_runs__attached_shown_busy_and_as_json(folder: Path) -> None:
    """A second program at its ports is told so; the simulator goes on."""
    words = ["sim", "--provisioned", "--links", str(folder / "links")]
    simulator = Terminal(*words)
    first = second = None
    try:
        simulator.wait_for("stop with Ctrl-C")
        first = Terminal("top")
        first.wait_for("No game is open at this table.")
        assert "starting the simulated boards" not in first.text()
        second = Terminal("top")
        assert second.wait_end() == 1
        (line,) = second.text().strip().splitlines()
        assert line.startswith("faro: ") and "use" in line
        first.type("\x03")
        assert first.wait_end() == 0
        told = subprocess.run(
            [sys.executable, "-c", "from faro.cli import main; main()", "top", "--json"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert json.loads(told.stdout)["table"]["sentence"] == "No game is open at this table."
        assert {port.kind for port in running()} == {"shoe", "meter", "bus"}
    finally:
        for terminal in filter(None, (first, second, simulator)):
            terminal.close()


@pytest.mark.campaign
def test_top__own_simulator__ctrl_c_at_once_leaves_nothing_behind(folder: Path) -> None:
    terminal = Terminal("top")
    try:
        terminal.wait_for("starting the simulated boards")
        terminal.type("\x03")
        assert terminal.wait_end() == 130 and "stopped" in terminal.text()
        assert "Traceback" not in terminal.text()
    finally:
        terminal.close()
    assert running() == [] and list((folder / "tmp").iterdir()) == []


def test_top__no_terminal__one_line_says_so() -> None:
    done = CliRunner().invoke(main, ["top"])
    assert done.exit_code == 2
    assert done.output == (
        "faro: faro top needs a terminal; 'faro table' opens the same in a browser\n"
    )


@pytest.mark.parametrize(("words", "said"), [
    (["--meter", "x"], "go with --shoe"),
    (["--shoe", "x"], "--keys is missing"),
    (["--shoe", "/nowhere/tty", "--keys", "k"], "no key files"),
])  # fmt: skip
def test_top__wrong_options__one_line_before_the_screen(
    words: list[str], said: str, folder: Path
) -> None:
    terminal = Terminal("top", *words)
    try:
        assert terminal.wait_end() in (1, 2)
        (line,) = terminal.text().strip().splitlines()
        assert line.startswith("faro: ") and said in line
        assert "\x1b[?1049h" not in terminal.raw
    finally:
        terminal.close()


def test_help__loads_neither_textual_nor_the_page() -> None:
    code = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from faro.cli import main\n"
        "for words in (['--help'], ['top', '--help']):\n"
        "    assert CliRunner().invoke(main, words).exit_code == 0\n"
        "print([m for m in sys.modules if m.startswith(('textual', 'starlette', 'faro.page.hub'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
