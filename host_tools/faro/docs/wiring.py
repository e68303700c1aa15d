"""The tables of boards/*/WIRING.md from the signals' rows; the prose around them is by hand."""

from __future__ import annotations

from boards.wiring import Signal, load_ports, load_signals
from faro.docs.marks import renewed, table

BOARDS = ("shoe_pico2", "meter_pico")
_LEVELS = ("low", "high")
# Pins along the edges of a Raspberry Pi Pico: the others are ground, supply and reset.
_PICO_EDGE = (0, 1, -1, 2, 3, 4, 5, -1, 6, 7, 8, 9, -1, 10, 11, 12, 13, -1, 14, 15,
              16, 17, -1, 18, 19, 20, 21, -1, 22, -1, 26, 27, -1, 28)  # fmt: skip


def wiring_markdown(board: str) -> str:
    return renewed(f"boards/{board}/WIRING.md", signals=_tables(board))


def _tables(board: str) -> str:
    has_header = board == "meter_pico"
    names = ["name", "pin", *(["header"] if has_header else []), "way"]
    names += ["pull outside, inside", "level", "nobody drives it", "goes to"]
    rows = [names]
    for signal in load_signals(board).values():
        header = [str(_PICO_EDGE.index(signal.pin) + 1)] if has_header else []
        rows.append([signal.name, f"GP{signal.pin}", *header, *_cells(signal)])
    ports = [[s.name, f"{s.part} {s.pins}", *_cells(s)] for s in load_ports(board).values()]
    more = "\n\n" + table(["name", "pins", "way", *names[-4:]], *ports) if ports else ""
    return table(*rows) + more


def _cells(signal: Signal) -> list[str]:
    pull = ", ".join([signal.outside or "–", signal.inside or "–"])
    return [signal.way, pull, _level(signal), _rest(signal), signal.to]


def _level(signal: Signal) -> str:
    if signal.full_scale:
        return f"3.3 V: {signal.full_scale} {signal.unit}"
    if signal.active < 0:
        return "–"
    return f"{_LEVELS[signal.active]}: {signal.means}"


def _rest(signal: Signal) -> str:
    if signal.rest is None:
        return "–"
    meaning = f": {signal.meaning(signal.rest)}" if signal.active >= 0 else ""
    return _LEVELS[signal.rest] + meaning
