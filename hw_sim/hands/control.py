"""Verbs over a local socket: one JSON line asks, one answers when the hand has done it.

`{"do": "deal QH 9S"}` is answered by `{"ok": true, "told": "dealt: QH 9S", "now_ms": 8123}`, or by
`{"ok": false, "error": "…"}` when nothing was done.  Only the owner of the socket file can connect.
"""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path
from typing import Any

from hw_sim.gateway import Inputs
from hw_sim.hands.hands import Hands
from hw_sim.hands.words import BadWords
from hw_sim.pacing import PacedRunner
from hw_sim.vm import SimError

_READ_BYTES = 4_096
_MOST_LINE_BYTES = 65_536
_SHAPE = 'a line such as {"do": "deal QH 9S"}'


class ControlSocket:
    """Serves programs of this user on this machine; commands of one connection come in turn."""

    def __init__(self, path: Path, hands: Hands, runner: PacedRunner) -> None:
        self.path = path
        self._hands = hands
        self._runner = runner
        self._inputs: Inputs | None = None
        self._connections: dict[int, _Connection] = {}
        path.unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX)
        before = os.umask(0o177)
        try:
            self._listener.bind(str(path))
        except OSError as error:
            self._listener.close()
            raise SimError(f"cannot make the control socket {path}: {error.strerror}") from None
        finally:
            os.umask(before)
        self._listener.listen(8)
        self._listener.setblocking(False)

    def register(self, inputs: Inputs) -> None:
        self._inputs = inputs
        inputs.add(self._listener.fileno(), self)

    def readable(self, fd: int) -> None:
        if fd == self._listener.fileno():
            accepted, _ = self._listener.accept()
            accepted.setblocking(False)
            self._connections[accepted.fileno()] = _Connection(accepted)
            assert self._inputs is not None
            self._inputs.add(accepted.fileno(), self)
            return
        connection = self._connections[fd]
        if connection.receive():
            self._serve(connection)
        else:
            self._hang_up(fd)

    def flush(self) -> None:
        """Answers go out at once."""

    def close(self) -> None:
        for fd in list(self._connections):
            self._hang_up(fd)
        self._listener.close()
        self.path.unlink(missing_ok=True)

    def _hang_up(self, fd: int) -> None:
        assert self._inputs is not None
        self._inputs.remove(fd)
        self._connections.pop(fd).socket.close()

    def _serve(self, connection: _Connection) -> None:
        while not connection.is_busy and (line := connection.next_line()) is not None:
            kernel = self._hands.rig.kernel
            try:
                done = self._hands.do(_words(line))
            except SimError as error:
                connection.answer({"ok": False, "error": str(error)})
                continue
            if self._runner.is_paused or not done.busy_ms:
                self._answer(connection, done.told)
                continue
            connection.is_busy = True
            told = done.told
            kernel.after(done.busy_ms * 1000, lambda told=told: self._finished(connection, told))

    def _finished(self, connection: _Connection, told: str) -> None:
        connection.is_busy = False
        self._answer(connection, told)
        self._serve(connection)

    def _answer(self, connection: _Connection, told: str) -> None:
        now_ms = self._hands.rig.kernel.now_us // 1000
        connection.answer({"ok": True, "told": told, "now_ms": now_ms})


class _Connection:
    def __init__(self, accepted: socket.socket) -> None:
        self.socket = accepted
        self.is_busy = False
        self._received = bytearray()

    def receive(self) -> bool:
        """Take what came; False when the other side has gone, or sends what is no line."""
        try:
            data = self.socket.recv(_READ_BYTES)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self._received += data
        return bool(data) and len(self._received) <= _MOST_LINE_BYTES

    def next_line(self) -> bytes | None:
        line, end, rest = self._received.partition(b"\n")
        if not end:
            return None
        self._received = rest
        return bytes(line)

    def answer(self, data: dict[str, Any]) -> None:
        try:
            self.socket.sendall(json.dumps(data).encode() + b"\n")
        except OSError:
            pass  # whoever asked has gone; it is done all the same


def _words(line: bytes) -> str | list[str]:
    try:
        asked: Any = json.loads(line)
        what = asked["do"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadWords(f"not understood: right would be {_SHAPE}") from None
    if isinstance(what, str):
        return what
    if isinstance(what, list):
        return [str(word) for word in what]  # type: ignore[misc]
    raise BadWords(f"not understood: right would be {_SHAPE}")
