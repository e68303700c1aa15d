"""`faro table run`: the reference table program on a terminal; the thin loop around `run.py`."""

from __future__ import annotations

import json
import queue
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import click
from rich.text import Text

from faro.console import FILE, console, json_option, load_keys
from faro.rounds.commands import table
from faro.rounds.seats import parse_seats
from faro.table.link import Link
from faro.table.run import TableRun
from faro.table.state_file import TableState
from faro.wire.client import Client
from faro.wire.errors import BadInput, FaroError
from faro.wire.ports import url_of
from firmware.rounds.deal_order import DECISION_NAMES
from firmware.rounds.findings import FINDINGS, NO_PLACE
from firmware.rounds.games import catalogue
from firmware.rounds.games.vocabulary import EQUIPMENT_NAMES
from firmware.ruling.told_table import TOLD

_QUIET_S = 0.2  # between two looks when nothing happens
HELP = (
    "seats 1,3,5   who has an ante        pack     shuffled cards are in the shoe",
    "decide 3 draws                       end      the round is settled",
    "report no_decision 3                 yes, no, seat 3  the supervisor's answer",
    "round 41, round none: which round of the shoe is the meter's       quit",
)


@table.command("run")
@click.option("--shoe", default="shoe", show_default=True, help="The shoe: name, number or port.")
@click.option("--shoe-keys", type=FILE, required=True, help="The table's key file for the shoe.")
@click.option("--meter", help="The meter, where the game has a jackpot.")
@click.option("--meter-keys", type=FILE, help="The table's key file for the meter.")
@click.option("--supervisor", type=FILE, help="The supervisor's key file for the shoe.")
@click.option("--state", type=FILE, required=True, help="Where the program keeps its place.")
@click.option("-g", "--game", help="Open this game if the table is closed.")
@click.option("-s", "--seats", default="none", show_default=True, help="Seats with antes then.")
@click.option("--equipment", type=click.Choice(list(EQUIPMENT_NAMES)), default="shoe", help="Then.")
@json_option
def run_table(
    shoe: str,
    shoe_keys: Path,
    meter: str | None,
    meter_keys: Path | None,
    supervisor: Path | None,
    state: Path,
    game: str | None,
    seats: str,
    equipment: str,
    is_json: bool,
) -> None:
    """Run a table: follow the shoe's rounds, tell the meter, ask the supervisor's questions."""
    if (meter is None) != (meter_keys is None):
        raise BadInput("--meter and --meter-keys belong together")
    program = TableRun(
        TableState(state),
        _link(shoe, shoe_keys),
        None if not meter or not meter_keys else _link(meter, meter_keys),
        _say_json if is_json else console.print,
        lambda: time.monotonic_ns() // 1_000_000,
        load_keys(supervisor) if supervisor else None,
    )
    program.turn()
    if game:
        open_game(program, game, seats, EQUIPMENT_NAMES.index(equipment))
    for line in () if is_json else HELP:
        console.print(f"[dim]{line}[/]")
    _loop(program, _typed_lines())


def _say_json(text: str) -> None:
    """One object a line, as it happens."""
    print(json.dumps({"text": Text.from_markup(text).plain}), flush=True)


def _link(port: str, keys: Path) -> Link:
    """Looked for anew each time: a board that was plugged in again may have another path."""
    return Link(lambda: Client.open(url_of(port)), load_keys(keys))


def open_game(program: TableRun, game: str, seats: str, equipment: int = 0) -> None:
    """The game, unless one is open."""
    number = catalogue.number_of(game)
    if not number:
        raise BadInput(f"there is no game '{game}'")
    if not program.core.shoe_rounds.game:
        areas = parse_seats(seats)
        fields = {"game": number, "equipment": equipment, "decks": 0, "areas": areas}
        program.shoe.request("OPEN_TABLE", **fields)


def _typed_lines() -> queue.Queue[str | None]:
    """What people type; None at its end."""
    lines: queue.Queue[str | None] = queue.Queue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line)
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    return lines


def _loop(program: TableRun, lines: queue.Queue[str | None]) -> None:
    """Until 'quit' or the end of the input."""
    while True:
        is_told = program.turn()
        try:
            line = lines.get(timeout=0 if is_told else _QUIET_S)
        except queue.Empty:
            continue
        if line is None or line.strip() == "quit":
            return
        try:
            do(program, line)
        except FaroError as error:
            console.print(f"[red]{error}[/]")


def do(program: TableRun, line: str) -> None:
    """One line that somebody typed."""
    words = line.split()
    if not words:
        return
    act = _VERBS.get(words[0])
    if act is None:
        raise BadInput(f"'{words[0]}' is nothing to type here: " + ", ".join(_VERBS))
    try:
        act(program, *words[1:])
    except (TypeError, ValueError):
        raise BadInput(f"'{line.strip()}' makes no sense; see the help") from None


def _seats(program: TableRun, seats: str) -> None:
    program.shoe.request("SET_AREAS", areas=parse_seats(seats))


def _pack(program: TableRun) -> None:
    program.shoe.request("PACK_LOADED")


def _end(program: TableRun) -> None:
    program.shoe.request("END_ROUND", is_void=0)


def _decide(program: TableRun, seat: str, decision: str) -> None:
    number = DECISION_NAMES.index(decision)
    program.shoe.request("DECIDE", seat=int(seat), decision=number)


def _report(program: TableRun, name: str, seat: str = "") -> None:
    codes = {row[1].lower(): row[0] for row in (*FINDINGS, *TOLD)}
    if name.lower() not in codes:
        raise BadInput(f"there is no finding '{name}'; 'faro ruling --list' names them")
    place = int(seat) if seat else NO_PLACE
    fields = {"irregularity": codes[name.lower()], "place": place, "detail": 0}
    program.shoe.request("REPORT_FINDING", **fields)


def _round(program: TableRun, number: str) -> None:
    if program.core.question is None:
        raise BadInput("nobody asks for a round")
    meter_round, rounds = program.core.question
    chosen = 0 if number == "none" else int(number)
    if chosen and chosen not in rounds:
        raise BadInput(f"one of {', '.join(map(str, rounds))}, or none")
    program.core.match(meter_round, chosen)


def _yes(program: TableRun) -> None:
    program.answer(True)


def _no(program: TableRun) -> None:
    program.answer(False)


def _whose(program: TableRun, seat: str) -> None:
    program.answer(True, int(seat))


def _help(_program: TableRun) -> None:
    console.print("\n".join(HELP))


_VERBS: dict[str, Callable[..., None]] = {
    "seats": _seats,
    "pack": _pack,
    "decide": _decide,
    "end": _end,
    "report": _report,
    "yes": _yes,
    "no": _no,
    "seat": _whose,
    "round": _round,
    "help": _help,
}
COMMANDS = (table,)
