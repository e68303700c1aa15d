"""What a simulated chip is to its I2C bus: bytes written, bytes read, or a refusal."""

from __future__ import annotations

import errno


class Nack(Exception):
    """Nobody acknowledged; `errno` is what machine.I2C raises as OSError."""

    def __init__(self, errno_: int = errno.EIO) -> None:
        super().__init__(errno_)
        self.errno = errno_


class BusStuck(Nack):
    """A part holds SDA or SCL low: on the board the transfer ends by timeout."""

    def __init__(self) -> None:
        super().__init__(errno.ETIMEDOUT)


class I2cTarget:
    """One addressed chip: a transfer is a `write`, then (after a repeated start) a `read`."""

    is_dead = False

    def check(self) -> None:
        """Before each transfer: a dead chip acknowledges nothing."""
        if self.is_dead:
            raise Nack

    def write(self, data: bytes) -> None:
        """Take the bytes of one write transfer."""
        raise Nack

    def read(self, n: int) -> bytes:
        """Give `n` bytes of a read transfer."""
        raise Nack
