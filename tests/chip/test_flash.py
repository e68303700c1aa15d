"""Unmodified programs on the emulated port: mpremote, faro flash, a stranger's MicroPython."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hw_sim.chip.board import ChipBoard
from hw_sim.chip.port import ChipPort
from tests.chip.plain_micropython import plain_micropython
from tests.chip.report import Measure
from tests.chip.states import SLOT_AT, Used, signed
from tests.chip.table import ChipTable

BIN = Path(sys.executable).parent
LIMIT_S = 280


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(BIN / program), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=LIMIT_S)


def in_service(board: ChipBoard, used: Used) -> None:
    """Lid open, a technician's order: the application of an unsealed board ends itself."""
    board.power_on()
    board.wait_colour("green")
    table = ChipTable(board, used.keys)
    board.lid(True)
    table.wait(200)
    table.ask("technician", "ENTER_SERVICE")
    table.wait(500)


def test_mpremote__unsealed_board_in_service__repl(dark: ChipBoard, used: Used) -> None:
    in_service(dark, used)
    with ChipPort(dark) as port:
        code = "import os; print(os.uname()[4])"
        done = run("mpremote", "connect", port.url, "resume", "exec", code)
    assert done.returncode == 0, done.stderr
    assert "RP2040" in done.stdout


def test_mpremote__running_board__no_repl_without_the_key(dark: ChipBoard) -> None:
    dark.power_on()
    dark.wait_colour("green")
    dark.usb_send(b"\r\x03\x03\r\x01")
    dark.run(1_000)
    assert b"raw REPL" not in bytes(dark.seen.usb) and dark.colour == "green"
    assert sum(dark.resets.values()) == 0


@pytest.mark.timeout(600)
def test_flash__used_board__image_in_both_slots_and_hello(
    dark: ChipBoard, used: Used, tmp_path: Path
) -> None:
    image = signed(used, 3)
    new, keys = tmp_path / "new.img", tmp_path / "keys.json"
    image.save(new)
    used.keys.save(keys)
    dark.power_on()
    dark.wait_colour("green")
    dark.lid(True)
    dark.run(200)
    measure = Measure(dark)
    with ChipPort(dark) as port:
        options = ("--json", "-k", str(keys), "--image", str(new))
        done = run("faro", "flash", "-b", "meter_pico", "-p", port.url, *options)
    measure.done("faro flash, both slots")
    if done.returncode:  # on a busy machine the emulated boot outlasts faro's patience: ten seconds
        assert "does not say hello" in done.stderr, done.stderr
    else:
        assert sorted(json.loads(done.stdout)["written"]) == ["slot_a", "slot_b"]
        assert "answers" in json.loads(done.stdout)["hello"]
    dark.run(5_000)
    dark.seen.usb.clear()
    assert ChipTable(dark, used.keys).client.hello().name == "meter_pico"
    for at in SLOT_AT.values():
        assert dark.peek(at, len(image.data)) == image.data


@pytest.mark.timeout(0)  # builds that MicroPython once
def test_flash__plain_micropython__one_clear_line_and_nothing_written() -> None:
    with ChipBoard(*plain_micropython()) as board:
        board.power_on()
        board.run(500)
        before = board.peek(0x8_0000, 0x18_0000)
        with ChipPort(board) as port:
            done = run("faro", "flash", "-b", "meter_pico", "-p", port.url)
        assert done.returncode == 1
        assert len(done.stderr.strip().splitlines()) == 1 and "Traceback" not in done.stderr
        assert done.stderr.startswith("faro: ") and "stock MicroPython" in done.stderr
        assert board.peek(0x8_0000, 0x18_0000) == before
