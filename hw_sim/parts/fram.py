"""MB85RC256V ferroelectric RAM: 32 kB, byte-wise writes at bus speed, no wear worth counting.

Write transfer: address high, address low, data.  The address stays where the transfer ended
(datasheet: current address read) and wraps at the end of the array.
"""

from __future__ import annotations

from mmap import mmap
from typing import IO

from hw_sim.parts.i2c_target import BusStuck, I2cTarget, Nack
from hw_sim.power import Supply

SIZE_BYTES = 32768


class FramChip(I2cTarget):
    """One chip: contents outlive the supply; faults are switches a test or a person sets."""

    def __init__(self, name: str, supply: Supply, size: int = SIZE_BYTES) -> None:
        self.name = name
        self.supply = supply
        self.size = size
        self.data: bytearray | mmap = bytearray(size)
        self.is_bus_stuck = False
        self.bytes_written = 0
        self._pointer = 0

    def live_in(self, file: IO[bytes]) -> None:
        """Be what is in a file from now on."""
        self.data = mmap(file.fileno(), 0)

    def write(self, data: bytes) -> None:
        """Set the address from the first two bytes and store the rest; a cut may fall inside."""
        self.check()
        if len(data) < 2:
            raise Nack
        self._pointer = (data[0] << 8 | data[1]) % self.size
        body = data[2:]
        if not body:
            return
        kept = self.supply.begin(self.name, len(body))
        self._store(body[:kept])
        if 0 < kept < len(body):
            # The byte whose last bit was on the wire: the chip may have latched anything.
            self._store(bytes((self.supply.rng.randrange(256),)))
        self.supply.end()

    def read(self, n: int) -> bytes:
        """Read on from the address."""
        self.check()
        at = self._pointer
        self._pointer = (at + n) % self.size
        if at + n <= self.size:
            return bytes(self.data[at : at + n])
        return bytes(self.data[(at + i) % self.size] for i in range(n))

    def flip_bit(self, addr: int, bit: int) -> None:
        """Turn one stored bit over, as radiation or a tired cell does."""
        self.data[addr] ^= 1 << bit

    def contents(self) -> bytes:
        """Give everything stored, for a state file."""
        return bytes(self.data)

    def load(self, contents: bytes) -> None:
        """Take everything from a state file."""
        if len(contents) != self.size:
            raise ValueError("%s: %d bytes, not %d" % (self.name, len(contents), self.size))
        self.data[:] = contents

    def _store(self, values: bytes) -> None:
        head = values[: self.size - self._pointer]
        self.data[self._pointer : self._pointer + len(head)] = head
        self.data[: len(values) - len(head)] = values[len(head) :]
        self._pointer = (self._pointer + len(values)) % self.size
        self.bytes_written += len(values)

    def check(self) -> None:
        if self.is_bus_stuck:
            raise BusStuck
        super().check()
