"""USB and RS-485 on the chip: noise, direction pin, a host that stops reading."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from faro.wire.client import Client
from hw_sim.chip.transports import BusTransport
from tests.chip.report import Measure
from tests.chip.table import ChipTable

pytestmark = pytest.mark.xdist_group("lines")
ADDRESS = 0xB0
LATE_US = 100  # the driver may stay on so long after the last stop bit: about a byte's time
BYTE_US = 86.8


@pytest.fixture(scope="module")
def table(shared_table: ChipTable) -> ChipTable:
    """One board for the whole file."""
    return shared_table


def test_usb__garbage__next_request_answered(table: ChipTable) -> None:
    noise = random.Random(5)
    measure = Measure(table.chip)
    for _ in range(10):
        table.client.transport.write(noise.randbytes(400).replace(b"\n", b"?"))
        assert table.client.status()["fault_count"] == 0
    measure.done("4,000 bytes of noise on USB", table.client.status())


def test_bus__garbage__next_request_answered(table: ChipTable) -> None:
    noise = random.Random(6)
    client = Client(BusTransport(table.chip), ADDRESS, timeout_ms=400)
    for _ in range(5):
        table.chip.bus_send(noise.randbytes(300))
        table.wait(100)
        assert client.status()["fault_count"] == 0


def test_bus__frames__driver_on_before_and_off_right_after(table: ChipTable) -> None:
    table.wait(100)
    table.chip.take_seen()
    client = Client(BusTransport(table.chip), ADDRESS, timeout_ms=400)
    measure = Measure(table.chip)
    for _ in range(10):
        client.status()
        table.wait(20)
    seen = table.chip.take_seen()
    edges = [(level, ns) for name, level, ns in seen.edges if name == "de"]
    on = [ns for level, ns in edges if level]
    off = [ns for level, ns in edges if not level]
    assert len(on) == len(off) == 10
    late_us: list[float] = []
    for start, end in zip(on, off, strict=True):
        inside = [(s, e) for _byte, s, e in seen.bus if s >= start and s < end]
        assert inside and inside[0][0] >= start
        late_us.append((end - inside[-1][1]) / 1000)
        gaps = [(b[0] - a[1]) / 1000 for a, b in pairwise(inside)]
        assert max(gaps) < BYTE_US  # a frame leaves without holes
    measure.done("ten STATUS over RS-485", driver_late_us=[round(us) for us in late_us])
    assert all(0 <= us <= LATE_US for us in late_us), late_us
    assert len(seen.bus) == sum(
        any(a <= s and e <= b for a, b in zip(on, off, strict=True)) for _byte, s, e in seen.bus
    )  # no byte outside


def test_usb__host_stops_reading__watchdog_does_not_bite(table: ChipTable) -> None:
    chip = table.chip
    other = Client(BusTransport(chip), ADDRESS, timeout_ms=2_000)
    chip.usb_stall(True)
    frame = _status_frame(table)
    measure = Measure(chip)
    for _ in range(60):  # each answer would wait in vain
        chip.usb_send(frame)
        table.wait(200)
    measure.done("USB host stalled for 12 s")
    assert chip.resets["watchdog"] == 0
    assert other.status()["fault_count"] == 0  # the other line still lives
    table.place(3)
    table.wait(300)
    chip.usb_stall(False)
    table.wait(1_000)
    chip.seen.usb.clear()
    assert table.client.status()["state"] == 1
    assert "BET_PLACED" in [name for name, _fields in table.events()]


def _status_frame(table: ChipTable) -> bytes:
    """The bytes of a STATUS request, taken from the client on its way out."""
    sent: list[bytes] = []
    transport = table.client.transport
    write = transport.write
    transport.write = lambda data: (sent.append(data), write(data))[1]  # type: ignore[method-assign]
    try:
        table.client.timeout_ms, before = 20, table.client.timeout_ms
        tries, table.client.tries = table.client.tries, 1
        try:
            table.client.status()
        except Exception:  # noqa: BLE001 (nobody reads the answer)
            pass
        table.client.timeout_ms, table.client.tries = before, tries
    finally:
        transport.write = write  # type: ignore[method-assign]
    return sent[0]
