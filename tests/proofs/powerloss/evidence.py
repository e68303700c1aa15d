"""What is really on the flash: every record, read offline and verified as an inspector would."""

from __future__ import annotations

from faro.journal.file import RECORD_BYTES, JournalFile, Record, Seal
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


def verified_records(board: BoardRig, first: int, last: int) -> list[Record]:
    """Give the records first to last; Broken unless they are whole, chained and complete."""
    held = records_in_flash(board)
    records = [held[number] for number in sorted(held) if first <= number <= last]
    if not records:
        raise Broken("the journal is empty")
    newer = [number for number in held if number > last]
    if newer:
        raise Broken(f"flash holds record {max(newer)}, the board tells of {last} only")
    head = records[-1].digest
    file = JournalFile(
        board.board.unique_id, first, last, records, Seal(bytes(16), first, last, head, bytes(32))
    )
    findings = [finding for finding in verify_file(file) if not finding.is_told]
    if findings:
        raise Broken("journal: " + "; ".join(finding.text for finding in findings))
    return records


def name_and_fields(record: Record) -> tuple[str, dict[str, int]]:
    """Give a record in the words of the event table."""
    spec = own_dictionary().events[record.type]
    return spec.name, spec.layout.unpack(record.payload)
