"""Runs situations on the 32-bit VM: what is alive at most, and the smallest heap that passes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from faro.build.modules import kind_of
from faro.build.vm32 import PROGRAM
from faro.sim.heaps import (
    LEAST_FREE_PERCENT,
    LESS_HEAP_VARIABLE,
    chip_heap_bytes,
    simulation_bytes,
)
from hw_sim.heap_marks import COLLECT_VARIABLE, FOLDER_VARIABLE, Marks, read_marks
from hw_sim.vm import ROOT
from tests.memory.situations import Situation

_STEP_BYTES = 4 * 1024  # how exactly the smallest heap is found
_COLLECT_EVERY_BYTES = 8 * 1024  # a peak that lives shorter than this is not seen


@dataclass(frozen=True)
class Result:
    """One board in one situation; what only the simulator costs is taken off."""

    situation: str
    board: str
    heap_bytes: int
    most_used_bytes: int
    block_bytes: int  # the largest free piece at the end, where it was smallest
    smallest_bytes: int = 0  # 0: not looked for

    @property
    def free_percent(self) -> float:
        return 100 * (1 - self.most_used_bytes / self.heap_bytes)

    @property
    def is_enough(self) -> bool:
        return self.free_percent >= LEAST_FREE_PERCENT[self.board]


class DoesNotRun(Exception):
    """A situation fails with the chip's heap; the text is pytest's."""


def run_situation(situation: Situation, jobs: int) -> list[Result]:
    """With the chips' heaps: once as it is, once with many collections, so that peaks are seen."""
    plain = _marks(situation, jobs, {})
    peaks = _marks(situation, jobs, {COLLECT_VARIABLE: str(_COLLECT_EVERY_BYTES)})
    return [_result(situation, board, plain, peaks) for board in situation.boards]


def _marks(situation: Situation, jobs: int, environment: dict[str, str]) -> list[Marks]:
    with tempfile.TemporaryDirectory() as folder:
        said = _run(situation, jobs, {FOLDER_VARIABLE: folder} | environment)
        if said:
            raise DoesNotRun(f"{situation.name}: {said}")
        return read_marks(Path(folder))


def _result(situation: Situation, board: str, plain: list[Marks], peaks: list[Marks]) -> Result:
    def mine(marks: list[Marks]) -> list[Marks]:
        return [m for m in marks if m.board.startswith(kind_of(board))]

    worst = max(mine(peaks), key=lambda m: m.most_used_bytes)
    extra = simulation_bytes(board)
    return Result(
        situation.name,
        board,
        worst.total_bytes - extra,
        worst.most_used_bytes - extra,
        min(m.block_bytes for m in mine(plain)),
    )


def smallest_heap(situation: Situation, board: str, free_bytes: int, jobs: int) -> int:
    """By bisection, with collections only when the firmware or the VM wants one."""
    passes, fails = 0, free_bytes + 2 * _STEP_BYTES
    while fails - passes > _STEP_BYTES:
        less = (passes + fails) // 2
        if _run(situation, jobs, {LESS_HEAP_VARIABLE + board: str(less)}):
            fails = less
        else:
            passes = less
    return chip_heap_bytes(board) - passes


def _run(situation: Situation, jobs: int, environment: dict[str, str]) -> str:
    """What pytest says when a test fails, otherwise nothing."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--tb=short", "-p", "no:cacheprovider"]
    command += ["-n", str(jobs), *situation.paths]
    env = os.environ | {"MICROPYTHON": str(PROGRAM)} | environment
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else "\n".join(done.stdout.splitlines()[-25:])
