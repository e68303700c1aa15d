"""`faro table` as a real process, and a tab of it by WebSocket, as a browser would be."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from faro.page.scene import merge

FARO = str(Path(sys.executable).parent / "faro")
LONG_S = 60.0


class PageProcess:
    """The page with its own simulator, or at ports that are there."""

    def __init__(self, folder: Path, *options: str) -> None:
        folder.mkdir(exist_ok=True)
        self.run_folder = folder / "run"
        self.tmp = folder / "tmp"
        self.tmp.mkdir(exist_ok=True)
        environment = {**os.environ, "FARO_RUN": str(self.run_folder), "TMPDIR": str(self.tmp)}
        command = [FARO, "table", "--no-browser", "--page-port", "0", *options]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://(\S+)/#token=(\S+)", line)
        assert found, (line, self.process.communicate(timeout=10))
        self.host, self.token = found[1], found[2]

    def tab(self, **changes: Any) -> Tab:
        return Tab(self, **changes)

    def stop(self, number: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """The exit code and what was said at the end."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        _out, errors = self.process.communicate(timeout=30)
        return self.process.returncode, errors

    def left_over(self) -> list[str]:
        """Files that a page and its simulator have while they run."""
        run = self.run_folder.iterdir() if self.run_folder.exists() else ()
        return sorted(str(path) for path in (*run, *self.tmp.iterdir()))


class Tab:
    """Keeps what it was told, as the page's own script does."""

    def __init__(
        self, page: PageProcess, token: str = "", origin: str = "", more: str = ""
    ) -> None:
        url = f"ws://{page.host}/ws?token={token or page.token}{more}"
        came_from: Any = origin or f"http://{page.host}"
        self._context = connect(
            url, origin=came_from, max_size=None, compression=None, ping_interval=None,
            close_timeout=1,  # what it has not read yet, it does not read any more
        )  # fmt: skip
        self.socket: ClientConnection = self._context.__enter__()
        self.hello: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        self.scene: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.pictures: list[dict[str, Any]] = []
        self.others: list[dict[str, Any]] = []
        self._done: dict[Any, dict[str, Any]] = {}
        self._id = 0

    def __enter__(self) -> Tab:
        self.until(lambda: "boards" in self.view)
        return self

    def __exit__(self, *_exc: object) -> None:
        self.socket.close()

    def until(self, is_so: Callable[[], Any], limit_s: float = LONG_S) -> Any:
        """Take what comes until it is so."""
        due_s = time.monotonic() + limit_s
        while not (found := is_so()):
            assert time.monotonic() < due_s, (self.view.get("table"), self.others[-3:])
            with suppress(TimeoutError):
                self._take(json.loads(self.socket.recv(timeout=1.0)))
        return found

    def _take(self, message: dict[str, Any]) -> None:
        kind = message["kind"]
        if kind == "hello":
            self.hello = message
        elif kind == "view":
            self.view |= message["sections"]
        elif kind == "scene":
            merge(self.scene, message)
        elif kind == "events":
            self.events += message["events"]
        elif kind == "picture":
            self.pictures.append(message)
        elif kind == "done":
            self._done[message["id"]] = message
        else:
            self.others.append(message)

    def send(self, text: str) -> None:
        self.socket.send(text)

    def ask(self, **asked: Any) -> dict[str, Any]:
        """A request and its answer, whichever it is."""
        self._id += 1
        number = self._id
        self.send(json.dumps({"id": number, **asked}))
        return self.until(lambda: self._done.pop(number, None))

    def do(self, line: str) -> str:
        return self._good(self.ask(do=line))

    def act(self, action: str, **values: Any) -> str:
        return self._good(self.ask(act=action, **values))

    def login(self, person: str) -> str:
        return self._good(self.ask(login=person, passphrase=""))

    def refused(self, **asked: Any) -> str:
        answer = self.ask(**asked)
        assert not answer["ok"], answer
        return answer["error"]

    def answer_to_nothing(self) -> dict[str, Any]:
        """The answer to what had no id."""
        return self.until(lambda: self._done.pop(None, None))

    def closed_with(self) -> int | None:
        """Until the other side closes; its code."""
        try:
            while True:
                self.socket.recv(timeout=10)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None

    @staticmethod
    def _good(answer: dict[str, Any]) -> str:
        assert answer["ok"], answer
        return answer["told"]
