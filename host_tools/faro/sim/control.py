"""The other end of a running simulator's control socket."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from faro.wire.errors import BadInput, FaroError, PortError
from faro.wire.simulators import CONTROL, run_folder, running


def find_control(at: Path | None) -> Path:
    """The socket at a path or in a folder of links; without one that of the only simulator."""
    if at is not None:
        path = at / CONTROL if at.is_dir() else at
        if not path.exists():
            raise PortError(f"no simulator at {at}: start one with faro sim --links {at}")
        return path.resolve()
    found = [path for path in sorted(run_folder().glob(f"*.{CONTROL}")) if _is_alive(path)]
    if not found:
        raise PortError("no simulator is running: start one with faro sim")
    if len(found) > 1:
        folders = {os.path.realpath(link): link.parent for link in _links()}
        names = ", ".join(str(folders.get(os.path.realpath(path), path)) for path in found)
        raise BadInput(f"several simulators are running: say which with --at ({names})")
    return found[0]


def do(path: Path, words: Sequence[str]) -> dict[str, Any]:
    """Let a running simulator do something; returns when it is done."""
    return _answer(path, {"do": list(words)})


def heard_us(path: Path) -> dict[str, int]:
    """When the bytes of a host came last, by port, in the table's time."""
    return _answer(path, {"heard": True})["heard_us"]


def _answer(path: Path, asked: dict[str, Any]) -> dict[str, Any]:
    try:
        with socket.socket(socket.AF_UNIX) as control, control.makefile("r") as answers:
            control.connect(os.path.realpath(path))  # a link's path may be too long for a socket
            control.sendall(json.dumps(asked).encode() + b"\n")
            line = answers.readline()
    except OSError as error:
        why = error.strerror or error
        raise PortError(f"the simulator at {path} does not answer: {why}") from None
    if not line:
        raise FaroError("the simulator stopped before it was done")
    answer: dict[str, Any] = json.loads(line)
    if not answer["ok"]:
        raise BadInput(answer["error"])
    return answer


def _links() -> list[Path]:
    """What people call a simulator: the folder of links that they gave it."""
    return [Path(port.link).parent / CONTROL for port in running() if port.link]


def _is_alive(path: Path) -> bool:
    """Whether somebody listens; what a killed simulator left behind is taken away."""
    try:
        with socket.socket(socket.AF_UNIX) as control:
            control.connect(str(path))
        return True
    except ConnectionRefusedError:
        path.unlink(missing_ok=True)
    except OSError:
        pass
    return False
