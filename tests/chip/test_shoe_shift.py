"""All drivers of the shoe at once, at full speed: nothing is lost.

`make chip-minute` works longer.
"""

from __future__ import annotations

from tests.chip.shift_truth import Work
from tests.chip.shoe_bench import ShoeBench, good_image

CARDS = 11  # ten one way, a rest with an erase, one the other way


def test_shift__everything_at_once__nothing_lost() -> None:
    board = ShoeBench(good_image())
    result = Work(board, CARDS).run()
    print(result.table())
    assert result.faults == {}
    assert {name: row for name, row in result.rows.items() if row[0] != row[1]} == {}
    board.power_off()
    board.close()
