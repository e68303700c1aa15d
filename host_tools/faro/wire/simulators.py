"""Which simulators run here, and on which ports their boards are: a file of each, locked by it.

The lock, not the process number, says whether a simulator still runs: it goes with the process,
however that ends, and a number may be another's by now.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from faro.wire.transports import Transport

FORMAT = "faro-simulator-1"
CONTROL = "control"  # the name of the socket that takes verbs
_MOST_FILE_BYTES = 64 << 10


@dataclass(frozen=True)
class SimulatedPort:
    """A port of a running simulator."""

    name: str  # shoe, meter, bus
    kind: str  # shoe or meter; bus: all boards on one line
    url: str
    serial: str = ""  # the board's number, as in its key files
    board: str = ""  # shoe_pico2
    link: str = ""  # made by the simulator, goes with it …
    link_mark: str = ""  # … unless another has taken its place since


def run_folder() -> Path:
    """$FARO_RUN first; else where this user's running programs keep such things."""
    named = os.environ.get("FARO_RUN")
    if named:
        return Path(named)
    base = os.environ.get("XDG_RUNTIME_DIR")
    if base and os.path.isdir(base):
        return Path(base, "faro")
    return Path(os.environ.get("TMPDIR") or "/tmp", f"faro-{os.getuid()}")


@contextmanager
def announced(ports: Sequence[SimulatedPort]) -> Generator[None]:
    """While this lasts, `faro ports` lists them.  Dead simulators' files and links go first."""
    running()
    folder = run_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{os.getpid()}.json"
    new = path.with_suffix(".new")
    data = {"format": FORMAT, "pid": os.getpid(), "ports": [asdict(port) for port in ports]}
    descriptor = os.open(new, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        _try_lock(descriptor)
        os.write(descriptor, json.dumps(data).encode())
        new.replace(path)  # seen whole or not at all
        yield
    finally:
        for name in (new, path):
            name.unlink(missing_ok=True)
        os.close(descriptor)


_lent: dict[str, tuple[SimulatedPort, Callable[[str], Transport]]] = {}


@contextmanager
def lent(ports: Sequence[SimulatedPort], open_port: Callable[[str], Transport]) -> Generator[None]:
    """While this lasts, commands of this very process find and open these ports, and no others."""
    _lent.update({port.url: (port, open_port) for port in ports})
    try:
        yield
    finally:
        for port in ports:
            del _lent[port.url]


def opened_here(url: str) -> Transport | None:
    """A port of a table that this process plays."""
    found = _lent.get(url)
    return found[1](url) if found else None


def mark_of(link: str) -> str:
    """Tells this link from another one of the same name; nothing when there is none."""
    try:
        facts = os.lstat(link)
    except OSError:
        return ""
    return f"{facts.st_ino} {facts.st_ctime_ns}" if os.path.islink(link) else ""


def running() -> list[SimulatedPort]:
    """The ports of all simulators that run; what dead ones left behind is taken away."""
    if _lent:
        return [port for port, _ in _lent.values()]
    if os.name != "posix" or not _is_ours(folder := run_folder()):
        return []
    found: list[SimulatedPort] = []
    for path in sorted(folder.glob("*.json")):
        with suppress(OSError):  # gone meanwhile
            found += _ports_of(path)
    return found


def _ports_of(path: Path) -> list[SimulatedPort]:
    descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW)
    try:
        ports = _parse(os.read(descriptor, _MOST_FILE_BYTES))
        if not _try_lock(descriptor):
            return ports
        control = path.with_suffix(f".{CONTROL}")
        for port in ports:
            if port.link_mark and mark_of(port.link) == port.link_mark:
                os.unlink(port.link)
            beside = os.path.join(os.path.dirname(port.link), CONTROL)
            if port.link and os.path.islink(beside) and os.readlink(beside) == str(control):
                os.unlink(beside)
        control.unlink(missing_ok=True)
        path.unlink(missing_ok=True)
        return []
    finally:
        os.close(descriptor)


def _parse(data: bytes) -> list[SimulatedPort]:
    """Nothing when it is no such file."""
    try:
        found: dict[str, Any] = json.loads(data)
        if found["format"] != FORMAT:
            return []
        return [SimulatedPort(**{k: str(v) for k, v in port.items()}) for port in found["ports"]]
    except (ValueError, KeyError, TypeError, AttributeError):
        return []


def _is_ours(folder: Path) -> bool:
    """Whoever may write there may send our commands elsewhere."""
    try:
        facts = folder.stat()
    except OSError:
        return False
    return facts.st_uid == os.getuid() and not facts.st_mode & 0o022


def _try_lock(descriptor: int) -> bool:
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
