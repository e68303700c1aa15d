"""Commands that ask a board: ports, status, events, describe, text, faults, settings."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from serial.tools import list_ports

from faro.console import FILE, Target, board_options, console, grid, json_option, print_json, tell
from faro.wire.client import Client, Follower
from faro.wire.dictionary import Dictionary
from faro.wire.errors import FaroError
from faro.wire.events import Event
from faro.words import board as words


@click.command()
@json_option
def ports(is_json: bool) -> None:
    """List serial ports of this machine."""
    found: list[dict[str, Any]] = [
        {"port": p.device, "what": p.description, "usb_serial": p.serial_number}
        for p in list_ports.comports()
    ]
    lines = [f"{port['port']}  {port['what']}" for port in found]
    tell(is_json, found, *lines or ["No serial ports here. 'faro sim' opens simulated ones."])


@click.command()
@board_options
def status(target: Target) -> None:
    """Show who a board is and how it is doing."""
    with target.open() as client:
        report = status_report(client)
    if target.is_json:
        print_json(report)
        return
    table = grid(show_header=False)
    table.add_column(style="bold")
    table.add_column()
    for label, value in status_rows(report):
        table.add_row(label, value)
    console.print(table)


def status_report(client: Client) -> dict[str, Any]:
    """Identity, status, faults and counters of one board as plain data."""
    identity = client.identity
    status_fields = client.status()
    version = "{micropython_major}.{micropython_minor}.{micropython_patch}"
    return {
        "board": identity.name,
        "kind": words.KINDS.get(identity.kind, str(identity.kind)),
        "firmware": identity.version,
        "unique_id": identity.unique_id,
        "address": identity.address,
        "micropython": version.format(**status_fields),
        "state": words.state_name(status_fields["state"]),
        "faults": faults_of(client),
        **{k: v for k, v in status_fields.items() if not k.startswith(("micropython", "state"))},
    }


def status_rows(report: dict[str, Any]) -> list[tuple[str, str]]:
    """The status in words."""
    free, total = report["heap_free_bytes"], report["heap_total_bytes"]
    rows = [
        ("board", f"{report['board']} ({report['kind']}), address {report['address']:#04x}"),
        ("firmware", f"{report['firmware']} on MicroPython {report['micropython']}"),
        ("state", f"[{_colour(report['state'])}]{report['state']}[/]"),
        ("up for", f"{report['uptime_s']} s, boot number {report['boot_count']}"),
        ("supply", f"{report['supply_mv'] / 1000:.2f} V"),
        ("memory", f"{free // 1024} kB free of {total // 1024} kB"),
        ("events", f"{report['first_event']} to {report['last_event']}"),
    ]
    for fault in report["faults"]:
        rows.append(("fault", f"[red]{fault['text']}[/] {fault['steps']}"))
    return rows


def _colour(state: str) -> str:
    return {"ready": "green", "warning": "yellow"}.get(state, "red")


def faults_of(client: Client) -> list[dict[str, Any]]:
    """Active faults with their words."""
    import struct

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
def events(
    target: Target, after: int | None, follow: bool, count: int | None, log: Path | None
) -> None:
    """Show what a board has reported."""
    if log is not None:
        after = max(last_logged(log), after or 0)
    seen = 0
    if follow:
        follower = Follower(target.port, target.address, after or 0, is_acking=log is not None)
        source: Iterator[Event | None] = follower.events()
    else:
        source = _recorded(target, after or 0)
    for event in source:
        if event is None:
            continue
        if log is not None:
            append_durably(log, event)
        sentence = words.event_sentence(event.name, event.fields)
        line = f"[dim]{event.number:6} {event.time_ms / 1000:9.3f} s[/]  {sentence}"
        target.tell(event.as_json(), line)
        seen += 1
        if seen == count:
            return


def _recorded(target: Target, after: int) -> Iterator[Event]:
    with target.open() as client:
        yield from client.events(after)


def last_logged(log: Path) -> int:
    """The number of the last complete line; a half-written last line is cut off."""
    if not log.exists():
        return 0
    data = log.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        log.write_bytes(whole)
    lines = whole.splitlines()
    try:
        return int(json.loads(lines[-1])["number"]) if lines else 0
    except (ValueError, KeyError, TypeError):
        raise FaroError(f"{log} is not an event log of 'faro events --log'") from None


def append_durably(log: Path, event: Event) -> None:
    """On disk before this returns, so that the board may be told that it is safe."""
    with log.open("a") as file:
        file.write(json.dumps(event.as_json()) + "\n")
        file.flush()
        os.fsync(file.fileno())


@click.command()
@board_options
def describe(target: Target) -> None:
    """Print the board's own dictionary: messages, events, faults, settings."""
    with target.open() as client:
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
    if target.is_json:
        print_json({"command": command, "lines": lines})
    elif lines:
        click.echo("\n".join(lines))
    else:
        raise FaroError("the board did not answer; text needs a port with one board")


COMMANDS = (ports, status, events, describe, text)
