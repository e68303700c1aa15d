"""`faro journal`: export a board's journal, verify it offline, read it."""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from faro.console import (
    FILE,
    Target,
    console,
    json_option,
    load_keys,
    print_json,
    progress,
    session_options,
    utc_option,
)
from faro.journal import file as journal_file
from faro.journal.verify import verify_file
from faro.wire.client import Client
from faro.wire.dictionary import own_dictionary
from faro.wire.errors import Refused
from faro.wire.events import clock_name, iso_utc
from faro.words import board as words
from faro.words.clock import when_text


@click.group()
def journal() -> None:
    """The board's own record of everything: sealed, verifiable offline."""


@journal.command()
@session_options("table")
@click.argument("file", type=FILE)
def export(target: Target, file: Path) -> None:
    """Fetch all records and the board's seal into FILE; in a round with keys only."""
    with target.open_knowing() as client, progress("fetching records", target.is_json) as tell:
        exported = fetch(client, lambda done, total: tell("fetching records", done, total))
    journal_file.write(file, *exported)
    _, records, seal, _ = exported
    is_sealed = any(seal.mac)
    if target.is_json:
        print_json({"file": str(file), "records": len(records), "is_sealed": is_sealed})
    else:
        note = "sealed by the board" if is_sealed else "NOT sealed: the board has no keys yet"
        console.print(f"{len(records)} records in {file}, {note}")


def fetch(
    client: Client, on_progress: Callable[[int, int], None] = lambda _done, _total: None
) -> tuple[bytes, list[bytes], journal_file.Seal, dict[str, Any]]:
    """Device, records, seal and facts; what is recorded meanwhile is left for the next export."""
    identity = client.identity
    nonce = os.urandom(16)
    try:
        fields = client.request("SEAL_JOURNAL", nonce=nonce).fields
    except Refused as refusal:
        if refusal.name != "not_provisioned":
            raise
        fields = None
    last: int = client.status()["last_event"]
    if fields is not None:
        last = max(fields["evidence_last"], fields["chatter_last"])
    records: list[bytes] = []
    for record in read_records(client, 1, last):
        records.append(record)
        on_progress(int.from_bytes(record[:4], "little"), last)
    if fields is None:
        seal = unsealed(nonce, identity.epoch, records)
    else:
        e, c = (
            journal_file.Extent(
                fields[f"{ring}_first"], fields[f"{ring}_last"], fields[f"{ring}_head"]
            )
            for ring in journal_file.RING_NAMES
        )
        seal = journal_file.Seal(nonce, fields["epoch"], (e, c), fields["seal"])
    extra = {"board": identity.name, "firmware": identity.version}
    return bytes.fromhex(identity.unique_id), records, seal, extra


def read_records(client: Client, first: int, last: int) -> Iterator[bytes]:
    """The records first to last that the board holds: overwritten chatter leaves gaps."""
    while first <= last:
        try:
            fields = client.request("READ_JOURNAL", number=first).fields
        except Refused as refusal:
            if refusal.name != "no_such_record":
                raise
            return
        if fields["number"] <= last:
            yield fields["record"]
        first = fields["number"] + 1


def unsealed(nonce: bytes, epoch: int, records: list[bytes]) -> journal_file.Seal:
    """In the place of a seal, for a board without keys: what was read."""
    rings: list[journal_file.Extent] = []
    for ring in range(len(journal_file.RING_NAMES)):
        own = [record for record in map(journal_file.Record.parse, records) if record.ring == ring]
        ends = (own[0].number, own[-1].number, own[-1].digest) if own else (0, 0, bytes(32))
        rings.append(journal_file.Extent(*ends))
    return journal_file.Seal(nonce, epoch, (rings[0], rings[1]), bytes(32))


@journal.command()
@click.argument("file", type=FILE)
@click.option("-k", "--keys", type=FILE, help="Key file.")
@json_option
def verify(file: Path, keys: Path | None, is_json: bool) -> None:
    """Check an exported journal: CRCs, chain, gaps, and with --keys the seal. Needs no board."""
    loaded = journal_file.read(file)
    key = load_keys(keys).known_device if keys else None
    findings = verify_file(loaded, key)
    bad = [finding for finding in findings if not finding.is_told]
    if is_json:
        print_json(
            {
                "records": len(loaded.records),
                "is_whole": not bad,
                "is_seal_checked": key is not None,
                "findings": [vars(f) | {"is_told": f.is_told} for f in findings],
            }
        )
    else:
        for finding in findings:
            mark = "[yellow]told[/]" if finding.is_told else "[red]BAD[/]"
            console.print(f"{mark} record {finding.number}: {finding.text}")
        if not bad:
            seal = "seal good" if key else "seal not checked (give --keys)"
            console.print(f"[green]whole[/]: {len(loaded.records)} records, {seal}")
    if bad:
        sys.exit(1)


@journal.command()
@click.argument("file", type=FILE)
@click.option("--name", "names", multiple=True, help="Only events with this name (repeatable).")
@click.option("--from", "first", type=int, default=0, help="From this number.")
@click.option("--to", "last", type=int, default=None, help="Up to this number.")
@click.option("--boot", type=int, default=None, help="Only of this boot.")
@json_option
@click.option("--csv", "is_csv", is_flag=True, help="Comma separated, with a header.")
@utc_option
def show(
    file: Path,
    names: tuple[str, ...],
    first: int,
    last: int | None,
    boot: int | None,
    is_json: bool,
    is_csv: bool,
    is_utc: bool,
) -> None:
    """Read an exported journal."""
    wanted = {name.upper() for name in names}
    rows = [
        row
        for row in map(_row, journal_file.read(file).records)
        if row["number"] >= first
        and (last is None or row["number"] <= last)
        and (boot is None or row["boot"] == boot)
        and (not wanted or row["name"] in wanted)
    ]
    if is_csv:
        names_shown = ["number", "boot", "time_ms", "utc", "clock_text", "name", "text"]
        writer = csv.DictWriter(sys.stdout, names_shown, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
        return
    for row in rows:
        if is_json:
            print_json(row)
        else:
            when = when_text(row["utc_s"], row["clock"], is_utc)
            since = f"boot {row['boot']} {row['time_ms'] / 1000:9.3f} s"
            console.print(f"[dim]{row['number']:6}  {when}  {since}[/]  {row['text']}")


def _row(record: journal_file.Record) -> dict[str, Any]:
    """A record as people and programs read it."""
    spec = own_dictionary().events.get(record.type)
    fields: dict[str, Any] = {"data": record.payload.hex()}
    name = f"TYPE_{record.type}"
    if spec is not None and len(record.payload) >= spec.layout.fmt.size:
        name = spec.name
        fields = spec.layout.unpack(record.payload)
    return {
        "number": record.number,
        "boot": record.boot,
        "time_ms": record.ms,
        "utc_s": record.utc_s,
        "utc": iso_utc(record.utc_s),
        "clock": record.clock,
        "clock_text": clock_name(record.clock),
        "type": record.type,
        "name": name,
        "fields": {k: v.hex() if isinstance(v, bytes) else v for k, v in fields.items()},
        "text": words.event_sentence(name, fields),
    }


COMMANDS = (journal,)
