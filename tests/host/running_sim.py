"""`faro sim` in a thread, and commands as people type them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from click.testing import CliRunner, Result

from faro.cli import main
from faro.sim.live_sim import LiveSim, Options


@contextmanager
def running(options: Options, notices: list[str] | None = None) -> Iterator[LiveSim]:
    """Real ports and a control socket, until the block ends."""
    stop: list[int] = []
    with LiveSim(options, (notices if notices is not None else []).append) as sim:
        thread = threading.Thread(target=lambda: sim.run(lambda: bool(stop)))
        thread.start()
        try:
            yield sim
        finally:
            stop.append(1)
            thread.join()


def faro(*words: str) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])
