"""The verdict on an exported journal: every finding names the first bad record and its number."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

from faro.journal.file import RING_NAMES, TYPE_GAP, JournalFile, Record, genesis, read
from faro.wire.errors import FaroError
from firmware.core.rows import CLOCK_NAMES

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


def read_whole(path: str | Path) -> JournalFile:
    """For whoever goes by what a journal says: one that was changed is refused.

    Who rewrites all of it can make its chain anew: only the seal tells, under the office's key.
    """
    file = read(path)
    for finding in verify_file(file):
        if not finding.is_told:
            raise FaroError(f"{path}: {finding.text}")
    return file


def verify_file(file: JournalFile, key: bytes | None = None) -> list[Finding]:
    """Check CRCs, order, both chains and their ends, the numbers of both, and the seal."""
    walk = _Walk(file)
    for place in range(len(file.records)):
        walk.look_at(place)
    findings = walk.findings
    findings.extend(_ends(file, walk))
    if not findings or all(finding.is_told for finding in findings):
        findings.extend(_numbers(file, walk))
    findings.extend(_seal(file, key))
    return findings


class _Walk:
    """Goes through the records in file order; knows the last one of each ring."""

    def __init__(self, file: JournalFile) -> None:
        self.findings: list[Finding] = []
        self.numbers = {record.number for record in file.records if record.is_crc_good}
        self.lost: list[range] = []  # numbers that the board itself says it lost
        self.spoilt: set[int] = set()  # numbers, inferred, of records whose bytes are spoilt
        self.last = [0, 0]
        self._file = file
        self._before: list[Record | None] = [None, None]
        self._number = min((first for first, _last in file.ends if first), default=1) - 1

    def look_at(self, place: int) -> None:
        record = self._file.records[place]
        if not record.is_crc_good or record.clock >= len(CLOCK_NAMES):
            number = self._number = self._number + 1
            self.spoilt.add(number)
            self._find("bad_crc", number, place, _changed(number, "its CRC is wrong"))
            return
        before = self._before[record.ring]
        if record.number <= self._number and (before is None or before.number < record.number):
            text = "record %d stands behind %d" % (record.number, self._number)
            self._find("swapped", record.number, place, text)
        elif before is None:
            self._begin(record, place)
        else:
            self._join(before, record, place)
        self._before[record.ring] = record
        self.last[record.ring] = record.number
        self._number = record.number

    def _find(self, kind: str, number: int, place: int, text: str) -> None:
        self.findings.append(Finding(kind, number, place, text))

    def _begin(self, record: Record, place: int) -> None:
        """Judge the first record of a ring."""
        first = self._file.ends[record.ring][0]
        if record.number != first and record.before not in self.spoilt:
            missing = self.missing(first - 1, record.before)
            kind, number = ("removed", missing[0]) if missing else ("swapped", first)
            name = RING_NAMES[record.ring]
            text = "record %d is missing where the %s begins: %d stands there" % (
                number,
                name,
                record.number,
            )
            self._find(kind, number, place, text)
        elif record.before == 0 and record.previous != genesis(self._file.device_id, record.ring):
            text = "record %d does not begin this device's journal" % record.number
            self._find("broken_chain", record.number, place, text)

    def _join(self, before: Record, record: Record, place: int) -> None:
        """Judge where a record meets the one before it in its ring."""
        number = record.number
        if record.before != before.number:
            if record.before not in self.spoilt:
                self._out_of_order(before, record, place)
            return
        after = self._next_of(record.ring, place)
        if record.previous == before.digest:
            if record.type == TYPE_GAP and len(record.payload) >= 8:
                first, last = struct.unpack_from("<II", record.payload)
                self.lost.append(range(first, last + 1))
                text = "records among %d to %d were lost on the board, which says so itself"
                self._find("gap_told", first, place, text % (first, last))
        # Which of the two was changed?  If the next one still fits this one, it was the one before.
        elif after is None or not after.is_crc_good or after.previous == record.digest:
            reason = "record %d holds another hash of it" % number
            where = self._file.records.index(before)
            self._find("changed", before.number, where, _changed(before.number, reason))
        else:
            reason = "neither neighbour's hash fits it"
            self._find("changed", number, place, _changed(number, reason))

    def _next_of(self, ring: int, place: int) -> Record | None:
        return next((r for r in self._file.records[place + 1 :] if r.ring == ring), None)

    def _out_of_order(self, before: Record, record: Record, place: int) -> None:
        number = record.number
        missing = self.missing(before.number, record.before)
        if number <= before.number or not missing:
            expected = before.number + 1
            text = "record %d stands where record %d belongs" % (number, expected)
            self._find("swapped", expected, place, text)
            return
        first, last = missing[0], missing[-1]
        if first < self._file.ends[1 - record.ring][0]:
            first = last  # some of these were the other ring's, and are overwritten
        what = "record %d is" % first if last == first else "records %d to %d are" % (first, last)
        self._find("removed", first, place, "%s missing" % what)

    def missing(self, after: int, last: int) -> list[int]:
        """Numbers behind `after` up to `last` that are nowhere in the file."""
        there = self.numbers | self.spoilt
        return [n for n in range(after + 1, last + 1) if n not in there]


def _ends(file: JournalFile, walk: _Walk) -> list[Finding]:
    """Judge the tails: cut off, padded, or without the trailer."""
    found: list[Finding] = []
    place = len(file.records)
    for (_first, last), seen in zip(file.ends, walk.last, strict=True):
        missing = walk.missing(seen, last)
        if missing:
            text = "record %d is missing: the journal is cut off after %d" % (missing[0], seen)
            found.append(Finding("truncated", missing[0], place, text))
        elif seen > last:
            text = "record %d is more than the header announces" % seen
            found.append(Finding("added", seen, place - 1, text))
    if file.stray_bytes and not found:
        text = "%d bytes are left over behind the last record" % file.stray_bytes
        found.append(Finding("truncated", max(walk.last) + 1, place, text))
    return sorted(found, key=lambda finding: finding.number)


def _numbers(file: JournalFile, walk: _Walk) -> list[Finding]:
    """Each number from where both rings begin is in one of them, or the board says it is lost."""
    start = max(first for first, _last in file.ends)
    last = max(last for _first, last in file.ends)
    for number in walk.missing(start, last):
        if not any(number in lost for lost in walk.lost):
            text = "record %d is in neither ring, and nothing tells of it" % number
            return [Finding("removed", number, len(file.records), text)]
    return []


def _seal(file: JournalFile, key: bytes | None) -> list[Finding]:
    """Judge the seal against the records and, with the key, against the device."""
    seal = file.seal
    place = len(file.records)
    newest = max(last for _first, last in file.ends)
    if seal is None:
        return [Finding("no_seal", newest, place, "the seal is missing: cut off after the records")]
    found: list[Finding] = []
    if tuple((ring.first, ring.last) for ring in seal.rings) != file.ends:
        text = "the seal covers other numbers than the header says"
        found.append(Finding("bad_seal", newest, place, text))
    by_number = {record.number: record for record in file.records if record.is_crc_good}
    for ring in seal.rings:
        record = by_number.get(ring.last)
        if record is not None and record.digest != ring.head:
            reason = "the seal holds another hash of it"
            where = file.records.index(record)
            found.append(Finding("changed", ring.last, where, _changed(ring.last, reason)))
    if key is None and not any(seal.mac):
        text = "not sealed: the board had no keys, so nothing shows whose journal this is"
        found.append(Finding("unsealed", newest, place, text))
    if key is not None and not seal.is_made_with(key, file.device_id):
        text = "the seal was not made by this device with this key"
        found.append(Finding("bad_seal", newest, place, text))
    return found


def _changed(number: int, reason: str) -> str:
    return "record %d was changed: %s" % (number, reason)
