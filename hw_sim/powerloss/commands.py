"""How scenarios give orders to a board: the one place that knows about sessions and roles."""

from __future__ import annotations

from typing import Any

from faro.client import Client
from faro.protocol import Message


def command(client: Client, name: str, **fields: Any) -> Message:
    """Send a request that changes something and wait for its answer; raises Refused, NoAnswer."""
    return client.request(name, **fields)


def tell(client: Client, name: str, **fields: Any) -> None:
    """Send a message that changes something and has no answer (ACK)."""
    client.send(name, **fields)
