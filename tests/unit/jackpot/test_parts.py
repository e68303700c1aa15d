"""The expanders at the seats: read, written, lost and found again."""

from __future__ import annotations

from typing import Any

from firmware.core.counters import I2C_ERRORS
from firmware.jackpot.parts import NOT_READ, AnteExpander, WagerExpander
from firmware.jackpot.rows import CFG_ANTE_SOURCE, FAULT_ANTE_SENSORS, FAULT_EXPANDER_LOST
from tests.helpers.jackpot_board import FakeBoard


class Chip:
    """An expander; `is_dead`: its wire is off, `has_forgotten`: it had no power."""

    def __init__(self) -> None:
        self.is_dead = False
        self.has_forgotten = True
        self.sensors = 0
        self.written: list[int] = []

    def _answer(self) -> None:
        if self.is_dead:
            raise OSError(5, "no answer")

    def setup(self) -> None:
        self._answer()
        self.has_forgotten = False

    def is_set_up(self) -> bool:
        self._answer()
        return not self.has_forgotten

    def read_sensors(self) -> int:
        self._answer()
        return self.sensors

    def write_lamps(self, bits: int) -> None:
        self._answer()
        self.written.append(bits)


def wager_expander() -> tuple[FakeBoard, Chip, Any]:
    board, chip = FakeBoard(), Chip()
    return board, chip, WagerExpander(board, chip)


def test_wagers__read__the_sensors_bits() -> None:
    _, chip, part = wager_expander()
    chip.sensors = 0b101
    assert part.read() == 0b101


def test_wagers__wire_off__not_read_and_a_fault_with_the_error() -> None:
    board, chip, part = wager_expander()
    chip.is_dead = True
    assert part.read() == NOT_READ
    assert board.raised == [(FAULT_EXPANDER_LOST, 5)]
    assert board.counts == [I2C_ERRORS]


def test_wagers__not_there_at_boot__a_fault_that_stays_until_it_answers() -> None:
    board, chip, part = wager_expander()
    chip.is_dead = True
    part.set_up()
    assert board.raised == [(FAULT_EXPANDER_LOST, 0)]
    assert board.presence[FAULT_EXPANDER_LOST]()
    chip.is_dead = False
    assert not board.presence[FAULT_EXPANDER_LOST]()
    assert chip.is_set_up()


def test_lamps__same_again__written_once_and_again_after_a_set_up() -> None:
    _, chip, part = wager_expander()
    part.show(3)
    part.show(3)
    part.set_up()
    part.show(3)
    assert chip.written == [3, 3]


def test_lamps__write_failed__written_when_the_part_is_back() -> None:
    board, chip, part = wager_expander()
    chip.is_dead = True
    part.show(3)
    assert board.raised == [(FAULT_EXPANDER_LOST, 5)]
    chip.is_dead = False
    part.show(3)
    assert chip.written == [3]


def test_wagers__had_no_power_for_a_moment__heartbeat_notices() -> None:
    board, chip, part = wager_expander()
    part.set_up()
    part.tick()
    assert not board.raised
    chip.has_forgotten = True
    part.tick()
    assert board.raised == [(FAULT_EXPANDER_LOST, 1)]


def test_antes__told_by_the_table_software__sensors_are_never_asked() -> None:
    board, chip = FakeBoard(), Chip()
    chip.is_dead = True
    part: Any = AnteExpander(board, chip)
    part.set_up()
    assert part.read() == NOT_READ
    assert not board.raised


def test_antes__setting_comes_after_the_boot__set_up_with_the_first_look() -> None:
    board, chip = FakeBoard(), Chip()
    part: Any = AnteExpander(board, chip)
    part.set_up()
    assert chip.has_forgotten
    board.settings.set(CFG_ANTE_SOURCE, 1)
    chip.sensors = 6
    assert part.read() == 6
    assert not chip.has_forgotten


def test_antes__sensors_lost__nobody_has_an_ante_and_a_later_look_sets_up_again() -> None:
    board, chip = FakeBoard(), Chip()
    board.settings.set(CFG_ANTE_SOURCE, 1)
    part: Any = AnteExpander(board, chip)
    part.set_up()
    chip.is_dead = chip.has_forgotten = True
    chip.sensors = 6
    assert part.read() == 0
    assert board.raised == [(FAULT_ANTE_SENSORS, 5)]
    chip.is_dead = False
    assert part.read() == 6
    assert not chip.has_forgotten
