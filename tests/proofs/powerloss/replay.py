"""One case told aloud: each write up to the cut, the events before and after, the verdict."""

from __future__ import annotations

from rich.console import Console

from faro.words.board import event_sentence
from tests.proofs.powerloss.bench import Bench
from tests.proofs.powerloss.case import Case, Unpowered
from tests.proofs.powerloss.engine import FAILURES, act, bench_at, recover, start_of
from tests.proofs.powerloss.evidence import name_and_fields, records_in_flash
from tests.proofs.powerloss.scenarios import SCENARIOS

_SHOWN_OPERATIONS = 24
_SHOWN_EVENTS = 24


def tell(case: Case, console: Console) -> bool:
    """Run a case and print what happens; True when the board survives."""
    console.print(f"[bold]{case.id}[/]")
    console.print(f"must hold: {SCENARIOS[(case.first or case).scenario].invariant}")
    with bench_at(start_of(case, ()), case) as bench:
        log = bench.supply.log = []
        try:
            operations = act(bench, case)
            _tell_operations(log, operations, case, console)
            _tell_events("in flash after the cut", bench, console)
            recover(bench, case)
        except (*FAILURES, Unpowered) as error:
            _tell_events("in flash at the end", bench, console)
            text = bench.shoe.board.vm.log_text().strip()
            if text:
                console.print(text)
            console.print(f"[red]FAILED[/] {type(error).__name__}: {error}")
            return False
        _tell_events("in flash at the end", bench, console)
    console.print("[green]survived")
    return True


def _tell_operations(
    log: list[tuple[str, int]], operations: int, case: Case, console: Console
) -> None:
    console.print(f"{operations} non-volatile operations, the last ones:")
    first = max(operations - _SHOWN_OPERATIONS, 0)
    for index in range(first, min(operations, len(log))):
        part, size = log[index]
        mark = f"  ← plug pulled, {case.mode}" if index == case.operation else ""
        console.print(f"  {index:4}  {part:12} {size:5} bytes{mark}", highlight=False)


def _tell_events(title: str, bench: Bench, console: Console) -> None:
    console.print(f"journal {title}:")
    try:
        held = records_in_flash(bench.shoe)
    except FAILURES as error:
        console.print(f"  [red]{error}")
        return
    for number in sorted(held)[-_SHOWN_EVENTS:]:
        record = held[number]
        name, fields = name_and_fields(record)
        was_seen = "seen" if number in bench.seen else ""
        sentence = event_sentence(name, fields)
        console.print(f"  {number:5} boot {record.boot:3} {was_seen:4} {sentence}", highlight=False)
