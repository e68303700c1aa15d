"""Eight hosts at one port, two of each role: they open, follow and act at once, on a bad line."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from faro.sim.rig import Rig
from faro.wire.client import Client
from tests.conftest import provisioned, usb_client
from tests.wire.conftest import boot
from tests.wire.shared_line import Host, HostTransport, SharedLine, run

ROLES = ("table", "supervisor", "inspector", "technician") * 2
PPM = 1_000
ACTIONS = 25
SEATS = 3


def _actions(role: str, seed: int) -> list[tuple[str, dict[str, Any]]]:
    rng = random.Random(seed)
    found: list[tuple[str, dict[str, Any]]] = []
    for _ in range(ACTIONS):
        if role == "technician":
            found.append(("SET_SETTING", {"setting": SEATS, "value": rng.randrange(1, 8)}))
        else:
            found.append(rng.choice([("TIME", {"utc_s": 1_800_000_000}), ("STATUS", {})]))
    return found


@pytest.mark.parametrize("kind", ["shoe", "meter"])
@pytest.mark.parametrize("seed", [1, 2])
def test_hosts__eight_at_once_on_a_damaged_line__nobody_is_put_out_and_all_have_every_event(
    make_rig: Callable[..., Rig], kind: str, seed: int
) -> None:
    rig = boot(make_rig(kind))
    keys = provisioned(rig, kind)
    end = rig.boards[kind].usb_host
    line = SharedLine(end, PPM, seed)
    hosts: list[Host] = []
    for i, role in enumerate(ROLES):
        client = Client(HostTransport(rig, end, line, 0x81 + i))
        hosts.append(Host(client, role, _actions(role, seed * 100 + i)))
    run(rig, line, hosts, keys, 600_000)
    last = usb_client(rig, kind).status()["last_event"]
    for i, host in enumerate(hosts):
        assert host.client.protocol.own == 0x81 + i  # as HELLO_REPLY said
        assert host.is_done and host.refusals == []
        assert host.client.protocol.session is not None
        assert [number for number, _ms in host.events] == list(range(1, last + 1))
    assert sum(host.client.retries for host in hosts) > 20  # the line was bad indeed
