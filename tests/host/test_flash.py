"""Flashing, and the unmodified mpremote, against simulated boards that offer the raw REPL."""

import contextlib
import os
import pty
import random
import subprocess
import sys
import threading
import tty
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import serial

from boards.layout import BuildError, load_layout
from faro.build.flash import FlashResult, flash
from faro.build.flash_repl import BoardRepl, FlashError, open_error
from faro.build.image import Image, lay_out, make_image
from faro.wire.errors import FaroError
from hw_sim.gateway import TcpPort
from hw_sim.raw_repl import RawReplBoard, ReplIdentity, identity_of

BOARD = "meter_pico"
LAYOUT = load_layout(BOARD)
SLOT_BYTES = LAYOUT.regions["slot_a"].size_bytes
MPREMOTE = (sys.executable, "-m", "mpremote")
TIMEOUT_S = 20
SEED = 8


def image_with(text: str, board: str = BOARD, size_bytes: int = 9_000, **names: Any) -> Image:
    """Code that nobody runs here, in three sectors."""
    code = random.Random(text).randbytes(size_bytes)
    return make_image(lay_out({"main.mpy": code}), board, **names)


OLD, NEW = image_with("old"), image_with("new")


class _Key:
    signature_bytes = 2512

    def sign(self, message: bytes) -> bytes:
        return bytes(self.signature_bytes)


def slots_of(board: RawReplBoard) -> list[bytes]:
    data = board.image.read_bytes()
    starts = [LAYOUT.storage_at(slot) for slot in ("slot_a", "slot_b")]
    return [data[at : at + SLOT_BYTES] for at in starts]


def put_into(board: RawReplBoard, *slots: Image | None) -> None:
    """As a programmer does it; what the rest of the flash holds must stay."""
    sectors = board.identity.storage_sectors
    data = bytearray(b"\x5a" * (sectors * 4096))
    for name, image in zip(("slot_a", "slot_b"), slots, strict=True):
        at = LAYOUT.storage_at(name)
        data[at : at + SLOT_BYTES] = image.padded(SLOT_BYTES) if image else b"\xff" * SLOT_BYTES
    board.image.write_bytes(data)


def wholes(board: RawReplBoard) -> list[bool]:
    """Whether each slot holds the old image or the new one, as the loader sees it."""
    return [
        any(slot.startswith(image.data[:256]) and image.rom in slot for image in (OLD, NEW))
        for slot in slots_of(board)
    ]


@pytest.fixture
def board(tmp_path: Path) -> Iterator[RawReplBoard]:
    with RawReplBoard(tmp_path / "board", identity_of(BOARD)) as simulated:
        yield simulated


@contextlib.contextmanager
def board_like(folder: Path, identity: ReplIdentity) -> Iterator[RawReplBoard]:
    with RawReplBoard(folder / "other", identity) as simulated:
        before = simulated.image.read_bytes()
        yield simulated
        assert simulated.image.read_bytes() == before and not simulated.started.is_set()


def mpremote(board: RawReplBoard, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*MPREMOTE, "connect", board.url, *words],
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )


def put_on(board: RawReplBoard, image: Image) -> FlashResult:
    """Flash and come back to the REPL, as a technician with the board on the bench."""
    result = flash(BOARD, board.url, image)
    assert board.started.wait(TIMEOUT_S)
    assert slots_of(board) == [image.padded(SLOT_BYTES)] * 2
    board.stop_app()
    return result


def refused(port: str, name: str = BOARD, image: Image = NEW) -> str:
    with pytest.raises((FaroError, BuildError)) as caught:
        flash(name, port, image)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_mpremote__exec_eval_and_traceback__as_on_a_board(board: RawReplBoard) -> None:
    assert mpremote(board, "exec", "print(6 * 7)").stdout == "42\n"
    machine = mpremote(board, "exec", "import sys; print(sys.implementation._machine)")
    assert machine.stdout.strip() == "Raspberry Pi Pico with RP2040"
    assert mpremote(board, "eval", "__import__('os').uname().release").stdout.strip() == "1.29.0"
    failed = mpremote(board, "exec", "1/0")
    assert failed.returncode == 1 and "ZeroDivisionError" in failed.stdout + failed.stderr


def test_mpremote__soft_reset__forgets_names(board: RawReplBoard) -> None:
    assert mpremote(board, "exec", "x = 1").returncode == 0
    assert mpremote(board, "soft-reset").returncode == 0
    assert "NameError" in mpremote(board, "resume", "exec", "print(x)").stdout


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


