"""Cases spread over worker processes, each bound to one core with its VM."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from hw_sim.pacing import use_one_core
from tests.proofs.powerloss.case import Case
from tests.proofs.powerloss.engine import Result, run_case

_CHUNK = 4


def run_all(cases: Sequence[Case], jobs: int, extra_path: Sequence[Path] = ()) -> Iterator[Result]:
    """Run cases in any order; results come as they are done."""
    work = partial(run_case, extra_path=tuple(extra_path))
    if jobs <= 1:
        yield from map(work, cases)
        return
    context = multiprocessing.get_context("fork")  # workers inherit the prepared images
    with context.Pool(jobs, use_one_core) as pool:
        yield from pool.imap_unordered(work, cases, _CHUNK)
