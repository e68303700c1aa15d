"""Cases spread over worker processes, each bound to one core with its VM."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Any

from hw_sim import vm
from tests.proofs.powerloss.case import Case
from tests.proofs.powerloss.engine import Result, run_case

_CHUNK = 4
_HANG_LIMIT_S = 30.0  # real time: on a busy machine a slow boot is not a hang


def use_core(index: int) -> None:
    """Simulator and VM take turns: on one core that is three times as fast as on two."""
    vm.HANG_LIMIT_S = _HANG_LIMIT_S
    if hasattr(os, "sched_setaffinity"):
        allowed = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {allowed[index % len(allowed)]})


def _start_worker(next_core: Synchronized[int]) -> None:
    with next_core.get_lock():
        index = next_core.value
        next_core.value += 1
    use_core(index)


def run_all(cases: Sequence[Case], jobs: int, extra_path: Sequence[Path] = ()) -> Iterator[Result]:
    """Run cases in any order; results come as they are done."""
    work = partial(run_case, extra_path=tuple(extra_path))
    if jobs <= 1:
        yield from map(work, cases)
        return
    context = multiprocessing.get_context("fork")  # workers inherit the prepared images
    next_core: Synchronized[int] = context.Value("i", 0)
    arguments: tuple[Any, ...] = (next_core,)
    with context.Pool(jobs, _start_worker, arguments) as pool:
        yield from pool.imap_unordered(work, cases, _CHUNK)
