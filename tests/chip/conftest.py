"""Fixtures of the chip tests: boards on the emulated chip, and the report at the end."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from hw_sim.chip.board import ChipBoard
from tests.chip import report
from tests.chip.states import ELF, UF2, Used, used_board
from tests.chip.table import ChipTable


def pytest_sessionstart() -> None:
    if not UF2.exists():
        pytest.exit("there is no image: make image BOARD=meter_pico, or make chip-test", 2)
    if "PYTEST_XDIST_WORKER" not in os.environ:
        report.start()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    text = report.table_text()
    if text and "PYTEST_XDIST_WORKER" not in os.environ:
        terminalreporter.write_line("")
        terminalreporter.write_line(text)


@pytest.fixture(scope="session")
def used() -> Used:
    """A provisioned, signed board's memories."""
    return used_board()


@pytest.fixture
def blank() -> Iterator[ChipBoard]:
    """A board fresh from the factory: UF2 programmed, FRAM empty, no power yet."""
    with ChipBoard(UF2, ELF) as board:
        yield board


@pytest.fixture
def dark(used: Used) -> Iterator[ChipBoard]:
    """The used board without power."""
    with ChipBoard(UF2, ELF) as board:
        board.put(used.contents)
        yield board


@pytest.fixture
def table(dark: ChipBoard, used: Used) -> ChipTable:
    """The used board, booted to green, with people round it."""
    dark.power_on()
    dark.wait_colour("green")
    return ChipTable(dark, used.keys)


@pytest.fixture(scope="module")
def shared_table(used: Used) -> Iterator[ChipTable]:
    """A booted used board for tests that leave it as it was: a boot costs seconds."""
    with ChipBoard(UF2, ELF) as board:
        board.put(used.contents)
        board.power_on()
        board.wait_colour("green")
        yield ChipTable(board, used.keys)
