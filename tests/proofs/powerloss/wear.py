"""Wear of the memory parts: busy hours in virtual time, then ten years of it by arithmetic.

The assumption is a table that never rests (docs/storage.md, 4): 24 h a day, 60 rounds an hour,
seven seats and the dealer with three cards each, six other events per round, everything acked by
the table software within seconds, and ten boots a day.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

from boards.layout import SECTOR_BYTES
from hw_sim.parts.flash import ENDURANCE_ERASES
from hw_sim.parts.fram import FramChip
from tests.proofs.powerloss import prepare
from tests.proofs.powerloss.bench import Bench

FRAM_ENDURANCE_WRITES = 10**12  # MB85RC256V data sheet: read/write cycles per byte
YEARS = 10
RING_SECTORS = (prepare.EVIDENCE_SECTORS, prepare.JOURNAL_SECTORS - prepare.EVIDENCE_SECTORS)
_DAYS = YEARS * 365


@dataclass(frozen=True)
class BusyTable:
    """What the table does; every number of the report follows from these."""

    hours_per_day: int = 24
    rounds_per_hour: int = 60
    cards_per_round: int = 24
    other_events_per_round: int = 6
    boots_per_day: int = 10


@dataclass(frozen=True)
class _Counters:
    """Wear counters of one board, all since it was made."""

    records: int
    erases: tuple[int, int]  # of the evidence ring's sectors, and of the chatter ring's
    programs: int
    fram_bytes: tuple[int, int]
    fram_hottest: int

    def minus(self, other: _Counters) -> _Counters:
        first, second = self.fram_bytes
        return _Counters(
            self.records - other.records,
            (self.erases[0] - other.erases[0], self.erases[1] - other.erases[1]),
            self.programs - other.programs,
            (first - other.fram_bytes[0], second - other.fram_bytes[1]),
            self.fram_hottest - other.fram_hottest,
        )


class _HotByte:
    """Counts how often each FRAM byte is written; the chip itself keeps only the sum."""

    def __init__(self, bench: Bench) -> None:
        self._counts = [array("L", [0] * chip.size) for chip in bench.shoe.frams]
        for chip, counts in zip(bench.shoe.frams, self._counts, strict=True):
            setattr(chip, "write", _counted(chip, counts))  # noqa: B010 (a spy on one object)

    def most(self) -> int:
        """Give the writes of the most written byte."""
        return max(max(counts) for counts in self._counts)


def _counted(chip: FramChip, counts: array[int]) -> Callable[[bytes], None]:
    write = chip.write

    def count_and_write(data: bytes) -> None:
        at = data[0] << 8 | data[1]
        for address in range(at, at + len(data) - 2):
            counts[address] += 1
        write(data)

    return count_and_write


def wear_report(table: BusyTable | None = None, hours: int = 1) -> dict[str, Any]:
    """Run a boot and busy hours on the VM, read the wear counters, give ten years of it."""
    table = table or BusyTable()
    with Bench(prepare.ring_almost_full()) as bench:
        hot = _HotByte(bench)
        start = _counters(bench, hot, 0)
        bench.boot()
        bench.listen(prepare.RING_RECORDS)
        bench.wait(1_100)
        booted = _counters(bench, hot, _last(bench))
        for _ in range(hours):
            _busy_hour(bench, table)
        end = _counters(bench, hot, _last(bench))
    return _ten_years(table, hours, end.minus(booted), booted.minus(start))


def _busy_hour(bench: Bench, table: BusyTable) -> None:
    round_ms = 3_600_000 // table.rounds_per_hour
    for _ in range(table.rounds_per_hour):
        begin_us = bench.kernel.now_us
        for _ in range(table.cards_per_round):
            bench.shoe.gates["mouth"].pass_card(120)
            _wait_and_ack(bench, 400)
        for _ in range(table.other_events_per_round):
            bench.shoe.press("A")
            _wait_and_ack(bench, 400)
        while (left_ms := round_ms - (bench.kernel.now_us - begin_us) // 1000) > 0:
            _wait_and_ack(bench, min(left_ms, 2_000))


def _wait_and_ack(bench: Bench, duration_ms: int) -> None:
    """The table software is never silent, and takes everything at once."""
    bench.wait(duration_ms)
    bench.ack(max(bench.seen))


def _last(bench: Bench) -> int:
    return int(bench.client.status()["last_event"])


def _counters(bench: Bench, hot: _HotByte, last: int) -> _Counters:
    shoe = bench.shoe
    first, second = (chip.bytes_written for chip in shoe.frams)
    at = shoe.layout.storage_at("journal") // SECTOR_BYTES
    by_sector = shoe.flash.erases_by_sector[at : at + sum(RING_SECTORS)]
    split = RING_SECTORS[0]
    erases = (sum(by_sector[:split]), sum(by_sector[split:]))
    return _Counters(last, erases, shoe.flash.program_count, (first, second), hot.most())


def _ten_years(
    table: BusyTable, measured_hours: int, work: _Counters, boot: _Counters
) -> dict[str, Any]:
    hours = table.hours_per_day * _DAYS / measured_hours
    boots = table.boots_per_day * _DAYS
    # A ring spreads its erases evenly; the erase of a boot falls wherever the head is then.
    erases = max(
        (work.erases[ring] * hours + boot.erases[ring] * boots) / sectors
        for ring, sectors in enumerate(RING_SECTORS)
    )
    fram_writes = round(work.fram_hottest * hours) + boot.fram_hottest * boots
    return {
        "assumption": asdict(table),
        "years": YEARS,
        "measured_hours": measured_hours,
        "measured": {
            "records": work.records,
            "sector_erases": sum(work.erases),
            "page_programs": work.programs,
            "fram_bytes": list(work.fram_bytes),
            "fram_hottest_byte_writes": work.fram_hottest,
        },
        "measured_boot": {"sector_erases": sum(boot.erases), "page_programs": boot.programs},
        "flash_erases_per_sector": round(erases),
        "flash_endurance_erases": ENDURANCE_ERASES,
        "flash_share": erases / ENDURANCE_ERASES,
        "flash_years": round(YEARS * ENDURANCE_ERASES / erases) if erases else None,
        "fram_writes_per_byte": fram_writes,
        "fram_endurance_writes": FRAM_ENDURANCE_WRITES,
        "fram_share": fram_writes / FRAM_ENDURANCE_WRITES,
        "is_within_endurance": erases < ENDURANCE_ERASES and fram_writes < FRAM_ENDURANCE_WRITES,
    }


def wear_table(report: dict[str, Any]) -> Table:
    """Give the report as a table for people."""
    assumed, measured = report["assumption"], report["measured"]
    hours = f"{report['measured_hours']} h measured"
    title = "{hours_per_day} h a day, {rounds_per_hour} rounds/h of {cards_per_round} cards".format(
        **assumed
    )
    table = Table(title=f"Wear in {report['years']} years: {title}", title_justify="left", box=None)
    for heading in ("part", hours, f"{report['years']} years", "endurance", "used"):
        table.add_column(heading, justify="left" if heading == "part" else "right")
    table.add_row(
        "flash, erases per sector of the busier ring",
        f"{measured['sector_erases']} in all",
        f"{report['flash_erases_per_sector']:,}",
        f"{report['flash_endurance_erases']:,}",
        f"{report['flash_share']:.1%}",
    )
    table.add_row(
        "FRAM, writes of the hottest byte",
        f"{measured['fram_hottest_byte_writes']:,}",
        f"{report['fram_writes_per_byte']:,}",
        f"{report['fram_endurance_writes']:,}",
        f"{report['fram_share']:.4%}",
    )
    return table


if __name__ == "__main__":
    found = wear_report()
    if "--json" in sys.argv:
        print(json.dumps(found))
    else:
        Console().print(wear_table(found))
