"""`faro sim` as a real process behind real pseudo terminals."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FARO = str(Path(sys.executable).parent / "faro")


@contextmanager
def running_sim(*options: str) -> Iterator[dict[str, str]]:
    """Ports by name while the simulator runs; it is asked to stop afterwards."""
    with subprocess.Popen([FARO, "sim", "--json", *options], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            yield json.loads(process.stdout.readline())
        finally:
            process.terminate()
            process.wait(30)
