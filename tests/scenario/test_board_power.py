"""A plug pulled while a board is about to start again: it stays off, and later runs once."""

from __future__ import annotations

from pathlib import Path

import pytest

from faro.sim.rig import Rig

_RESETS = """
from machine import reset
from time import sleep_ms
sleep_ms(100)
reset()
"""
_HANGS = """
from machine import WDT
WDT(timeout=5_000)
while True:
    pass
"""


@pytest.mark.parametrize("program", (_RESETS, _HANGS), ids=("reset", "hang"))
def test_power__cut_before_the_next_boot__no_board_runs_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setattr("hw_sim.vm.HANG_LIMIT_S", 0.2)
    monkeypatch.setattr("hw_sim.vm._LOOK_MS", 100)
    (tmp_path / "base").mkdir()
    (tmp_path / "base/main.py").write_text(program)  # in the place of the loader
    with Rig(("meter",), 1, [tmp_path]) as rig:
        board = rig.boards["meter"].board
        board.power_on()
        rig.kernel.run_for_ms(10_000, lambda: not board.vm.is_running)
        board.power_off()
        rig.kernel.run_for_ms(10_000)
        assert not board.vm.is_running
        assert (board.boots, board.watchdog_bites) == (1, 0)
