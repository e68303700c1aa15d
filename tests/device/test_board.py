"""What any Faro board must do on its USB port: a real one with PORT=…, else a simulated one.

Changes nothing on the board that a table would notice.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from faro.sim.rig import Rig
from faro.wire.client import Client
from hw_sim.live import LiveTable


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """`make device-test PORT=…` names a real port; without it a simulated shoe is started."""
    port = os.environ.get("FARO_DEVICE_PORT")
    if port:
        yield port
        return
    with LiveTable(Rig(("shoe",))) as live:
        yield live.url("shoe")


def test_device__hello_and_status__consistent(url: str) -> None:
    with Client.open(url) as client:
        status = client.status()
        assert client.identity.kind in (1, 2)
        assert 0 < status["heap_free_bytes"] < status["heap_total_bytes"]
        assert status["boot_count"] == client.identity.boot_count


def test_device__dictionary__as_its_crc_says(url: str) -> None:
    with Client.open(url) as client:
        assert client.describe().crc == client.identity.dictionary_crc


def test_device__terminal__readable_line(url: str) -> None:
    with Client.open(url) as client:
        assert "supply" in client.text("stat")[0]


def test_device__garbage__next_request_answered(url: str) -> None:
    noise = random.Random(5)
    with Client.open(url) as client:
        before = client.status()["fault_count"]
        for _ in range(20):
            client.transport.write(noise.randbytes(400).replace(b"\n", b"?"))
            assert client.status()["fault_count"] == before


def test_device__journal__chain_is_whole(url: str) -> None:
    from faro.journal.commands import fetch
    from faro.journal.file import RING_NAMES, Record

    with Client.open(url) as client:
        _, records, _, _ = fetch(client)
    parsed = [Record.parse(raw) for raw in records]
    assert all(record.is_crc_good for record in parsed)
    for ring in range(len(RING_NAMES)):
        own = [record for record in parsed if record.ring == ring]
        assert all(after.previous == before.digest for before, after in pairwise(own))
