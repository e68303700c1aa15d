"""Tests that wait for real time, again and again beside busy loops: `make patience`.

Each turn runs them in another order. A turn that fails prints its seed; the same seed gives the
same order again (`ARGS="--turns 1 --seed 7"`).
"""

from __future__ import annotations

import argparse
import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator

PATHS = ["tests/host", "tests/browser"]  # simulators in real time, terminals, browsers
WRONG = ("FAILED", "ERROR", "E ")
BUSY = "while True: pass"


@contextlib.contextmanager
def busy(loops: int) -> Iterator[None]:
    """So many other programs that want a core each."""
    started = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(loops)]
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


def main() -> int:
    parser = argparse.ArgumentParser(prog="make patience", description=__doc__)
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--loops", type=int, default=4, help="busy loops beside the tests")
    parser.add_argument("--seed", type=int, default=1, help="of the first turn's order")
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("paths", nargs="*", default=PATHS)
    options = parser.parse_args()
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(options.workers), "-m", "not slow"]
    failed: list[int] = []
    with busy(options.loops):
        for seed in range(options.seed, options.seed + options.turns):
            begun_s = time.monotonic()
            words = [*command, "--shuffle", str(seed), *options.paths]
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            lines = done.stdout.strip().splitlines()
            print(f"seed {seed}: {lines[-1]} (exit {done.returncode},", end=" ")
            print(f"{time.monotonic() - begun_s:.0f} s)", flush=True)
            if done.returncode:
                failed.append(seed)
                print(*(line for line in lines if line.startswith(WRONG)), sep="\n")
    print(f"{options.turns} turns beside {options.loops} busy loops; failed: {failed or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
