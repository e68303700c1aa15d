"""What must not change when garbage comes in, read from a board over its own wire."""

from __future__ import annotations

from typing import Any

from faro.wire.client import Client

# these move by themselves while time passes
_MOVING = ("uptime_s", "heap_free_bytes", "heap_total_bytes", "supply_mv")


def snapshot(client: Client) -> dict[str, Any]:
    """Settings, faults, status and the journal's end."""
    client.hello()  # the boards know different settings
    settings = client.protocol.dictionary.settings.values()
    status = {k: v for k, v in client.status().items() if k not in _MOVING}
    return {
        "status": status,
        "faults": client.request("GET_FAULTS", first=0).fields,
        "settings": {
            spec.name: client.request("GET_SETTING", setting=spec.number).fields["value"]
            for spec in settings
        },
    }


def counters(client: Client) -> dict[str, int]:
    """The health counters by name."""
    names = client.protocol.dictionary.counters
    data: bytes = client.request("GET_HEALTH", first=0).fields["counters"]
    values = [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]
    return dict(zip(names, values, strict=True))
