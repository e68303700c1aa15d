"""Runs a script inside the real MicroPython (unix port), with a heap as small as a board's."""

import os
import subprocess
from pathlib import Path

from hw_sim.vm_process import find_micropython

REPO = Path(__file__).resolve().parents[2]
HEAP = "384k"  # objects are up to twice as big on the 64-bit VM as on the chip


class MicroPythonError(AssertionError):
    """The script ended with an error; the text holds its traceback and output."""


def run_in_micropython(
    script: str | Path,
    *args: object,
    heap: str = HEAP,
    timeout_s: float = 120,
    extra_path: tuple[str, ...] = (),
) -> str:
    """Run a script (a path, or the text itself) in MicroPython and give back its stdout."""
    is_path = isinstance(script, Path) or ("\n" not in script and script.endswith(".py"))
    command = [*find_micropython(), "-X", "heapsize=" + heap]
    words = [str(a) for a in args]
    if is_path:
        command += [str(script), *words]
    else:
        # `-c text` gives the script no arguments; they are put into sys.argv by hand
        command += ["-c", "import sys\nsys.argv[:] = %r\n%s" % (["-c", *words], script)]
    env = dict(os.environ)
    env["MICROPYPATH"] = ":".join([*extra_path, str(REPO), ".frozen"])
    done = subprocess.run(
        command, cwd=REPO, env=env, capture_output=True, text=True, timeout=timeout_s, check=False
    )
    if done.returncode != 0:
        raise MicroPythonError(
            "MicroPython exit status %d\n--- stderr\n%s\n--- stdout\n%s"
            % (done.returncode, done.stderr, done.stdout[-4000:])
        )
    return done.stdout
