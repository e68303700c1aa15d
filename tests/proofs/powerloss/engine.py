"""Runs cases: prepare, act until the cut, boot again, check; and plans which cases there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from faro.wire.errors import FaroError
from faro.wire.events import Event
from hw_sim.nv_image import NvImage
from hw_sim.parts.flash import FlashMisuse
from hw_sim.vm_process import SimError
from tests.proofs.powerloss.bench import Bench
from tests.proofs.powerloss.case import Broken, Case, Unpowered
from tests.proofs.powerloss.scenarios import SCENARIOS

FAILURES = (Broken, SimError, FlashMisuse, FaroError)
_KEPT_IMAGES = 6  # 3 MB each


@dataclass(frozen=True)
class Start:
    """Where a case starts: the chips' contents and what the world has seen of them."""

    image: NvImage | None
    seen: dict[int, Event] = field(default_factory=dict[int, Event])
    promised: list[tuple[str, dict[str, Any]]] = field(
        default_factory=list[tuple[str, dict[str, Any]]]
    )


@dataclass(frozen=True)
class Result:
    """How a case went; `failure` is empty when the board survived."""

    case: Case
    failure: str = ""
    operations: int = 0


def run_case(case: Case, extra_path: Sequence[Path] = ()) -> Result:
    """Cut, boot again, check."""
    try:
        start = start_of(case, tuple(extra_path))
        with bench_at(start, case, extra_path) as bench:
            operations = act(bench, case)
            recover(bench, case)
    except FAILURES as error:
        return Result(case, f"{type(error).__name__}: {error}")
    return Result(case, "", operations)


def bench_at(start: Start, case: Case, extra_path: Sequence[Path] = ()) -> Bench:
    """Give the board before a case, without power."""
    bench = Bench(start.image, case.id, extra_path)
    bench.seen.update(start.seen)
    bench.promised.extend(start.promised)
    return bench


def act(bench: Bench, case: Case) -> int:
    """Let the scenario go on until the plug is pulled; gives the operations."""
    try:
        SCENARIOS[case.scenario].act(bench, case.cut)
    except Unpowered:
        pass
    operations = bench.stop_counting()
    bench.pull()
    return operations


def recover(bench: Bench, case: Case) -> None:
    """Plug in again and check the scenario's invariant (of a double cut: the first one's)."""
    try:
        bench.boot()
    except Unpowered:
        raise Broken("the board does not stay on") from None
    SCENARIOS[(case.first or case).scenario].check(bench)


@lru_cache(_KEPT_IMAGES)
def start_of(case: Case, extra_path: tuple[Path, ...]) -> Start:
    """Give the scenario's image, or what the first cut of a double cut left."""
    if case.first is None:
        return Start(SCENARIOS[case.scenario].image())
    first = case.first
    with bench_at(start_of(first, extra_path), first, extra_path) as bench:
        act(bench, first)
        return Start(bench.image(), dict(bench.seen), list(bench.promised))
