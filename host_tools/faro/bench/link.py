"""Round trips and events per second of this client beside other stacks, on this machine, now.

The machine is noisy, so the contenders take turns (A B C A B C …) and the medians count.
"""

from __future__ import annotations

import os
import platform
from contextlib import ExitStack, closing
from statistics import median
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table

from faro.bench.contender import Contender
from faro.bench.others import MavlinkSigned, ModbusRtu, SerialEcho
from faro.bench.shoe_board import ShoeAsync, ShoeEvents, ShoeStatus, ShoeTagged

ROUNDS = 5
_ECHO_BYTES = 36  # STATUS has 15 bytes, its answer 57: together as many as 36 there and back
# places in the list of contenders
_STATUS, _ASYNC, _TAGGED, _MODBUS, _MAVLINK, _ECHO = 0, 1, 2, 4, 5, 6
_RATIOS: tuple[tuple[str, int, int, float | None], ...] = (  # name, ours, theirs, goal
    ("faro async / pymodbus RTU async", _ASYNC, _MODBUS, 2.0),
    ("faro, one by one / pymodbus RTU async", _STATUS, _MODBUS, None),
    ("faro tagged / pymavlink signed", _TAGGED, _MAVLINK, 1.0),
    ("faro / pymavlink signed", _STATUS, _MAVLINK, None),
    ("faro / bare echo", _STATUS, _ECHO, None),
)
NOTE = (
    "Every client runs in this process, every peer in another one behind a pseudo terminal. "
    "Faro's peer is the board's firmware in MicroPython under the simulator; the others' peers "
    "are their own Python servers. MAVLink frames are signed, Faro's tagged ones likewise; the "
    "plain STATUS needs no session and has a CRC-32 only. The simulator stays on one core and "
    "keeps polling for 0.2 ms after each input; the others' peers are placed by the system and "
    "sleep at once."
)


def run(seconds: float = 15.0, rounds: int = ROUNDS) -> dict[str, Any]:
    """Measure all contenders in turns for about so long in total; plain data, fit for JSON."""
    with ExitStack() as stack:
        contenders: list[Contender] = [
            stack.enter_context(closing(make()))
            for make in (
                ShoeStatus,
                ShoeAsync,
                ShoeTagged,
                ShoeEvents,
                ModbusRtu,
                MavlinkSigned,
                lambda: SerialEcho(_ECHO_BYTES),
            )
        ]
        turn_s = seconds / rounds / len(contenders)
        rates: list[list[float]] = [[] for _ in contenders]
        for _ in range(rounds):
            for contender, measured in zip(contenders, rates, strict=True):
                measured.append(contender.measure(turn_s))
        rows = [
            {
                "name": contender.name,
                "what": contender.what,
                "unit": contender.unit,
                "per_second": round(median(measured), 1),
                "least": round(min(measured), 1),
                "most": round(max(measured), 1),
            }
            for contender, measured in zip(contenders, rates, strict=True)
        ]
    ratios = {
        name: {"ratio": round(_median_ratio(rates[ours], rates[theirs]), 2), "goal": goal}
        for name, ours, theirs, goal in _RATIOS
    }
    return {
        "contenders": rows,
        "ratios": ratios,
        "rounds": rounds,
        "turn_s": round(turn_s, 3),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "note": NOTE,
    }


def _median_ratio(ours: list[float], theirs: list[float]) -> float:
    """A ratio per round, then the median: what slows a whole round down cancels out."""
    return median(a / b for a, b in zip(ours, theirs, strict=True))


def render(result: dict[str, Any]) -> RenderableType:
    """The result as a table and a line per ratio."""
    table = Table(title="link benchmark", title_justify="left")
    table.add_column("contender")
    table.add_column("median", justify="right")
    table.add_column("least – most", justify="right", style="dim")
    table.add_column("unit")
    table.add_column("what", style="dim")
    for row in result["contenders"]:
        table.add_row(
            row["name"],
            f"{row['per_second']:,.0f}",
            f"{row['least']:,.0f} – {row['most']:,.0f}",
            row["unit"],
            row["what"],
        )
    ratios = Table(box=None, show_header=False, pad_edge=False)
    for name, ratio in result["ratios"].items():
        goal, words = ratio["goal"], ("", "")
        if goal is not None:
            mark = "[green]reached[/]" if ratio["ratio"] >= goal else "[red]missed[/]"
            words = (f"goal ≥ {goal:g}", mark)
        ratios.add_row(name, f"{ratio['ratio']:.2f}", *words)
    conditions = (
        f"[dim]{result['rounds']} rounds of {result['turn_s']} s each in turn, medians; "
        f"{result['cores']} cores, Python {result['python']}. {result['note']}[/]"
    )
    return Group(table, ratios, conditions)