def test_flash__empty_slots__both_written_sent_once_and_started(board: RawReplBoard) -> None:
    put_into(board, None, None)
    result = flash(BOARD, board.url, NEW, wait_for_hello=lambda port: f"hello {port}")
    assert board.started.wait(TIMEOUT_S) and result.hello == f"hello {board.url}"
    assert slots_of(board) == [NEW.padded(SLOT_BYTES)] * 2
    assert set(result.written) == {"slot_a", "slot_b"} and not result.kept
    assert result.bytes_sent == -(-len(NEW.data) // 4096) * 4096  # the second slot is a copy
    assert set(board.image.read_bytes()[LAYOUT.storage_at("journal") :]) == {0x5A}


def test_flash__again_and_one_slot_damaged__only_what_differs(board: RawReplBoard) -> None:
    put_into(board, OLD, OLD)
    put_on(board, NEW)
    again = put_on(board, NEW)
    assert again.kept == ("slot_a", "slot_b") and not again.written and not again.bytes_sent
    data = bytearray(board.image.read_bytes())
    data[LAYOUT.storage_at("slot_a") + 5000] ^= 1
    board.image.write_bytes(data)
    repaired = put_on(board, NEW)
    assert repaired.written == ("slot_a",) and not repaired.bytes_sent


def test_flash__dry_run__says_what_and_changes_nothing(board: RawReplBoard) -> None:
    put_into(board, NEW, OLD)
    before = board.image.read_bytes()
    result = flash(BOARD, board.url, NEW, True)
    assert result.dry_run and result.written == ("slot_b",) and result.kept == ("slot_a",)
    assert board.image.read_bytes() == before and not board.started.is_set()


@pytest.mark.parametrize(
    ("slots", "ran", "first"),
    [
        ((OLD, OLD), 0, "slot_b"),
        ((OLD, OLD), 1, "slot_b"),
        ((OLD, OLD), 2, "slot_a"),
        ((None, OLD), 0, "slot_a"),
        ((OLD, None), 0, "slot_b"),
        ((image_with("x", "shoe_pico2"), OLD), 0, "slot_a"),
    ],
)
def test_flash__order__the_slot_in_use_comes_last(
    tmp_path: Path, slots: tuple[Image | None, Image], ran: int, first: str
) -> None:
    identity = replace(identity_of(BOARD), boot_info=(ran, 1) if ran else None)
    with RawReplBoard(tmp_path / "b", identity) as board:
        put_into(board, *slots)
        assert flash(BOARD, board.url, NEW, True).written[0] == first
        assert board.started.wait(0.5) == bool(ran)  # what ran before a look runs after it


def test_flash__signed_board__takes_signed_images_no_older_than_its_own(tmp_path: Path) -> None:
    running = image_with("running", key=_Key(), counter=7)
    identity = replace(identity_of(BOARD), boot_info=(1, 0))
    with RawReplBoard(tmp_path / "b", identity) as board:
        put_into(board, running, running)
        assert "signed images only" in refused(board.url)
        assert board.started.wait(TIMEOUT_S)  # what had run runs again
        board.stop_app()
        old = image_with("older", key=_Key(), counter=6)
        assert "has run 7 already" in refused(board.url, image=old)
        assert board.started.wait(TIMEOUT_S)
        board.stop_app()
        assert slots_of(board) == [running.padded(SLOT_BYTES)] * 2
        put_on(board, image_with("newer", key=_Key(), counter=7))


def test_flash__stock_micropython__told_what_to_do_first(tmp_path: Path) -> None:
    with board_like(tmp_path, identity_of(BOARD, is_stock=True)) as board:
        told = refused(board.url)
    assert "stock MicroPython without Faro's flash layout" in told
    assert "dist/meter_pico/meter_pico.uf2" in told and "BOOTSEL" in told


def test_flash__wrong_chip_base_or_layout__refused(tmp_path: Path) -> None:
    meter = identity_of(BOARD)
    with board_like(tmp_path, meter) as board:
        told = refused(board.url, "shoe_pico2", image_with("x", "shoe_pico2"))
        assert "wrong board" in told and "Raspberry Pi Pico with RP2040" in told
    frozen = meter.frozen | {"board": {"NAME": "other_pico"}}
    with board_like(tmp_path, replace(meter, frozen=frozen)) as board:
        assert "base of other_pico" in refused(board.url)
    moved = meter.frozen["flash_layout"] | {"SLOT_B_AT": 81}
    frozen = meter.frozen | {"flash_layout": moved}
    with board_like(tmp_path, replace(meter, frozen=frozen)) as board:
        assert "another flash layout" in refused(board.url)


def test_flash__old_or_foreign_micropython__refused(tmp_path: Path) -> None:
    meter = identity_of(BOARD)
    with board_like(tmp_path, replace(meter, version=(1, 23, 0))) as board:
        told = refused(board.url)
        assert "1.23.0 is too old" in told and "1.24" in told
    with board_like(tmp_path, replace(meter, mpy=6 | 11 << 10)) as board:  # RISC-V
        assert "does not load .mpy" in refused(board.url)


def test_flash__foreign_damaged_or_long_image__refused_before_the_port() -> None:
    foreign = image_with("x", "shoe_pico2")
    assert "is for shoe_pico2" in refused("/dev/null", image=foreign)
    assert "is damaged" in refused("/dev/null", image=Image(NEW.data[:-1]))
    long = image_with("x", size_bytes=SLOT_BYTES)
    with pytest.raises(BuildError, match="do not fit slot_a"):
        flash(BOARD, "/dev/null", long)
    assert "no board called roulette" in refused("/dev/null", "roulette")


def test_flash__no_such_port__refused() -> None:
    assert "no port" in refused("/dev/does_not_exist")
    assert "cannot be opened" in refused("socket://127.0.0.1:1")


def test_flash__port_or_board_wrong__nothing_is_compiled(tmp_path: Path) -> None:
    made: list[str] = []

    def compile_image() -> Image:
        made.append("image")
        return NEW

    with pytest.raises(FlashError, match="no port"):
        flash(BOARD, "/dev/does_not_exist", compile_image)
    other = board_like(tmp_path, identity_of("shoe_pico2"))
    with other as board, pytest.raises(FlashError, match="wrong board"):
        flash(BOARD, board.url, compile_image)
    assert made == []


def test_flash__busy_port__refused(board: RawReplBoard) -> None:
    with serial.Serial(board.url, exclusive=True):
        assert "in use by another program" in refused(board.url)


def test_flash__no_right_to_the_port__refused() -> None:
    told = str(open_error("/dev/ttyACM0", PermissionError(13, "Permission denied")))
    assert "no right" in told and "dialout" in told


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
def test_flash__port_without_a_repl__refused(answer: Callable[[bytes], bytes]) -> None:
    with line_that(answer) as port:
        assert "answers as a MicroPython REPL" in refused(port)


@pytest.mark.campaign
@pytest.mark.parametrize("before", [(OLD, OLD), (None, OLD), (OLD, None)])
def test_flash__power_cut_at_random_writes__one_image_stays_and_the_next_flash_ends_it(
    before: tuple[Image | None, Image | None], tmp_path: Path
) -> None:
    rng = random.Random(SEED)
    board = RawReplBoard(tmp_path / "board", identity_of(BOARD))
    # a slot costs 1 + 77 erases of head and tail, 3 sectors of 1 + 16 and a head of 1 + 1
    for cut_after_writes in sorted({0, 1, 130, 131, 132, *rng.sample(range(2, 262), 6)}):
        put_into(board, *before)
        board.power_on(cut_after_writes=cut_after_writes)
        told = refused(board.url)
        assert "stopped answering" in told, cut_after_writes
        assert board.lost_power.wait(TIMEOUT_S)
        board.power_off()
        assert any(wholes(board)), cut_after_writes
        has_head = [slot.startswith(NEW.data[:8]) for slot in slots_of(board)]
        assert has_head == wholes(board), cut_after_writes  # the head comes last
        with board:
            put_on(board, NEW)


def test_flash__bad_reads__repaired_or_told(board: RawReplBoard) -> None:
    put_into(board, OLD, OLD)
    board.bad_reads = (240, 400)  # while it verifies
    put_on(board, NEW)
    put_into(board, OLD, None)
    board.bad_reads = tuple(range(200, 5000, 3))
    assert "slot_b does not hold what is written to it" in refused(board.url)
    assert slots_of(board)[0] == OLD.padded(SLOT_BYTES)


def test_flash__ctrl_c__other_slot_untouched_and_the_next_flash_goes_on(
    board: RawReplBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_into(board, OLD, OLD)
    put = BoardRepl.put

    def put_until(self: BoardRepl, slot: int, sector: int, data: bytes) -> None:
        if sector == 3:
            raise KeyboardInterrupt
        put(self, slot, sector, data)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(BoardRepl, "put", put_until)
        flash(BOARD, board.url, NEW)
    assert wholes(board) == [True, False]
    assert put_on(board, NEW).bytes_sent == 2 * 4096  # the rest of the code, and the head


def test_flash__error_on_the_board__told_in_one_line(board: RawReplBoard) -> None:
    repl = BoardRepl(board.url)
    with pytest.raises(FlashError, match="the board reports: NameError"):
        repl.erase(0, 0)  # before open_slots
    repl.close()
