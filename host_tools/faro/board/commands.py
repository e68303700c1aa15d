"""Commands that ask a board: ports, status, events, describe, text."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faro.console import (
    FILE,
    Target,
    board_options,
    columns,
    console,
    json_option,
    print_json,
    progress,
    tell,
    utc_option,
)
from faro.wire.errors import FaroError
from faro.words.clock import off_text, when_text

if TYPE_CHECKING:  # `faro status` is to answer at once: what it does not need is not loaded
    from faro.wire.client import Client
    from faro.wire.conversation import Last
    from faro.wire.dictionary import Dictionary
    from faro.wire.events import Event
    from faro.wire.ports import FoundPort


@click.command()
@click.option("-a", "--all", "is_all", is_flag=True, help="Other serial ports as well.")
@json_option
def ports(is_all: bool, is_json: bool) -> None:
    """List the boards here, simulated and real, by name and number.

    Any of them goes after -p: shoe, meter, a serial number or its first letters, a path.
    """
    from faro.wire.ports import find_boards, other_ports

    with progress("asking the boards", is_json):
        boards = find_boards()
        others = other_ports() if is_all else []
    if is_json:
        print_json([port.as_json() for port in (*boards, *others)])
        return
    rows = [
        (port.name or "-", port.serial or "-", port.url, _what(port)) for port in (*boards, *others)
    ]
    for line in columns(rows, ("name", "serial number", "port", "what")):
        console.print(line)
    if not rows:
        console.print("No boards here. Plug one in, or start 'faro sim'.")


def _what(port: FoundPort) -> str:
    text = "RS-485, all boards" if port.kind == "bus" else port.board or port.note
    return f"simulated {text}" if port.is_simulated else text


@click.command()
@board_options
@utc_option
def status(target: Target, is_utc: bool) -> None:
    """Show who a board is and how it is doing."""
    with target.open() as client:
        report = status_report(client)
    if target.is_json:
        print_json(report)
        return
    rows = [(f"[bold]{label}[/]", text) for label, text in status_rows(report, is_utc)]
    for line in columns(rows):
        console.print(line)


def status_report(client: Client) -> dict[str, Any]:
    """Identity, status, faults and counters of one board as plain data."""
    from faro.wire.events import clock_name, iso_utc

    identity = client.identity
    fields = client.status()
    version = "{micropython_major}.{micropython_minor}.{micropython_patch}"
    return {
        "board": identity.name,
        "kind": identity.kind_name,
        "firmware": identity.version,
        "unique_id": identity.unique_id,
        "address": identity.address,
        "micropython": version.format(**fields),
        "state": _state_name(fields["state"]),
        "state_number": fields["state"],
        "faults": faults_of(client) if fields["fault_count"] else [],
        **{k: v for k, v in fields.items() if not k.startswith(("micropython", "state"))},
        "utc": iso_utc(fields["utc_s"]),
        "clock_text": clock_name(fields["clock"]),
        "clock_off_s": fields["utc_s"] - int(time.time()) if fields["utc_s"] else None,
    }


def _state_name(state: int) -> str:
    from firmware.board.board_state import STATE_NAMES

    return STATE_NAMES[state] if state < len(STATE_NAMES) else f"state {state}"


def status_rows(report: dict[str, Any], is_utc: bool = False) -> list[tuple[str, str]]:
    """The status in words."""
    free, total = report["heap_free_bytes"], report["heap_total_bytes"]
    clock = "not set; the next session sets it"
    if report["utc_s"]:
        now = when_text(report["utc_s"], report["clock"], is_utc)
        clock = f"{now}, {off_text(report['clock_off_s'])}"
    rows = [
        ("board", f"{report['board']} ({report['kind']}), serial number {report['unique_id']}"),
        ("firmware", f"{report['firmware']} on MicroPython {report['micropython']}"),
        ("state", f"[{_colour(report['state'])}]{report['state']}[/]"),
        ("up for", f"{_duration(report['uptime_s'])}, boot number {report['boot_count']}"),
        ("clock", clock),
        ("supply", f"{report['supply_mv'] / 1000:.2f} V"),
        ("memory", f"{free // 1024} kB free of {total // 1024} kB"),
        ("events", f"{report['first_event']} to {report['last_event']}"),
    ]
    for fault in report["faults"]:
        rows.append(("fault", f"[red]{fault['name']}[/]: {fault['text']} {fault['steps']}"))
    return rows


def _duration(seconds: int) -> str:
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours} h {minutes} min" if hours else f"{seconds} s"


def _colour(state: str) -> str:
    return {"ready": "green", "warning": "yellow"}.get(state, "red")


def faults_of(client: Client) -> list[dict[str, Any]]:
    """Active faults with their words."""
    import struct

    from faro.words import board as words
    from firmware.board.rows import FAULT_RECORD

    found: list[dict[str, Any]] = []
    while True:
        fields = client.request("GET_FAULTS", first=len(found)).fields
        if not fields["count"]:
            return found
        for code, detail, number in struct.iter_unpack(FAULT_RECORD[0], fields["records"]):
            spec = client.protocol.dictionary.faults[code]
            text, steps = words.FAULTS.get(spec.name, (spec.name, ""))
            found.append(
                {
                    "code": code,
                    "name": spec.name,
                    "severity": words.SEVERITIES[spec.severity],
                    "detail": detail,
                    "event": number,
                    "text": text,
                    "steps": steps,
                }
            )


@click.command()
@board_options
@click.option("--after", type=int, default=None, help="Only events after this number.")
@click.option("-f", "--follow", is_flag=True, help="Keep going; reconnects by itself.")
@click.option("--count", type=int, default=None, help="Stop after so many events.")
@click.option(
    "--log",
    type=FILE,
    help="Append each event to this file before it is acknowledged; goes on where it ended.",
)
@utc_option
def events(
    target: Target,
    after: int | None,
    follow: bool,
    count: int | None,
    log: Path | None,
    is_utc: bool,
) -> None:
    """Show what a board has reported."""
    from faro.wire.client import Follower
    from faro.words.board import event_sentence

    last = last_logged(log) if log is not None else None
    start: Last = after or 0 if last is None or last.number < (after or 0) else last
    seen = 0
    if follow:
        follower = Follower(target.url, target.address, start, is_acking=log is not None)
        source: Iterator[Event | None] = follower.events()
    else:
        source = _recorded(target, start)
    for event in source:
        if event is None:
            continue
        sentence = event_sentence(event.name, event.fields)
        told = {**event.as_json(), "text": sentence}
        if log is not None:
            append_durably(log, told)
        when = when_text(event.utc_s, event.clock, is_utc)
        target.tell(told, f"[dim]{event.number:6}  {when}  {_uptime(event)}[/]  {sentence}")
        seen += 1
        if seen == count:
            return


def _uptime(event: Event) -> str:
    return f"{event.time_ms / 1000:9.3f} s"


def _recorded(target: Target, after: Last) -> Iterator[Event]:
    with target.open() as client:
        yield from client.events(after)


def last_logged(log: Path) -> Event | None:
    """The event of the last complete line; a half-written last line is cut off."""
    from faro.wire.events import Event

    if not log.exists():
        return None
    data = log.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        os.truncate(log, len(whole))
    lines = whole.splitlines()
    try:
        return Event.from_json(json.loads(lines[-1])) if lines else None
    except (ValueError, KeyError, TypeError):
        raise FaroError(f"{log} is not an event log of 'faro events --log'") from None


def append_durably(log: Path, told: dict[str, Any]) -> None:
    """On disk before this returns, so that the board may be told that it is safe."""
    try:
        with log.open("a") as file:
            file.write(json.dumps(told) + "\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise FaroError(f"cannot write {log}: {error.strerror}") from None


@click.command()
@board_options
def describe(target: Target) -> None:
    """Print the board's dictionary: messages, events, faults, settings."""
    with target.open() as client, progress("reading the dictionary", target.is_json):
        dictionary = client.describe()
    if target.is_json:
        print_json(dictionary_json(dictionary))
        return
    for name, lines in zip(dictionary_json(dictionary)["sections"], dictionary.lines, strict=True):
        console.print(f"[bold]{name}[/]")
        for line in lines:
            console.print("  " + line.replace("|", "  "), markup=False)


def dictionary_json(dictionary: Dictionary) -> dict[str, Any]:
    from firmware.link.rows import SECTION_NAMES

    sections = dict(zip(SECTION_NAMES, dictionary.lines, strict=True))
    return {"crc": dictionary.crc, "sections": sections}


@click.command()
@board_options
@click.argument("line", nargs=-1, required=True)
def text(target: Target, line: tuple[str, ...]) -> None:
    """Send a line as typed in a terminal: help, ver, stat, fault, ev 5."""
    with target.open() as client:
        command = " ".join(line)
        lines = client.text(command)
    if not lines:
        raise FaroError("the board did not answer; text needs a port with one board")
    tell(target.is_json, {"command": command, "lines": lines, "count": len(lines)}, *lines)


COMMANDS = (ports, status, events, describe, text)
