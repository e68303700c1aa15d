"""Serial ports of a simulated board: a pty or a TCP port, both opened by pyserial's URL."""

import os
import pty
import select
import socket
import tty
from typing import Protocol

WRITE_TIMEOUT_S = 0.5  # as USB CDC on the chip: what nobody fetches is dropped


class Port(Protocol):
    """What the board needs of its line."""

    url: str

    def fileno(self) -> int:
        """Give the descriptor that becomes readable when there is something to do."""
        ...

    def receive(self) -> bytes:
        """Give what came in; empty when it was only somebody opening or leaving."""
        ...

    def send(self, data: bytes) -> None:
        """Send all, or drop what nobody fetches in time."""
        ...

    def close(self) -> None:
        """Unplug: whoever has the port open gets an error."""
        ...


def _send_all(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        _, writable, _ = select.select([], [fd], [], WRITE_TIMEOUT_S)
        if not writable:
            return
        try:
            view = view[os.write(fd, view) :]
        except (BlockingIOError, InterruptedError):
            continue
        except OSError:
            return  # the other side has gone


class PtyPort:
    """A pty; our own descriptor on the slave keeps it alive between openers."""

    def __init__(self) -> None:
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.url = os.ttyname(self._slave)

    def fileno(self) -> int:
        return self._master

    def receive(self) -> bytes:
        try:
            return os.read(self._master, 4096)
        except BlockingIOError:
            return b""

    def send(self, data: bytes) -> None:
        _send_all(self._master, data)

    def close(self) -> None:
        os.close(self._master)
        os.close(self._slave)


class TcpPort:
    """A TCP port for one client at a time; the next one may come when it has left."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0) -> None:
        self._listener = socket.create_server((host, port))
        self._client: socket.socket | None = None
        self.url = f"socket://{host}:{self._listener.getsockname()[1]}"

    def fileno(self) -> int:
        return (self._client or self._listener).fileno()

    def receive(self) -> bytes:
        if self._client is None:
            self._client, _ = self._listener.accept()
            self._client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return b""
        try:
            data = self._client.recv(4096)
        except OSError:
            data = b""
        if not data:
            self._client.close()
            self._client = None
        return data

    def send(self, data: bytes) -> None:
        if self._client is not None:
            _send_all(self._client.fileno(), data)

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
        self._listener.close()
