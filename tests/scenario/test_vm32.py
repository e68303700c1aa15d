"""The 32-bit VM, where `make vm32` has built it: the same bytes as on the 64-bit one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from faro.build.vm32 import PROGRAM
from faro.sim.heaps import chip_heap_bytes, simulation_bytes, vm_heap_bytes
from faro.sim.rig import Rig
from faro.wire.events import Event
from tests.conftest import usb_client

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


def test_heaps__either_vm__come_from_the_chip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MICROPYTHON", raising=False)
    for board in ("meter_pico", "shoe_pico2"):
        narrow = chip_heap_bytes(board) + simulation_bytes(board)
        assert vm_heap_bytes(board, 1000) == 2 * narrow + 1000
