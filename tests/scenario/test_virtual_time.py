"""An idle hour: nothing happens, nothing wears out, and the boards stay well."""

from __future__ import annotations

from hw_sim.rig import Rig
from tests.conftest import usb_client


def test_hour__idle_table__passes_without_an_event_or_a_retry(rig: Rig) -> None:
    before = {name: usb_client(rig, name).status()["last_event"] for name in rig.boards}
    rig.kernel.run_for_ms(3_600_000)
    for name, board in rig.boards.items():
        client = usb_client(rig, name)
        status = client.status()
        assert status["uptime_s"] >= 3_600
        assert status["fault_count"] == 0
        assert board.board.boots == 1
        # the link went down while nobody asked, and came up again with this client
        assert status["last_event"] - before[name] == 2
        assert client.retries == 0
