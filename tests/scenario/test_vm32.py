"""The 32-bit VM, where `make vm32` has built it: the same bytes as on the 64-bit one."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from faro.build.compile import compiled
from faro.build.mpy_file import loaded_bytes
from faro.build.vm32 import PROGRAM
from faro.sim.heaps import chip_heap_bytes, simulation_bytes, vm_heap_bytes
from faro.sim.rig import Rig
from faro.wire.events import Event
from hw_sim.heap_marks import FOLDER_VARIABLE, read_marks
from tests.conftest import usb_client

_LEAST_FREE_PERCENT = 25  # of a shoe that has booted: an enrolment takes another 5
_TABLE = """
import micropython
ROWS = tuple_of_rows
class Asked:
    def row(self, number):
        return ROWS[number] if number < len(ROWS) else ROWS[0]
@micropython.viper
def machine_code(n: int) -> int:
    return n + 1
"""
_LOOK = """
import gc
gc.collect()
before = gc.mem_alloc()
import frozen_on_the_chip
gc.collect()
print(gc.mem_alloc() - before)
"""
_PAST_THE_WRAP_MS = 18 * 60_000 + 30_000  # 2^30 µs are 17 minutes 54 seconds


def _story() -> list[Event]:
    # the images differ in length, and so does a boot's check: times count from the first event on
    with Rig(("meter",), 7) as rig:
        rig.power_on()
        rig.wait_ready()
        rig.kernel.run_for_ms(_PAST_THE_WRAP_MS)
        rig.boards["meter"].set_lid(True)
        rig.kernel.run_for_ms(5_000)
        events = list(usb_client(rig, "meter").events(0))
    booted_ms = next(event.time_ms for event in events if event.time_ms)
    return [
        replace(event, time_ms=max(event.time_ms - booted_ms, 0))
        for event in events
        if event.name != "SELF_TEST_PASSED"  # tells how long the boot took
    ]


@pytest.mark.skipif(not PROGRAM.is_file(), reason="make vm32 builds it")
def test_vm32__longer_than_its_clock__same_events_at_the_same_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("MICROPYTHON", raising=False)
    wide = _story()
    monkeypatch.setenv("MICROPYTHON", str(PROGRAM))
    assert _story() == wide
    assert len(wide) > 3


@pytest.mark.skipif(not PROGRAM.is_file(), reason="make vm32 builds it")
def test_vm32__module_from_a_file__costs_what_is_taken_off_and_little_more(tmp_path: Path) -> None:
    rows = tuple((n, f"NAME_OF_ROW_{n}", "<BHI", f"first{n} second third") for n in range(40))
    data = compiled("table.py", _TABLE.replace("tuple_of_rows", repr(rows)), "x86")
    (tmp_path / "frozen_on_the_chip.mpy").write_bytes(data)
    done = subprocess.run(
        [PROGRAM, "-c", _LOOK], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    taken_off = loaded_bytes(data, ())
    assert taken_off <= int(done.stdout) <= taken_off + 600  # module, class, functions
    assert taken_off > 40 * 100


@pytest.mark.skipif(not PROGRAM.is_file(), reason="make vm32 builds it")
def test_vm32__booted_shoe__leaves_room_in_the_chips_heap(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MICROPYTHON", str(PROGRAM))
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    with Rig(("shoe",), 7) as rig:
        rig.power_on()
        rig.wait_ready()
        rig.kernel.run_for_ms(20_000)
    (marks,) = read_marks(tmp_path)
    extra = simulation_bytes("shoe_pico2")
    free_percent = 100 * marks.least_free_bytes / (marks.total_bytes - extra)
    assert free_percent >= _LEAST_FREE_PERCENT


def test_heaps__either_vm__come_from_the_chip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MICROPYTHON", raising=False)
    for board in ("meter_pico", "shoe_pico2"):
        narrow = chip_heap_bytes(board) + simulation_bytes(board)
        assert vm_heap_bytes(board, 1000) == 2 * narrow + 1000
