"""Puts the page together and runs it: port, simulator, desk, server; and takes it apart again."""

from __future__ import annotations

import asyncio
import errno
import shutil
import socket
import tempfile
import webbrowser
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import click
import uvicorn

from faro.page.clock import TableClock
from faro.page.desk import Desk
from faro.page.guard import Guard
from faro.page.hub import Hub
from faro.page.own_sim import OwnSim
from faro.page.people import people_in, table_keys
from faro.page.port import DeskPort
from faro.page.recording import Recording
from faro.page.scene import Scene
from faro.page.server import make_app
from faro.wire.errors import BadInput, FaroError, PortError
from faro.wire.ports import url_of
from faro.wire.simulators import running

_MOST_MESSAGE_BYTES = 64 << 10
_SHUTDOWN_S = 2


@dataclass(frozen=True)
class Options:
    """As on the command line."""

    shoe: str | None = None
    meter: str | None = None
    keys: Path | None = None
    seed: int = 1
    host: str = "127.0.0.1"
    page_port: int = 8040
    browser: bool = True


def run(options: Options) -> None:
    """Until Ctrl-C; whatever ends it, nothing is left running."""
    _check(options)
    with ExitStack() as stack:
        listener = stack.enter_context(_listen(options))
        guard = Guard(options.host, listener.getsockname()[1])
        folder = Path(tempfile.mkdtemp(prefix="faro-table-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        own: OwnSim | None = None
        if options.shoe is None:
            click.echo("starting the simulated boards …", err=True)
            own = OwnSim(folder, options.seed)
            stack.callback(own.stop)
            own.wait_ready()
        page = Page(options, own, folder, guard)
        stack.callback(page.stop)
        page.start()
        click.echo(f"the table is at {guard.url}")
        if options.browser:
            webbrowser.open(guard.url)
        asyncio.run(page.serve(listener))
        if page.failure:
            raise FaroError(page.failure)


def _check(options: Options) -> None:
    if options.shoe is None and (options.meter or options.keys):
        raise BadInput("--meter and --keys go with --shoe")
    if options.shoe is not None and options.keys is None:
        raise BadInput("--keys is missing: a folder with shoe/table.keys, as 'faro sim' makes it")


def _listen(options: Options) -> socket.socket:
    """The page's own port first: who cannot have it starts nothing."""
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((options.host, options.page_port))
        listener.listen(64)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortError(
                f"port {options.page_port} is in use: another page may run; choose one with"
                " --page-port"
            ) from None
        raise BadInput(f"cannot listen at {options.host}: {error.strerror}") from None
    return listener


class Page:
    """Desk, hub and server of one page."""

    def __init__(self, options: Options, own: OwnSim | None, folder: Path, guard: Guard) -> None:
        self.failure = ""
        self._own = own
        self._guard = guard
        keys = own.keys if own else options.keys
        assert keys is not None  # checked
        shoe = str(own.links / "shoe") if own else options.shoe or ""
        meter = str(own.links / "meter") if own else options.meter
        self._clock = TableClock()
        self._hub = hub = Hub(self._clock, people_in(keys), not guard.is_local)
        control = own.control if own else _control_of(shoe)
        if control is not None:
            hub.scene = Scene(control, hub.on_scene, hub.on_picture)
            hub.recording = Recording(self._table_ms, options.seed)
        made = hub.recording.made if hub.recording else _forget
        ports = [
            DeskPort(name, port, table_keys(keys, name), self._clock, self._is_over, made)
            for name, port in (("shoe", shoe), ("meter", meter))
            if port
        ]
        self._desk = Desk(
            ports[0],
            ports[1] if len(ports) > 1 else None,
            folder / "table.json",
            self._clock,
            hub.news,
        )
        hub.desk = self._desk
        self._server: uvicorn.Server | None = None

    def _is_over(self) -> bool:
        return self._desk.is_over()

    def _table_ms(self) -> int:
        scene = self._hub.scene
        return scene.whole.get("now_ms", 0) if scene else 0

    def start(self) -> None:
        """A board that is not there, or whose port is taken, is told before anything is shown."""
        for port in self._desk.ports.values():
            port.request("STATUS")
        self._desk.start()

    def stop(self) -> None:
        self._desk.stop()

    async def serve(self, listener: socket.socket) -> None:
        self._hub.start()
        watching: asyncio.Task[None] | None = None
        if self._hub.scene is not None:
            self._hub.about = await self._hub.scene.about()
            watching = asyncio.create_task(self._hub.scene.watch(self._simulator_ended))
        config = uvicorn.Config(
            make_app(self._hub, self._guard),
            log_level="error",
            access_log=False,
            lifespan="off",
            ws_max_size=_MOST_MESSAGE_BYTES,
            timeout_graceful_shutdown=_SHUTDOWN_S,
            server_header=False,
        )
        self._server = uvicorn.Server(config)
        try:
            await self._server.serve(sockets=[listener])
        finally:
            if watching is not None:
                watching.cancel()

    async def _simulator_ended(self) -> None:
        words = self._own.last_words() if self._own else "its process is gone"
        self.failure = f"the simulator ended: {words}"
        if self._server is not None:
            self._server.should_exit = True


def _control_of(port: str) -> Path | None:
    """The control socket of a simulated board's simulator; None: the board is real."""
    url = url_of(port)
    for found in running():
        if url == found.url or str(Path(url).absolute()) in (found.url, found.link):
            from faro.sim.control import find_control

            return find_control(Path(found.link).parent if found.link else None)
    return None


def _forget(*_made: object) -> None:
    """Nothing is recorded at real boards: they keep a journal."""
