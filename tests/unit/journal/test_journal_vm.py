"""Store and journal inside real MicroPython: no allocation on the steady path, and the time."""

from pathlib import Path

from tests.helpers.mp_run import run_in_micropython

SCRIPT = Path(__file__).parents[2] / "helpers/store_on_vm.py"


def test_steady_path__in_micropython_under_heap_lock__allocates_nothing():
    # The fake chips live in the same heap, hence more of it than a board has.
    lines = dict(line.split() for line in run_in_micropython(SCRIPT, heap="1M").splitlines())
    assert int(lines["records"]) >= 500
    # Generous: it guards against an accident (a Python loop per byte), not against a busy host.
    assert float(lines["append_us"]) < 1000
