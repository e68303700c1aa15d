"""Bad code in a task of the whole firmware: the place is told, and the board starts afresh."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from faro.board.commands import faults_of
from faro.sim.rig import Rig
from firmware.board.failures import KINDS, NO_REQUEST
from hw_sim.vm_process import SimError
from tests.conftest import has_failed, usb_client

BAD_BEAT = '''
from firmware import shoe
from firmware.board import heartbeat

_keep_house = heartbeat.Heartbeat.keep_house


def _bad(self):
    if self._beats == 3 and self._board.boot_count == 1:
        self._board.no_such_part()
    _keep_house(self)


heartbeat.Heartbeat.keep_house = _bad
run = shoe.main
'''


@pytest.fixture
def bad_rig(tmp_path: Path) -> Iterator[Rig]:
    (tmp_path / "main.py").write_text(BAD_BEAT)
    rig = Rig(("shoe",), 1, extra_path=(tmp_path,))
    yield rig
    rig.close()


def test_task__meets_bad_code__program_ends_and_the_next_boot_knows_why(bad_rig: Rig) -> None:
    board = bad_rig.boards["shoe"].board
    bad_rig.power_on()
    bad_rig.wait_ready()
    with pytest.raises(SimError, match="no_such_part"):  # the watchdog's five seconds begin
        bad_rig.kernel.run_for_ms(10_000)
    assert has_failed(bad_rig, "shoe")
    board.power_off()
    bad_rig.kernel.run_for_ms(200)
    board.power_on()
    bad_rig.wait_ready()
    client = usb_client(bad_rig, "shoe")
    (fault,) = [f for f in faults_of(client) if f["name"] == "PROGRAM_ERROR"]
    assert fault["detail"] >> 24 == NO_REQUEST
    assert KINDS[(fault["detail"] >> 16 & 0xFF) - 1] is AttributeError
    assert fault["detail"] & 0xFFFF == BAD_BEAT[: BAD_BEAT.index("no_such_part")].count("\n") + 1
    (told,) = [event for event in client.events(0) if event.name == "PROGRAM_ERROR"]
    assert told.fields["line"] == fault["detail"] & 0xFFFF
