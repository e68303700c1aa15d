"""The invariants: what must be true of a board that has been plugged in again after a cut.

Everything is asked over the wire; the flash is read besides, as an inspector would offline.
"""

from __future__ import annotations

import struct
from typing import Any

from faro.journal.file import Record
from faro.wire.dictionary import board_dictionaries, own_dictionary
from firmware.board.board_state import ST_LOCKED
from firmware.board.rows import FAULT_RECORD
from tests.proofs.powerloss.bench import Bench
from tests.proofs.powerloss.case import Broken
from tests.proofs.powerloss.evidence import name_and_fields, verified_records
from tests.proofs.powerloss.story import Story, tell

_WIRE_TAIL = 120  # so many of the newest events are also read over the wire


def board_is_as_its_journal_tells(bench: Bench) -> Story:
    """Never locked; journal whole; replaying it gives settings, faults and boot count."""
    client = bench.client
    status = client.status()
    if status["state"] == ST_LOCKED:
        raise Broken(f"locked by a power cut, worst fault {status['worst_fault']}")
    last: int = status["last_event"]
    records = verified_records(bench.shoe, status["first_event"], last)
    story = tell(records)
    _same("boot count", status["boot_count"], story.boots[-1])
    _same("faults and their events", wire_faults(bench), story.raised_by)
    _same("settings", wire_settings(bench), story.settings)
    _boots(bench, story)
    _wire_events(bench, records)
    _seen(bench, records, story)
    _promised(bench, story)
    if status["acked_event"] > bench.acked_at_most:
        raise Broken(f"acked up to {status['acked_event']}, host said {bench.acked_at_most}")
    _lost(status, story)
    return story


def wire_faults(bench: Bench) -> dict[int, int]:
    """Ask which faults are active, and which event told of each."""
    data: bytes = bench.client.request("GET_FAULTS", first=0).fields["records"]
    return {code: event for code, _detail, event in struct.iter_unpack(FAULT_RECORD[0], data)}


def wire_settings(bench: Bench) -> dict[int, int]:
    """Ask for every setting."""
    numbers = [spec.number for spec in board_dictionaries()["shoe"].settings.values()]
    ask = bench.client.request
    return {number: ask("GET_SETTING", setting=number).fields["value"] for number in numbers}


def fault_number(name: str) -> int:
    """Give a fault's code."""
    return next(spec.number for spec in own_dictionary().faults.values() if spec.name == name)


def _same(what: str, on_the_wire: object, told: object) -> None:
    if on_the_wire != told:
        raise Broken(f"{what}: the board says {on_the_wire}, its journal tells {told}")


def _boots(bench: Bench, story: Story) -> None:
    """Each boot counts one; one that was cut before it was ready may have counted or not."""
    if not bench.boots_at_least <= story.boots[-1] <= bench.boots_at_most:
        boots = f"{bench.boots_at_least} to {bench.boots_at_most} boots"
        raise Broken(f"boot count {story.boots[-1]} after {boots}")
    if bench.shoe.board.watchdog_bites:
        raise Broken("the watchdog had to bite")


def _wire_events(bench: Bench, records: list[Record]) -> None:
    """What the board hands out is what flash holds."""
    newest = {record.number: record for record in records[-_WIRE_TAIL:]}
    got = {event.number: event for event in bench.client.events(min(newest) - 1)}
    for number, record in newest.items():
        if number not in got:
            raise Broken(f"event {number} is in flash but not on the wire")
        event = got[number]
        if (event.name, event.fields) != name_and_fields(record) or event.time_ms != record.ms:
            raise Broken(f"event {number} on the wire is {event}")


def _seen(bench: Bench, records: list[Record], story: Story) -> None:
    """Every number that was seen before the cut is still there with the same content."""
    held = {record.number: record for record in records}
    for number, event in bench.seen.items():
        record = held.get(number)
        if record is None:
            if number not in story.overwritten:
                raise Broken(f"event {number} ({event.name}) was seen and is gone")
        elif (event.name, event.fields) != name_and_fields(record) or event.time_ms != record.ms:
            raise Broken(f"event {number} was {event}, now it is {name_and_fields(record)}")


def _promised(bench: Bench, story: Story) -> None:
    """What was answered OK before the cut is recorded once."""
    for name, fields in bench.promised:
        count = sum(
            n == name and all(f[key] == value for key, value in fields.items())
            for n, f in story.events
        )
        if count != 1:
            raise Broken(f"{name} {fields} was answered OK and is recorded {count} times")


def _lost(status: dict[str, Any], story: Story) -> None:
    """Loss of events that nobody acked is never silent."""
    gone = range(status["acked_event"] + 1, status["first_event"])
    silent = [number for number in gone if number not in story.overwritten]
    if silent:
        raise Broken(f"events {silent[0]} to {silent[-1]} are gone and nothing tells of it")
