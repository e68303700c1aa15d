"""Real ports for the simulated lines: a pseudo terminal or a TCP port for each."""

from __future__ import annotations

import contextlib
import errno
import os
import pty
import select
import socket
import tty
from pathlib import Path
from typing import Protocol

from hw_sim.vm_process import SimError

_READ_BYTES = 4_096
_BACKLOG_BYTES = 65_536  # unread by the program: more is lost, as on a port nobody reads


class LineEnd(Protocol):
    """What a real port carries: `rx` goes to the program, `write` takes what it sent."""

    @property
    def rx(self) -> bytearray: ...
    def write(self, data: bytes) -> None: ...


class Served(Protocol):
    """What has descriptors that programs send on."""

    def register(self, inputs: Inputs) -> None: ...
    def readable(self, fd: int, /) -> None: ...
    def flush(self) -> None: ...
    def close(self) -> None: ...


class GatewayPort(Served, Protocol):
    """A real port that carries the bytes of one simulated line."""

    end: LineEnd
    url: str


class Fork:
    """One line with several ports: each gets all that the board sends."""

    def __init__(self, end: LineEnd) -> None:
        self.end = end
        self._taps: list[_Tap] = []

    def tap(self) -> LineEnd:
        self._taps.append(_Tap(self))
        return self._taps[-1]

    def share(self) -> None:
        """What has come since, into each tap's own buffer."""
        if self.end.rx:
            for tap in self._taps:
                tap.taken += self.end.rx
            self.end.rx.clear()


class _Tap:
    def __init__(self, fork: Fork) -> None:
        self._fork = fork
        self.taken = bytearray()

    @property
    def rx(self) -> bytearray:
        self._fork.share()
        return self.taken

    def write(self, data: bytes) -> None:
        self._fork.end.write(data)


class Inputs:
    """The descriptors on which programs send, and the port that each belongs to."""

    def __init__(self) -> None:
        self.ports: dict[int, Served] = {}
        self._poll = select.poll()

    def add(self, fd: int, port: Served) -> None:
        self.ports[fd] = port
        self._poll.register(fd, select.POLLIN)

    def remove(self, fd: int) -> None:
        del self.ports[fd]
        self._poll.unregister(fd)

    def wait(self, longest_s: float) -> list[tuple[int, int]]:
        """The descriptors that have input (and their events); none when the time is over."""
        return self._poll.poll(longest_s * 1000)


def make_link(link: Path, target: str) -> None:
    """A symbolic link in place of what an earlier run left."""
    try:
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(target)
    except OSError as error:
        raise SimError(f"cannot make the link {link}: {error.strerror}") from None


class PtyPort:
    """A pseudo terminal: programs open its path like any serial port."""

    def __init__(self, end: LineEnd, link: Path | None = None) -> None:
        self.end = end
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(self._master, False)
        self._slave = slave  # kept open, so that the master lives while nobody is connected
        self.url = os.ttyname(slave)
        self._link = link
        if link is not None:
            make_link(link, self.url)
            self.url = str(link)

    def register(self, inputs: Inputs) -> None:
        inputs.add(self._master, self)

    def readable(self, _fd: int) -> None:
        with contextlib.suppress(BlockingIOError):
            self.end.write(os.read(self._master, _READ_BYTES))

    def flush(self) -> None:
        """Hand what the board sent to the program."""
        if not self.end.rx:
            return
        try:
            sent = os.write(self._master, self.end.rx)
            del self.end.rx[:sent]
        except BlockingIOError:
            excess = len(self.end.rx) - _BACKLOG_BYTES
            del self.end.rx[: max(excess, 0)]

    def close(self) -> None:
        os.close(self._master)
        os.close(self._slave)
        if self._link is not None:
            with contextlib.suppress(FileNotFoundError):
                self._link.unlink()


class TcpPort:
    """A TCP port that pyserial opens as socket://host:port; one program at a time."""

    def __init__(self, end: LineEnd, port: int = 0, host: str = "127.0.0.1") -> None:
        self.end = end
        self._inputs: Inputs | None = None
        self._connection: socket.socket | None = None
        self._listener = socket.socket()
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._listener.bind((host, port))
        except OSError as error:
            self._listener.close()
            if error.errno == errno.EADDRINUSE:
                raise SimError(f"TCP port {port} is in use; choose another") from None
            raise SimError(f"cannot listen on {host}:{port}: {error.strerror}") from None
        self._listener.listen(1)
        self._listener.setblocking(False)
        self.url = f"socket://{host}:{self._listener.getsockname()[1]}"

    def register(self, inputs: Inputs) -> None:
        self._inputs = inputs
        inputs.add(self._listener.fileno(), self)
        if self._connection is not None:
            inputs.add(self._connection.fileno(), self)

    def readable(self, fd: int) -> None:
        assert self._inputs is not None
        if fd == self._listener.fileno():
            connection, _ = self._listener.accept()
            if self._connection is not None:
                connection.close()  # busy: the first program keeps the port
                return
            connection.setblocking(False)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._connection = connection
            self._inputs.add(connection.fileno(), self)
            return
        if self._connection is None:
            return
        try:
            data = self._connection.recv(_READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self.end.write(data)
        else:
            self._hang_up()

    def _hang_up(self) -> None:
        if self._connection is not None and self._inputs is not None:
            self._inputs.remove(self._connection.fileno())
            self._connection.close()
            self._connection = None

    def flush(self) -> None:
        if self._connection is None:
            self.end.rx.clear()  # nobody is connected: the bytes go nowhere
            return
        if not self.end.rx:
            return
        try:
            sent = self._connection.send(self.end.rx)
            del self.end.rx[:sent]
        except BlockingIOError:
            del self.end.rx[: max(len(self.end.rx) - _BACKLOG_BYTES, 0)]
        except OSError:
            self._hang_up()

    def close(self) -> None:
        self._hang_up()
        self._listener.close()
