"""Flashing, and the unmodified mpremote, against simulated boards that offer the raw REPL."""

import contextlib
import hashlib
import os
import pty
import shutil
import subprocess
import sys
import threading
import tty
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import serial
from mpremote.transport_serial import SerialTransport

from faro.flash import FlashError, FlashResult, flash
from faro.flash_repl import open_error
from hw_sim.raw_repl import RawReplBoard, identity_of
from hw_sim.raw_repl_port import TcpPort

REPO = Path(__file__).parents[2]
BOARD = "meter_pico"
MPREMOTE = (sys.executable, "-m", "mpremote")
TIMEOUT_S = 20


def app_that_says(text: str) -> str:
    """A program that needs the table beside it."""
    return f"from firmware.core import table\n\ndef main():\n    print('{text}', *table.ROWS[:0])\n"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A small checkout: real board files, a firmware of four modules."""
    root = tmp_path / "checkout"
    for board in ("meter_pico", "shoe_pico2"):
        shutil.copytree(REPO / "boards" / board, root / "boards" / board)
    core = root / "firmware" / "core"
    core.mkdir(parents=True)
    (root / "firmware" / "__init__.py").write_text("")
    (root / "firmware" / "app_meter.py").write_text(app_that_says("meter"))
    (root / "firmware" / "app_shoe.py").write_text("def main():\n    print('shoe')\n")
    (core / "table.py").write_text("ROWS = (%s)\n" % ", ".join(str(n * 7919) for n in range(900)))
    return root


@pytest.fixture
def board(tmp_path: Path) -> Iterator[RawReplBoard]:
    with RawReplBoard(tmp_path / "board", identity_of(BOARD)) as simulated:
        yield simulated


def mpremote(board: RawReplBoard, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*MPREMOTE, "connect", board.url, *words],
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )


def put_on(board: RawReplBoard, source: Path) -> FlashResult:
    """Flash and come back to the REPL, as a technician with the board on the bench."""
    result = flash(BOARD, board.url, source=source)
    assert board.started.wait(TIMEOUT_S)
    board.stop_app()
    return result


def refused(board_name: str, port: str, source: Path) -> FlashError:
    with pytest.raises(FlashError) as caught:
        flash(board_name, port, source=source)
    assert "\n" not in caught.value.message
    return caught.value


def test_mpremote__exec_eval_and_traceback__as_on_a_board(board: RawReplBoard) -> None:
    assert mpremote(board, "exec", "print(6 * 7)").stdout == "42\n"
    machine = mpremote(board, "exec", "import os, sys; print(sys.implementation._machine)")
    assert machine.stdout.strip() == "Raspberry Pi Pico with RP2040"
    assert mpremote(board, "eval", "__import__('os').uname().release").stdout.strip() == "1.29.0"
    failed = mpremote(board, "exec", "1/0")
    assert failed.returncode == 1 and "ZeroDivisionError" in failed.stdout + failed.stderr


def test_mpremote__files__copied_listed_hashed_removed(board: RawReplBoard, tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(bytes(range(256)) * 9)
    assert mpremote(board, "fs", "cp", str(tmp_path / "a.bin"), ":a.bin").returncode == 0
    assert "2304 a.bin" in mpremote(board, "fs", "ls").stdout
    digest = mpremote(board, "fs", "sha256sum", "a.bin").stdout.split()[-1]
    assert digest == hashlib.sha256(bytes(range(256)) * 9).hexdigest()
    assert mpremote(board, "fs", "rm", "a.bin").returncode == 0
    assert "a.bin" not in mpremote(board, "fs", "ls").stdout


def test_mpremote__soft_reset__forgets_names_but_not_files(board: RawReplBoard) -> None:
    code = "x = 1\nwith open('keep', 'w') as f: f.write('!')"
    assert mpremote(board, "exec", code).returncode == 0
    assert mpremote(board, "soft-reset").returncode == 0
    assert "NameError" in mpremote(board, "resume", "exec", "print(x)").stdout
    assert mpremote(board, "exec", "print(open('keep').read())").stdout == "!\n"


def test_mpremote__over_tcp__works_too(tmp_path: Path) -> None:
    with RawReplBoard(tmp_path / "b", identity_of("shoe_pico2"), make_port=TcpPort) as board:
        assert board.url.startswith("socket://")
        assert mpremote(board, "exec", "print('shoe')").stdout == "shoe\n"


def test_repl__ctrl_c_in_an_endless_loop__interrupts_it(board: RawReplBoard) -> None:
    with serial.Serial(board.url, timeout=TIMEOUT_S) as line:
        line.write(b"\r\x01")
        line.read_until(b"to exit\r\n>")
        line.write(b"print('in')\nwhile True:\n  pass\x04")
        line.read_until(b"in\r\n")
        line.write(b"\x03")
        assert b"KeyboardInterrupt" in line.read_until(b"\x04>")


def test_flash__empty_board__everything_copied_and_started(
    board: RawReplBoard, source: Path
) -> None:
    result = flash(BOARD, board.url, source=source, wait_for_hello=lambda port: f"hello {port}")
    assert set(result.copied) == {
        "board.py",
        "main.py",
        "firmware/__init__.mpy",
        "firmware/app_meter.mpy",
        "firmware/core/table.mpy",
    }
    assert not result.kept and not result.removed and not result.warnings
    assert result.hello == f"hello {board.url}"
    assert board.started.wait(TIMEOUT_S)


def test_flash__started_board__hands_the_files_over(tmp_path: Path, source: Path) -> None:
    handed: list[list[str]] = []

    def on_start(folder: Path) -> None:
        handed.append(sorted(p.name for p in folder.rglob("*") if p.is_file()))

    board = RawReplBoard(tmp_path / "b", identity_of(BOARD), on_start=on_start)
    with board:
        flash(BOARD, board.url, source=source)
        assert board.started.wait(TIMEOUT_S)
    assert len(handed) == 1 and {"main.py", "board.py", "app_meter.mpy"} <= set(handed[0])


def test_flash__files_on_board__run_there(board: RawReplBoard, source: Path) -> None:
    put_on(board, source)
    code = "import board; print(board.NAME); import main"
    assert mpremote(board, "exec", code).stdout.split() == ["meter_pico", "meter"]


def test_flash__viper_code_for_the_simulated_chip__runs_there(tmp_path: Path, source: Path) -> None:
    viper = "import micropython\n\n@micropython.viper\ndef add(a: int, b: int) -> int:\n"
    (source / "firmware" / "viper_add.py").write_text(viper + "    return a + b\n")
    app = source / "firmware" / "app_meter.py"
    app.write_text("from firmware.viper_add import add\n\n" + app.read_text() + "\nadd(1, 2)\n")
    with RawReplBoard(tmp_path / "b", identity_of(BOARD, march="x64")) as board:
        flash(BOARD, board.url, source=source, march="x64")
        assert board.started.wait(TIMEOUT_S)
        board.stop_app()
        code = "from firmware.viper_add import add; print(add(40, 2))"
        assert mpremote(board, "exec", code).stdout == "42\n"
        assert "for armv6m" in refused(BOARD, board.url, source).message


def test_flash__again_and_after_changes__only_the_difference(
    board: RawReplBoard, source: Path
) -> None:
    first = put_on(board, source)
    mpremote(board, "exec", "open('/calibration.json', 'w').write('{}')")
    second = put_on(board, source)
    assert not second.copied and not second.removed and set(second.kept) == set(first.copied)
    (source / "firmware" / "app_meter.py").write_text(app_that_says("other"))
    third = put_on(board, source)
    assert set(third.copied) == {"firmware/app_meter.mpy"} and not third.removed
    shutil.rmtree(source / "firmware" / "core")
    fourth = put_on(board, source)
    assert fourth.removed == ("firmware/core/table.mpy",) and not fourth.copied
    files = mpremote(board, "fs", "tree", ":/").stdout
    assert "core" not in files and ".new" not in files
    assert "calibration.json" in files  # not ours, not touched


def test_flash__dry_run__says_what_and_changes_nothing(board: RawReplBoard, source: Path) -> None:
    before = board.image.read_bytes()
    result = flash(BOARD, board.url, True, source=source)
    assert result.dry_run and len(result.copied) == 5 and result.bytes_copied > 0
    assert board.image.read_bytes() == before and not board.started.is_set()
    assert mpremote(board, "fs", "ls").stdout.split() == ["ls", ":"]


def test_flash__wrong_board__refused(board: RawReplBoard, source: Path) -> None:
    error = refused("shoe_pico2", board.url, source)
    assert "wrong board" in error.message and "Raspberry Pi Pico with RP2040" in error.message
    assert mpremote(board, "fs", "ls").stdout.split() == ["ls", ":"]


def test_flash__old_micropython__refused(tmp_path: Path, source: Path) -> None:
    old = replace(identity_of(BOARD), version=(1, 23, 0))
    with RawReplBoard(tmp_path / "b", old) as board:
        error = refused(BOARD, board.url, source)
    assert "1.23.0 is too old" in error.message and "1.24" in error.hint


def test_flash__risc_v_build__refused(tmp_path: Path, source: Path) -> None:
    risc_v = replace(identity_of(BOARD), mpy=6 | 11 << 10)
    with RawReplBoard(tmp_path / "b", risc_v) as board:
        assert "does not load .mpy" in refused(BOARD, board.url, source).message


def test_flash__stock_file_system_over_the_journal__warned(tmp_path: Path, source: Path) -> None:
    stock = replace(identity_of(BOARD), littlefs_sectors=352)
    with RawReplBoard(tmp_path / "b", stock) as board:
        result = flash(BOARD, board.url, True, source=source)
    assert "without journal" in result.warnings[0]


def test_flash__full_file_system__refused_before_writing(tmp_path: Path, source: Path) -> None:
    tiny = replace(identity_of(BOARD), littlefs_sectors=8)
    with RawReplBoard(tmp_path / "b", tiny) as board:
        assert "lacks" in refused(BOARD, board.url, source).message
        assert mpremote(board, "fs", "ls").stdout.split() == ["ls", ":"]


def test_flash__no_such_port__refused(source: Path) -> None:
    assert "no port" in refused(BOARD, "/dev/does_not_exist", source).message
    assert "cannot be opened" in refused(BOARD, "socket://127.0.0.1:1", source).message


def test_flash__unknown_board_or_broken_source__refused(source: Path) -> None:
    error = refused("roulette", "/dev/null", source)
    assert "no board called roulette" in error.message and BOARD in error.hint
    (source / "firmware" / "app_meter.py").write_text("def main(:\n")
    assert "app_meter.py does not compile" in refused(BOARD, "/dev/null", source).message


def test_flash__busy_port__refused(board: RawReplBoard, source: Path) -> None:
    with serial.Serial(board.url, exclusive=True):
        assert "in use by another program" in refused(BOARD, board.url, source).message


def test_flash__no_right_to_the_port__refused() -> None:
    error = open_error("/dev/ttyACM0", PermissionError(13, "Permission denied"))
    assert "no right" in error.message and "dialout" in error.hint


@contextlib.contextmanager
def line_that(answer: Callable[[bytes], bytes]) -> Iterator[str]:
    """A pty whose other end gives `answer(bytes)` to whatever comes."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    stop = b"\x00stop"

    def serve() -> None:
        while (data := os.read(master, 4096)) != stop:
            os.write(master, answer(data))

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield os.ttyname(slave)
    finally:
        os.write(slave, stop)
        thread.join(TIMEOUT_S)
        os.close(master)
        os.close(slave)


