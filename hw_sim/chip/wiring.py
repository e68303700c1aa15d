"""The meter's rows as the emulated board wants them; the levels of a table that waits for play."""

from __future__ import annotations

from typing import Any

from boards.wiring import load_ports, load_signals

_BOARD = "meter_pico"
_SENSORS = 7
_HOLDS_AT_REST = ("PIN_LID",)  # what is active when nothing is wrong and nobody does anything


def meter_wiring() -> dict[str, Any]:
    """Signals without their prefix; `resting` only for inputs."""
    rows = load_signals(_BOARD)
    signals = {
        name.removeprefix("PIN_"): {
            "pin": row.pin,
            "active": row.active,
            "resting": row.level(name in _HOLDS_AT_REST) if row.way == "in" else None,
        }
        for name, row in rows.items()
    }
    ports = load_ports(_BOARD)
    empty = {name: row.level(False) * ((1 << _SENSORS) - 1) for name, row in ports.items()}
    return {
        "signals": signals,
        "seats": empty["BET_SENSORS"],
        "antes": empty["ANTE_SENSORS"],
        "supplyFullScaleMv": rows["ADC_SUPPLY"].full_scale,
    }
