"""Where bytes go: a serial port by path or URL, with errors a person understands."""

from __future__ import annotations

import errno
import os
import select
import time
from typing import Any, cast
from typing import Protocol as Interface

import serial

from faro.wire.errors import PortError
from faro.wire.simulators import opened_here


class Transport(Interface):
    """Bytes out, bytes in; the clock is part of it so that tests can use virtual time."""

    name: str

    def write(self, data: bytes) -> None: ...
    def read(self, timeout_ms: int) -> bytes:
        """What has come in; waits up to `timeout_ms` for the first byte, b'' when none came."""
        ...

    def now_ms(self) -> int: ...
    def close(self) -> None: ...


def open_serial(url: str, baud: int = 115_200) -> serial.SerialBase:
    """Open a port for us alone; every failure is one PortError line."""
    is_path = "://" not in url
    try:
        if is_path:
            return serial.Serial(url, baud, timeout=0, exclusive=True)
        return cast(serial.SerialBase, serial.serial_for_url(url, baud, timeout=0))
    except serial.SerialException as error:
        raise PortError(_port_sentence(url, error)) from None
    except ValueError as error:
        raise PortError(f"{url} is not a port: {error}") from None


def _port_sentence(url: str, error: serial.SerialException) -> str:
    number = error.errno or (error.args[0] if error.args else None)
    text = str(error)
    if number == errno.ENOENT:
        return f"there is no port {url}; 'faro ports' lists what is there"
    if number in (errno.EACCES, errno.EPERM):
        return f"no permission for {url}; add yourself to the group that owns it (often 'dialout')"
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in text:
        return f"{url} is in use by another program; close that one first"
    if "refused" in text.lower() or "could not open port" in text.lower():
        return f"nothing listens at {url}: {text}"
    return f"cannot open {url}: {text}"


class SerialTransport:
    """A pyserial port.  pyserial opens and sets it up; bytes then move by the descriptor.

    Its own read() and write() cost several system calls each, which is most of the time of a
    short exchange.
    """

    def __init__(self, url: str, baud: int = 115_200) -> None:
        self.name = url
        self._port = open_serial(url, baud)
        self._fd: int = self._port.fileno()

    def fileno(self) -> int:
        return self._fd

    def write(self, data: bytes) -> None:
        while data:
            try:
                data = data[os.write(self._fd, data) :]
            except BlockingIOError:
                select.select([], [self._fd], [], 1.0)
            except OSError as error:
                raise PortError(f"{self.name} has gone away: {error.strerror}") from None

    def read(self, timeout_ms: int) -> bytes:
        if timeout_ms > 0 and not select.select([self._fd], [], [], timeout_ms / 1000)[0]:
            return b""
        try:
            data = os.read(self._fd, 65536)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise PortError(f"{self.name} has gone away: {error.strerror}") from None
        if not data:
            raise PortError(f"{self.name} has gone away: the other side closed it")
        return data

    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def close(self) -> None:
        self._port.close()


class PortTransport:
    """A pyserial port by its own read and write: where a port has no descriptor (Windows)."""

    def __init__(self, url: str, baud: int = 115_200) -> None:
        self.name = url
        self._port: Any = open_serial(url, baud)  # in_waiting is in no stub

    def write(self, data: bytes) -> None:
        try:
            self._port.write(data)
        except (serial.SerialException, OSError) as error:
            raise PortError(f"{self.name} has gone away: {error}") from None

    def read(self, timeout_ms: int) -> bytes:
        try:
            self._port.timeout = timeout_ms / 1000
            data = bytes(self._port.read(1))
            return data + bytes(self._port.read(self._port.in_waiting)) if data else data
        except (serial.SerialException, OSError) as error:
            raise PortError(f"{self.name} has gone away: {error}") from None

    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def close(self) -> None:
        self._port.close()


def utc_now() -> int:
    """This computer's clock, which boards are set by."""
    return int(time.time())


def open_transport(url: str) -> Transport:
    """A table that this process plays, or a real port."""
    return opened_here(url) or open_port(url)


def open_port(url: str) -> SerialTransport | PortTransport:
    """The fastest that this system has."""
    return SerialTransport(url) if os.name == "posix" else PortTransport(url)
