"""Calls functions of the firmware inside MicroPython: what the host says is what the board says.

One child process answers any number of calls; arguments and results travel as JSON lines.  A
firmware function says no to its input by ValueError, which arrives here as BadInput.
"""

from __future__ import annotations

import json
import os
import subprocess
from typing import Any

from faro.wire.errors import BadInput, FaroError
from hw_sim.vm import ROOT
from hw_sim.vm_process import find_micropython

HEAP_KB = 384

# runs in the VM: one line of JSON in, one line out, until the end of its input
_LOOP = """
import json, sys
for line in sys.stdin:
    module, function, args = json.loads(line)
    try:
        found = __import__(module, None, None, (function,))
        answer = {"value": getattr(found, function)(*args)}
    except ValueError as error:
        answer = {"refused": str(error)}
    print("\x1e" + json.dumps(answer))
"""
_ANSWER = "\x1e"  # what does not begin with it the firmware printed, tracebacks included


class FirmwareVm:
    """A MicroPython that waits for calls; use it in a `with`."""

    def __init__(self, heap_kb: int = HEAP_KB) -> None:
        self._heap_kb = heap_kb
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> FirmwareVm:
        command = [*find_micropython(), "-X", f"heapsize={self._heap_kb}k", "-c", _LOOP]
        environment = {**os.environ, "MICROPYPATH": f"{ROOT}:.frozen"}
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
        )
        return self

    def __exit__(self, *_exc: object) -> None:
        if self._process:
            self._process.communicate()
            self._process = None

    def call(self, module: str, function: str, *args: Any) -> Any:
        """The function's result as JSON brings it; BadInput when it raises ValueError."""
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise FaroError("the MicroPython for calls is not running")
        process.stdin.write(json.dumps([module, function, args]) + "\n")
        process.stdin.flush()
        printed = ""
        while not (line := process.stdout.readline()).startswith(_ANSWER):
            printed += line
            if not line:
                self.__exit__()
                raise FaroError(f"{module}.{function} failed in MicroPython:\n{printed}")
        answer: dict[str, Any] = json.loads(line[1:])
        if "refused" in answer:
            raise BadInput(answer["refused"])
        return answer["value"]


def call(module: str, function: str, *args: Any) -> Any:
    """One call in a MicroPython of its own."""
    with FirmwareVm() as vm:
        return vm.call(module, function, *args)
