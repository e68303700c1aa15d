"""Verbs over a local socket: one JSON line asks, one answers when the hand has done it.

`{"do": "deal QH 9S"}` is answered by `{"ok": true, "told": "dealt: QH 9S", "at_us": 7023000, …}`
(`at_us`: when the hand began), or by `{"ok": false, "error": "…"}` when nothing was done.
`{"about": true}` names all verbs and faults, `{"heard": true}` when bytes of a host came, by port.
`{"watch": 40}` makes a stream of the connection: what changed at the table, at most every 40 ms.
Only the owner of the socket file can connect.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hw_sim.gateway import Inputs
from hw_sim.hands.about import about
from hw_sim.hands.hands import Hands
from hw_sim.hands.heard_end import HeardEnd
from hw_sim.hands.pictures import Album
from hw_sim.hands.watching import Watching
from hw_sim.hands.words import BadWords
from hw_sim.pacing import PacedRunner
from hw_sim.vm_process import SimError

_READ_BYTES = 4_096
_MOST_LINE_BYTES = 65_536
_MOST_WAITING_BYTES = 1 << 20  # answers that nobody reads
_ASKED = ("do", "watch", "about", "heard")
_SHAPE = 'a line such as {"do": "deal QH 9S"}'


class ControlSocket:
    """Serves programs of this user on this machine; commands of one connection come in turn."""

    def __init__(
        self, path: Path, hands: Hands, runner: PacedRunner, hosts: Mapping[str, HeardEnd]
    ) -> None:
        self.path = path
        self._hands = hands
        self._hosts = hosts
        self._runner = runner
        self._inputs: Inputs | None = None
        self._album = Album(hands.rig.boards)
        self._connections: dict[int, Connection] = {}
        path.unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX)
        before = os.umask(0o177)
        try:
            self._listener.bind(str(path))
        except OSError as error:
            self._listener.close()
            why = error.strerror or error
            raise SimError(f"cannot make the control socket {path}: {why}") from None
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
            self._connections[accepted.fileno()] = Connection(accepted)
            assert self._inputs is not None
            self._inputs.add(accepted.fileno(), self)
            return
        connection = self._connections[fd]
        if connection.receive():
            self._serve(connection)
        else:
            self._hang_up(fd)

    def flush(self) -> None:
        """What waits goes out, as far as somebody reads; and what watchers have not seen yet."""
        for connection in self._connections.values():
            if connection.watching is None:
                connection.send()
            elif connection.watching.is_due() and connection.send():
                connection.put(connection.watching.news())

    def close(self) -> None:
        for fd in list(self._connections):
            self._hang_up(fd)
        self._listener.close()
        self.path.unlink(missing_ok=True)

    def _hang_up(self, fd: int) -> None:
        assert self._inputs is not None
        self._inputs.remove(fd)
        self._connections.pop(fd).socket.close()

    def _serve(self, connection: Connection) -> None:
        while not connection.is_busy and (line := connection.next_line()) is not None:
            try:
                self._carry_out(connection, _asked(line))
            except SimError as error:
                connection.answer({"ok": False, "error": str(error)})

    def _carry_out(self, connection: Connection, asked: dict[str, Any]) -> None:
        if "watch" in asked:
            connection.watching = Watching(self._hands, self._runner, self._album, asked)
            return
        if "about" in asked:
            connection.answer({"ok": True, **about(self._hands.rig)})
            return
        if "heard" in asked:
            heard_us = {name: end.last_us for name, end in self._hosts.items()}
            connection.answer({"ok": True, "heard_us": heard_us})
            return
        done = self._hands.do(_words(asked))
        kernel = self._hands.rig.kernel
        told = {"ok": True, "told": done.told, "at_us": kernel.now_us}
        if self._runner.is_paused or not done.busy_ms:
            self._answer(connection, told)
            return
        connection.is_busy = True
        kernel.after(done.busy_ms * 1000, lambda: self._finished(connection, told))

    def _finished(self, connection: Connection, told: dict[str, Any]) -> None:
        connection.is_busy = False
        self._answer(connection, told)
        self._serve(connection)

    def _answer(self, connection: Connection, told: dict[str, Any]) -> None:
        connection.answer({**told, "now_ms": self._hands.rig.kernel.now_us // 1000})


class Connection:
    """One program at the socket."""

    def __init__(self, accepted: socket.socket) -> None:
        self.socket = accepted
        self.is_busy = False
        self.watching: Watching | None = None
        self._received = bytearray()
        self._waiting = bytearray()

    @property
    def waiting_bytes(self) -> int:
        return len(self._waiting)

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
        self.put([json.dumps(data)])

    def put(self, lines: list[str]) -> None:
        """Whole lines, or none of them when nobody reads."""
        if len(self._waiting) < _MOST_WAITING_BYTES:
            self._waiting += b"".join(line.encode() + b"\n" for line in lines)
        self.send()

    def send(self) -> bool:
        """Never waits for a reader; False while something is left."""
        try:
            while self._waiting:
                del self._waiting[: self.socket.send(self._waiting)]
        except BlockingIOError:
            return False
        except OSError:
            self._waiting.clear()  # whoever asked has gone; it is done all the same
        return True


def _asked(line: bytes) -> dict[str, Any]:
    try:
        asked: Any = json.loads(line)
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict) or not any(key in asked for key in _ASKED):
        raise BadWords(f"not understood: right would be {_SHAPE}")
    return asked  # type: ignore[return-value]


def _words(asked: dict[str, Any]) -> str | list[str]:
    what = asked["do"]
    if isinstance(what, str):
        return what
    if isinstance(what, list):
        return [str(word) for word in what]  # type: ignore[misc]
    raise BadWords(f"not understood: right would be {_SHAPE}")
