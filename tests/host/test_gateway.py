"""A simulated board's TCP port: one program at a time, the next one as soon as it has gone."""

from __future__ import annotations

import socket

import pytest

from hw_sim.gateway import Inputs, TcpPort


class End:
    def __init__(self) -> None:
        self.rx = bytearray()
        self.written = b""

    def write(self, data: bytes) -> None:
        self.written += data


@pytest.mark.parametrize("is_gone", [True, False])
def test_tcp__program_that_reconnects_at_once__is_served(is_gone: bool) -> None:
    """Its end and its return come in one turn: it was hung up on."""
    end = End()
    port, inputs = TcpPort(end), Inputs()
    port.register(inputs)
    address = port._listener.getsockname()
    with socket.create_connection(address) as first:
        port.readable(port._listener.fileno())
        first.sendall(b"last")
        if is_gone:
            first.close()
        with socket.create_connection(address) as second:
            port.readable(port._listener.fileno())
            assert end.written == b"last"
            end.rx += b"hello"
            port.flush()
            second.settimeout(5)
            assert second.recv(5) == (b"hello" if is_gone else b"")
    port.close()