@pytest.mark.parametrize(
    "answer", [lambda data: data, lambda data: b"\x00\x05\x11\x22" * 30], ids=["echo", "frames"]
)
def test_flash__port_without_a_repl__refused(
    answer: Callable[[bytes], bytes], source: Path
) -> None:
    with line_that(answer) as port:
        assert "answers as a MicroPython REPL" in refused(BOARD, port, source).message


def run_on(board: RawReplBoard, code: str) -> str:
    """Execute by mpremote's own transport, without a process of its own."""
    link = SerialTransport(board.url, timeout=TIMEOUT_S)
    try:
        link.enter_raw_repl(soft_reset=False)
        return link.exec(code).decode()
    finally:
        link.exit_raw_repl()
        link.close()


START = """\
import os
try:
    import main
except ImportError:
    print("nothing")
"""


@pytest.mark.parametrize("before", ["version 1", "nothing"])
def test_flash__power_cut_at_each_flash_write__old_or_nothing_or_new_and_flashable(
    before: str, tmp_path: Path, source: Path
) -> None:
    board = RawReplBoard(tmp_path / "board", identity_of(BOARD))
    app = source / "firmware" / "app_meter.py"
    app.write_text(app_that_says("version 1"))
    with board:
        if before == "version 1":
            put_on(board, source)
    saved = board.image.read_bytes()
    app.write_text(app_that_says("version 2"))
    table = source / "firmware" / "core" / "table.py"
    table.write_text(table.read_text().replace("7919", "7920"))
    seen: list[str] = []
    is_cut = True
    while is_cut:
        cut_after_writes = len(seen)
        board.image.write_bytes(saved)
        board.power_on(cut_after_writes=cut_after_writes)
        try:
            flash(BOARD, board.url, source=source)
            is_cut = False
        except FlashError as error:
            assert "stopped answering" in error.message, cut_after_writes
            assert board.lost_power.wait(TIMEOUT_S)
        board.power_off()
        with board:
            seen.append(run_on(board, START).strip())
            put_on(board, source)
            assert run_on(board, START).strip() == "version 2", cut_after_writes
            assert not flash(BOARD, board.url, True, source=source).copied
    # Never a mixture: first the old one starts, in the short commit none, then the new one.
    assert len(seen) > 8
    order = [before, "nothing", "version 2"]
    assert seen == sorted(seen, key=order.index) and seen[-1] == "version 2"
