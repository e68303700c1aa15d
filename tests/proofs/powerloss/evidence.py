"""What is really on the flash: every record, read offline and verified as an inspector would."""

from __future__ import annotations

from faro.journal.commands import unsealed
from faro.journal.file import RECORD_BYTES, JournalFile, Record
from faro.journal.verify import verify_file
from faro.wire.dictionary import own_dictionary
from hw_sim.rig import BoardRig
from tests.proofs.powerloss.case import Broken


def records_in_flash(board: BoardRig) -> dict[int, Record]:
    """Every whole record by number; Broken when a number is there twice."""
    data = board.read_region("journal")
    found: dict[int, Record] = {}
    blank = b"\xff" * 16
    for at in range(0, len(data), RECORD_BYTES):
        if data[at : at + 16] == blank:
            continue
        record = Record.parse(data[at : at + RECORD_BYTES])
        if record.number == 0 or not record.is_crc_good:
            continue
        if record.number in found:
            raise Broken(f"record {record.number} is in flash twice")
        found[record.number] = record
    return found


def verified_records(board: BoardRig, firsts: tuple[int, int], last: int) -> list[Record]:
    """Give the records up to the last; Broken unless both rings are whole, chained and complete."""
    held = records_in_flash(board)
    records = [held[n] for n in sorted(held) if firsts[held[n].ring] <= n <= last]
    if not records:
        raise Broken("the journal is empty")
    newer = [number for number in held if number > last]
    if newer:
        raise Broken(f"flash holds record {max(newer)}, the board tells of {last} only")
    seal = unsealed(bytes(16), 0, [record.raw for record in records])
    ends = tuple((first, ring.last) for first, ring in zip(firsts, seal.rings, strict=True))
    file = JournalFile(board.board.unique_id, ends, records, seal)
    findings = [finding for finding in verify_file(file) if not finding.is_told]
    if findings:
        raise Broken("journal: " + "; ".join(finding.text for finding in findings))
    return records


def name_and_fields(record: Record) -> tuple[str, dict[str, int]]:
    """Give a record in the words of the event table."""
    spec = own_dictionary().events[record.type]
    return spec.name, spec.layout.unpack(record.payload)
