"""How scenarios give orders to a board: the one place that knows about keys, sessions and roles."""

from __future__ import annotations

import hashlib
from typing import Any

from faro.wire.client import Client
from faro.wire.keys import ROLES, DeviceKeys
from faro.wire.protocol import Message


class BenchClient(Client):
    """A client that opens the session an order needs, once per boot and role."""

    role = ""

    def as_role(self, role: str) -> None:
        """Speak as a role from now on."""
        if self.role != role:
            self.open_session(bench_keys(self.identity.unique_id), role)
            self.role = role


def bench_keys(unique_id: str) -> DeviceKeys:
    """Give the keys of the bench's board: the same ones always, so that a case replays."""
    roles = {name: hashlib.sha256(name.encode()).digest() for name in ROLES}
    return DeviceKeys(unique_id, "shoe", hashlib.sha256(b"device").digest(), roles)


def command(client: BenchClient, name: str, **fields: Any) -> Message:
    """Order something as the technician and wait for the answer; raises Refused, NoAnswer."""
    client.as_role("technician")
    return client.request(name, **fields)


def tell(client: BenchClient, name: str, **fields: Any) -> None:
    """Tell the board something as the table software; there is no answer (ACK)."""
    client.as_role("table")
    client.send(name, **fields)


def reset_store(client: BenchClient) -> None:
    """Make the board forget everything: the technician asks, the inspector confirms."""
    command(client, "RESET_STORE")
    client.as_role("inspector")
    client.confirm(client.deed())
