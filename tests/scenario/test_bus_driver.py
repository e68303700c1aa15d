"""The RS-485 driver on the simulator: the same hard alarm as on the chip, on virtual time."""

from __future__ import annotations

import pytest

from faro.sim.rig import Rig
from tests.conftest import bus_client

LATE_US = 200  # an interrupt is charged with 60
ADDRESS = {"meter": 0xB0, "shoe": 0xA0}


@pytest.mark.parametrize("kind", ["meter", "shoe"])
def test_bus__frames_over_many_heartbeats__driver_off_right_after_each(make_rig, kind: str) -> None:
    rig: Rig = make_rig(kind)
    rig.power_on()
    rig.wait_ready()
    board = rig.boards[kind]
    edges: list[tuple[int, int]] = []
    pin = board.board.pin(board.pins.PIN_RS485_DE)
    pin.watchers.append(lambda level: edges.append((level, rig.kernel.now_us)))
    rig.bus.trace = []
    cut_off = rig.bus.cut_off_bytes
    client = bus_client(rig, ADDRESS[kind])
    for turn in range(150):
        client.status()
        rig.kernel.run_for_ms(turn % 23)
    sent = [
        start_us + (len(data) * rig.bus.byte_ns + 999) // 1000
        for start_us, name, data in rig.bus.trace
        if name != rig.bus_host.name
    ]
    on = [us for level, us in edges if level]
    off = [us for level, us in edges if not level]
    assert len(on) == len(off) == len(sent) == 150
    late_us = [end - last for last, end in zip(sent, off, strict=True)]
    assert [us for us in late_us if not 0 <= us <= LATE_US] == []
    assert rig.bus.cut_off_bytes == cut_off and rig.bus.collisions == 0
