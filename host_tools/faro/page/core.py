"""A table put together without a server: simulator, desk and hub, for whoever shows them.

The page serves them to browsers, `faro top` shows them on a terminal.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from faro.page.clock import TableClock
from faro.page.desk import Desk
from faro.page.hub import Hub
from faro.page.own_sim import OwnSim
from faro.page.people import people_in, table_keys, under_passphrase
from faro.page.port import DeskPort, NoNotes
from faro.page.recording import Recording
from faro.page.scene import Scene
from faro.sim.control import find_control, heard_us
from faro.wire.errors import BadInput, FaroError
from faro.wire.ports import url_of
from faro.wire.simulators import running

_OWN_S = 30.0
_LOOK_S = 0.2


@dataclass(frozen=True)
class TableOptions:
    """Which boards, as on the command line."""

    shoe: str | None = None
    meter: str | None = None
    keys: Path | None = None
    state: Path | None = None  # of the table program
    seed: int = 1


@contextmanager
def opened(options: TableOptions, needs_login: bool = False) -> Generator[Core]:
    """Both boards answer and the desk works; whatever ends it, nothing is left running."""
    _check(options)
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="faro-table-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        own: OwnSim | None = None
        if options.shoe is None:
            click.echo("starting the simulated boards …", err=True)
            own = OwnSim(folder, options.seed)
            stack.callback(own.stop)
            own.wait_ready()
        core = Core(options, own, folder, needs_login)
        stack.callback(core.stop)
        core.start()
        yield core


def _check(options: TableOptions) -> None:
    if options.shoe is None and (options.meter or options.keys or options.state):
        raise BadInput("--meter, --keys and --state go with --shoe")
    if options.shoe is not None and options.keys is None:
        raise BadInput("--keys is missing: a folder with shoe/table.keys, as 'faro sim' makes it")


class Core:
    """Desk and hub of one table; `follow` them in the loop of whoever shows them."""

    def __init__(
        self, options: TableOptions, own: OwnSim | None, folder: Path, needs_login: bool
    ) -> None:
        self.failure = ""
        self._own = own
        keys = own.keys if own else options.keys
        assert keys is not None  # checked
        shoe = str(own.links / "shoe") if own else options.shoe or ""
        meter = str(own.links / "meter") if own else options.meter
        clock = TableClock()
        control = own.control if own else _control_of(shoe)
        people = people_in(keys)
        if needs_login and control is None:
            people = under_passphrase(people)
        self.hub = hub = Hub(clock, people, needs_login)
        if control is not None:
            hub.scene = Scene(control, hub.on_scene, hub.on_picture)
            hub.recording = Recording(lambda: heard_us(control), options.seed)
        notes = hub.recording or NoNotes()
        ports = [
            DeskPort(name, port, table_keys(keys, name), clock, self._is_over, notes)
            for name, port in (("shoe", shoe), ("meter", meter))
            if port
        ]
        self._desk = Desk(
            ports[0],
            ports[1] if len(ports) > 1 else None,
            options.state or folder / "table.json",
            clock,
            hub.news,
            is_acking=control is not None,
            on_picture=hub.kept_picture if control is None else None,
        )
        hub.desk = self._desk
        self._watching: asyncio.Task[None] | None = None  # kept: a loop forgets its tasks

    def start(self) -> None:
        """A board that is not there, or whose port is taken, is told before anything is shown."""
        due_s = time.monotonic() + (_OWN_S if self._own else 0)
        for port in self._desk.ports.values():
            while not self._is_answering(port, due_s):
                time.sleep(_LOOK_S)
        self._desk.start()

    def _is_answering(self, port: DeskPort, due_s: float) -> bool:
        """A simulator of our own is there: it only needs time where others have the processor."""
        try:
            port.request("STATUS")
        except FaroError:
            if time.monotonic() >= due_s:
                raise
            return False
        return True

    def stop(self) -> None:
        self._desk.stop()

    async def follow(self, on_end: Callable[[], None]) -> None:
        """From now on the hub lives in this loop; `on_end` when the simulator has ended."""
        hub = self.hub
        hub.start()
        if hub.scene is None:
            return
        hub.about = await hub.scene.about()

        async def ended() -> None:
            words = self._own.last_words() if self._own else "its process is gone"
            self.failure = f"the simulator ended: {words}"
            on_end()

        self._watching = asyncio.create_task(hub.scene.watch(ended))

    def _is_over(self) -> bool:
        return self._desk.is_over()


def _control_of(port: str) -> Path | None:
    """The control socket of a simulated board's simulator; None: the board is real."""
    url = url_of(port)
    for found in running():
        if url == found.url or str(Path(url).absolute()) in (found.url, found.link):
            return find_control(Path(found.link).parent if found.link else None)
    return None
