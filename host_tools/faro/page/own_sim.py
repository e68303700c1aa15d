"""A simulator of the page's own: a child process that ends with the page, however that ends."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from faro.wire.errors import FaroError

_RUN = "from faro.cli import main; main()"
_END_S = 10


class OwnSim:
    """`faro sim` with links, keys and an enrolled deck in a folder; stops when its input ends."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.links = folder / "links"
        self.keys = folder / "keys"
        self.control = self.links / "control"
        self._log = folder / "sim.log"
        command = [sys.executable, "-c", _RUN, "sim", "--json", "--with-parent"]
        command += ["--provisioned", "--enrolled", "--seed", str(seed)]
        command += ["--links", str(self.links), "--keys", str(self.keys)]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for the page; it then stops the simulator
            )

    def wait_ready(self) -> None:
        """Until both boards have passed their self-test."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        try:
            json.loads(line)
        except ValueError:
            self.stop()
            raise FaroError(f"the simulator did not start: {self.last_words()}") from None

    def last_words(self) -> str:
        lines = self._log.read_text("utf-8", "replace").strip().splitlines()
        return lines[-1].removeprefix("faro: ") if lines else "it said nothing"

    def stop(self) -> None:
        """Ask it to end; what does not is ended."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        try:
            self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
