"""The verdict on an exported journal: every finding names the first bad record and its number."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

from faro.journal.file import TYPE_GAP, JournalFile, Record, genesis, read

# kinds that an honest board can produce: told by the board itself, hence no forgery
TOLD_KINDS = frozenset({"gap_told", "unsealed"})


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong: kind, number of the record, its place in the file, plain words."""

    kind: str
    number: int
    place: int
    text: str

    @property
    def is_told(self) -> bool:
        """Tell whether the board itself has recorded this, so that nothing was hidden."""
        return self.kind in TOLD_KINDS


def verify(path: str | Path, key: bytes | None = None) -> list[Finding]:
    """Read and verify a file; an empty list means: whole.  Raises NotAJournalError."""
    return verify_file(read(path), key)


def verify_file(file: JournalFile, key: bytes | None = None) -> list[Finding]:
    """Check CRCs, order, chain, both ends and the seal; findings in file order."""
    findings: list[Finding] = []
    before: Record | None = None
    records = file.records
    for place, record in enumerate(records):
        after = records[place + 1] if place + 1 < len(records) else None
        if not record.is_crc_good:
            number = before.number + 1 if before else file.first
            findings.append(Finding("bad_crc", number, place, _changed(number, "its CRC is wrong")))
            before = _spoilt(number)
            continue
        finding = _joint(file, before, record, after, place)
        if finding:
            findings.append(finding)
        before = record
    findings.extend(_ends(file))
    findings.extend(_seal(file, key))
    return findings


def _spoilt(number: int) -> Record:
    """Stand in for a record whose bytes are spoilt: its number is inferred, its hash unknown."""
    return Record(b"", number, 0, 0, 0, 0, b"", b"")


def _joint(
    file: JournalFile, before: Record | None, record: Record, after: Record | None, place: int
) -> Finding | None:
    """Judge where one record meets the one before it."""
    number = record.number
    if before is None:
        if place == 0 and number != file.first:
            text = "record %d is missing: the file begins with %d" % (file.first, number)
            return Finding("removed", file.first, place, text)
        if place == 0 and number == 1 and record.previous != genesis(file.device_id):
            text = "record 1 does not begin this device's journal"
            return Finding("broken_chain", 1, place, text)
        return None
    expected = before.number + 1
    if number != expected:
        return _out_of_order(before, record, after, place)
    if not before.raw or record.previous == before.digest:
        return None
    # Which of the two was changed?  If the next one still fits this one, it was the one before.
    if after is None or not after.is_crc_good or after.previous == record.digest:
        reason = "record %d holds another hash of it" % number
        return Finding("changed", before.number, place - 1, _changed(before.number, reason))
    reason = "neither neighbour's hash fits it"
    return Finding("changed", number, place, _changed(number, reason))


def _out_of_order(before: Record, record: Record, after: Record | None, place: int) -> Finding:
    expected = before.number + 1
    number = record.number
    if record.type == TYPE_GAP and number > expected and len(record.payload) >= 8:
        first, last = struct.unpack_from("<II", record.payload)
        if (first, last) == (expected, number - 1) and record.previous == before.digest:
            text = "records %d to %d were lost on the board, which says so itself" % (first, last)
            return Finding("gap_told", first, place, text)
    if number < expected:
        text = "record %d stands where record %d belongs" % (number, expected)
        return Finding("swapped", expected, place, text)
    if after is not None and after.number == expected:
        text = "record %d stands where record %d belongs: swapped" % (number, expected)
        return Finding("swapped", expected, place, text)
    last = number - 1
    what = (
        "record %d is" % expected if last == expected else "records %d to %d are" % (expected, last)
    )
    return Finding("removed", expected, place, "%s missing" % what)


def _ends(file: JournalFile) -> list[Finding]:
    """Judge the tail: cut off, padded, or without the trailer."""
    found: list[Finding] = []
    last = file.records[-1].number if file.records else file.first - 1
    if file.records and not file.records[-1].is_crc_good:
        last = file.last
    place = len(file.records)
    if file.stray_bytes:
        text = "record %d is cut off after %d bytes" % (last + 1, file.stray_bytes)
        found.append(Finding("truncated", last + 1, place, text))
    elif last < file.last:
        text = "record %d is missing: the journal is cut off after %d" % (last + 1, last)
        found.append(Finding("truncated", last + 1, place, text))
    elif last > file.last and not found:
        text = "record %d is more than the header announces" % (file.last + 1)
        found.append(Finding("added", file.last + 1, place - 1, text))
    return found


def _seal(file: JournalFile, key: bytes | None) -> list[Finding]:
    """Judge the seal against the records and, with the key, against the device."""
    seal = file.seal
    place = len(file.records)
    if seal is None:
        return [
            Finding("no_seal", file.last, place, "the seal is missing: cut off after the records")
        ]
    found: list[Finding] = []
    if (seal.first, seal.last) != (file.first, file.last):
        text = "the seal covers %d to %d, the header %d to %d" % (
            seal.first,
            seal.last,
            file.first,
            file.last,
        )
        found.append(Finding("bad_seal", file.last, place, text))
    is_last_there = bool(file.records) and file.records[-1].number == seal.last
    if is_last_there and file.records[-1].digest != seal.head:
        reason = "the seal holds another hash of it"
        found.append(Finding("changed", seal.last, place - 1, _changed(seal.last, reason)))
    if key is None and not any(seal.mac):
        text = "not sealed: the board had no keys, so nothing shows whose journal this is"
        found.append(Finding("unsealed", seal.last, place, text))
    if key is not None and not seal.is_made_with(key, file.device_id):
        text = "the seal was not made by this device with this key"
        found.append(Finding("bad_seal", seal.last, place, text))
    return found


def _changed(number: int, reason: str) -> str:
    return "record %d was changed: %s" % (number, reason)
