"""The page over HTTP and WebSocket: files, the guard before everything, one task per tab."""

from __future__ import annotations

import asyncio
import json
import mimetypes
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from faro.page.guard import HEADERS, Guard
from faro.page.hub import Hub
from faro.page.viewer import Viewer

STATIC = Path(__file__).parent / "static"
mimetypes.add_type("font/woff2", ".woff2")  # not every system knows it
WRONG_TOKEN = 4403
TOO_SLOW = 4408
_SCENE_S = 0.04
_VIEW_S = 0.2
_SLOW_S = 60.0  # a tab that takes nothing for so long is let go
_MOST_AT_ONCE = 16  # requests of one tab under way
_MOST_TABS = 32


def make_app(hub: Hub, guard: Guard) -> ASGIApp:
    """Everything behind the guard."""

    async def page(_request: Request) -> Response:
        return FileResponse(STATIC / "index.html")

    async def supervisor(_request: Request) -> Response:
        return FileResponse(STATIC / "supervisor.html")

    async def socket(websocket: WebSocket) -> None:
        await _serve(websocket, hub, guard)

    routes = [
        Route("/", page),
        Route("/supervisor", supervisor),
        Mount("/static", StaticFiles(directory=STATIC)),
        WebSocketRoute("/ws", socket),
    ]
    return _Guarded(Starlette(routes=routes), guard)


class _Guarded:
    """Turns away who does not come from this very page; puts the headers on all that goes out."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self._app = app
        self._guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host, origin = headers.get("host"), headers.get("origin")
        is_socket = scope["type"] == "websocket"
        is_right = self._guard.is_host(host)
        if origin is not None or is_socket:
            is_right = is_right and self._guard.is_origin(origin, host)
        if not is_right:
            await self._turn_away(is_socket, scope, receive, send)
            return
        await self._app(scope, receive, send if is_socket else _with_headers(send))

    async def _turn_away(
        self, is_socket: bool, scope: Scope, receive: Receive, send: Send
    ) -> None:
        if is_socket:
            await send({"type": "websocket.close", "code": 1008})  # before accept: HTTP 403
        else:
            refusal = PlainTextResponse("this page is for its own address alone\n", 403)
            await refusal(scope, receive, send)


def _with_headers(send: Send) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
        await send(message)

    return with_headers


async def _serve(websocket: WebSocket, hub: Hub, guard: Guard) -> None:
    await websocket.accept()
    if not guard.is_token(websocket.query_params.get("token")):
        await websocket.close(WRONG_TOKEN)
        return
    if len(hub.viewers) >= _MOST_TABS:
        await websocket.close(1013)
        return
    # at simulated boards everybody is the dealer, but not from anywhere
    own_role = "table" if hub.scene is not None and not hub.needs_login else ""
    viewer = Viewer(own_role, hub.needs_login, websocket.query_params.get("quiet") == "1")
    hub.join(viewer)
    sender = asyncio.create_task(_send_all(websocket, viewer))
    try:
        await _receive_all(websocket, hub, viewer)
    finally:
        sender.cancel()
        await hub.leave(viewer)


async def _receive_all(websocket: WebSocket, hub: Hub, viewer: Viewer) -> None:
    tasks: set[asyncio.Task[None]] = set()
    while True:
        try:
            text = await websocket.receive_text()
        except (WebSocketDisconnect, RuntimeError, KeyError):
            return
        asked = _parsed(text)
        if asked is None:
            viewer.put(_refused(None, "not understood: a request is a JSON object"))
        elif len(tasks) >= _MOST_AT_ONCE:
            viewer.put(_refused(asked.get("id"), "too much at once: wait for an answer"))
        else:
            task = asyncio.create_task(hub.carry_out(viewer, asked))
            tasks.add(task)
            task.add_done_callback(tasks.discard)


def _parsed(text: str) -> dict[str, Any] | None:
    try:
        asked = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return asked if isinstance(asked, dict) else None  # type: ignore[return-value]


def _refused(id: Any, error: str) -> dict[str, Any]:
    return {"kind": "done", "id": id, "ok": False, "error": error}


async def _send_all(websocket: WebSocket, viewer: Viewer) -> None:
    """At most 25 scenes and 5 views a second; a tab that does not read waits alone."""
    loop = asyncio.get_running_loop()
    view_due_s = 0.0
    while True:
        await viewer.wake.wait()
        now_s = loop.time()
        is_view_due = now_s >= view_due_s
        messages = viewer.take(is_view_due)
        if any(message["kind"] == "view" for message in messages):
            view_due_s = now_s + _VIEW_S
        for message in messages:
            text = json.dumps(message, separators=(",", ":"))
            try:
                await asyncio.wait_for(websocket.send_text(text), _SLOW_S)
            except TimeoutError:
                await websocket.close(TOO_SLOW)
                return
            except (WebSocketDisconnect, RuntimeError):
                return
        await asyncio.sleep(_SCENE_S)
