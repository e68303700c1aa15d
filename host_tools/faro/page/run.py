"""Serves a table to browsers until Ctrl-C; whatever ends it, nothing is left running."""

from __future__ import annotations

import asyncio
import errno
import socket
import webbrowser
from dataclasses import dataclass

import uvicorn

from faro.output import tell
from faro.page.core import Core, TableOptions, opened
from faro.page.guard import Guard
from faro.page.server import make_app
from faro.wire.errors import BadInput, FaroError, PortError

_MOST_MESSAGE_BYTES = 64 << 10
_SHUTDOWN_S = 2


@dataclass(frozen=True)
class PageOptions:
    """Where the page is, as on the command line."""

    host: str = "127.0.0.1"
    page_port: int = 8040
    browser: bool = True
    is_json: bool = False


def run(table: TableOptions, page: PageOptions) -> None:
    with _listen(page) as listener:
        guard = Guard(page.host, listener.getsockname()[1])
        with opened(table, needs_login=not guard.is_local) as core:
            tell(page.is_json, {"url": guard.url}, f"the table is at {guard.url}")
            if page.browser:
                webbrowser.open(guard.url)
            asyncio.run(_serve(core, guard, listener))
            if core.failure:
                raise FaroError(core.failure)


def _listen(page: PageOptions) -> socket.socket:
    """The page's own port first: who cannot have it starts nothing."""
    family = socket.AF_INET6 if ":" in page.host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((page.host, page.page_port))
        listener.listen(64)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortError(
                f"port {page.page_port} is in use: another page may run; choose one with"
                " --page-port"
            ) from None
        raise BadInput(f"cannot listen at {page.host}: {error.strerror}") from None
    return listener


async def _serve(core: Core, guard: Guard, listener: socket.socket) -> None:
    config = uvicorn.Config(
        make_app(core.hub, guard),
        log_level="error",
        access_log=False,
        lifespan="off",
        ws_max_size=_MOST_MESSAGE_BYTES,
        timeout_graceful_shutdown=_SHUTDOWN_S,
        server_header=False,
    )
    server = uvicorn.Server(config)

    def end() -> None:
        server.should_exit = True

    await core.follow(end)
    await server.serve(sockets=[listener])
