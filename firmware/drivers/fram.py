"""MB85RC256V on I2C: 32 kB that take a byte at bus speed, without erase and without wear.

Whole buffers only: the caller makes buffers (or views) of the right length once, since a slice
per call would be an allocation.  A NACK, or a bus that hangs until its timeout, is OSError.
"""

from firmware.core.compat import const

_ADDRESS_BITS = const(16)


class Fram:
    """One chip; fed by the store."""

    size_bytes = 32768

    def __init__(self, i2c, addr=0x50):
        self._i2c = i2c
        self._addr = addr
        self._probe = bytearray(1)

    def read_into(self, at, buf):
        """Fill buf from address `at` on."""
        self._check(at, buf)
        self._i2c.readfrom_mem_into(self._addr, at, buf, addrsize=_ADDRESS_BITS)

    def write(self, at, buf):
        """Store the whole of buf from address `at` on, in one transfer."""
        self._check(at, buf)
        self._i2c.writeto_mem(self._addr, at, buf, addrsize=_ADDRESS_BITS)

    def is_present(self):
        """Tell whether the chip answers."""
        try:
            self.read_into(0, self._probe)
        except OSError:
            return False
        return True

    def _check(self, at, buf):
        # The chip would wrap round and overwrite its first bytes: bad code, so it raises.
        if at < 0 or at + len(buf) > self.size_bytes:
            raise ValueError("FRAM address %d" % at)
