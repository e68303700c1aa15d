"""The board's I2C bus: a part that was cut off in the middle of a byte is clocked free.

Such a part (a reset between two bits of a read) holds SDA low and waits for clocks, so no transfer
can begin and each ends by timeout.  Up to nine clocks and a stop free it (NXP UM10204, 3.1.16).
A part that does not acknowledge is another matter: the bus works, and the error goes on.
"""

from errno import ETIMEDOUT
from time import sleep_us

from machine import I2C, Pin

from firmware.core.compat import const

_TIMEOUT_US = const(25_000)  # the longest transfer, 270 bytes at 400 kHz, takes 6.1 ms
_HALF_CLOCK_US = const(5)
_CLOCKS = const(9)


class I2cBus:
    """The calls of machine.I2C that the parts' drivers use; each is tried again once."""

    def __init__(self, bus_id, pin_sda, pin_scl, freq_hz):
        self._bus_id = bus_id
        self._pin_sda = pin_sda
        self._pin_scl = pin_scl
        self._freq_hz = freq_hz
        is_held = Pin(pin_sda, Pin.IN, Pin.PULL_UP).value() == 0
        self._i2c = self._begin()
        if is_held:
            self.recover()

    def writeto(self, addr, buf):
        try:
            self._i2c.writeto(addr, buf)
        except OSError as error:
            self._free_after(error)
            self._i2c.writeto(addr, buf)

    def readfrom_into(self, addr, buf):
        try:
            self._i2c.readfrom_into(addr, buf)
        except OSError as error:
            self._free_after(error)
            self._i2c.readfrom_into(addr, buf)

    def writeto_mem(self, addr, memaddr, buf, *, addrsize=8):
        try:
            self._i2c.writeto_mem(addr, memaddr, buf, addrsize=addrsize)
        except OSError as error:
            self._free_after(error)
            self._i2c.writeto_mem(addr, memaddr, buf, addrsize=addrsize)

    def readfrom_mem_into(self, addr, memaddr, buf, *, addrsize=8):
        try:
            self._i2c.readfrom_mem_into(addr, memaddr, buf, addrsize=addrsize)
        except OSError as error:
            self._free_after(error)
            self._i2c.readfrom_mem_into(addr, memaddr, buf, addrsize=addrsize)

    def recover(self):
        """Clock until SDA is free, nine times at most; a stop; the controller from its reset on."""
        sda = Pin(self._pin_sda, Pin.IN, Pin.PULL_UP)
        scl = Pin(self._pin_scl, Pin.IN, Pin.PULL_UP)
        for _ in range(_CLOCKS):
            if sda.value():
                break
            scl.init(Pin.OUT, value=0)
            sleep_us(_HALF_CLOCK_US)
            scl.init(Pin.IN, Pin.PULL_UP)  # an open drain: nobody drives the line high
            sleep_us(_HALF_CLOCK_US)
        scl.init(Pin.OUT, value=0)
        sda.init(Pin.OUT, value=0)
        sleep_us(_HALF_CLOCK_US)
        scl.init(Pin.IN, Pin.PULL_UP)
        sleep_us(_HALF_CLOCK_US)
        sda.init(Pin.IN, Pin.PULL_UP)  # rises while the clock is high: a stop
        sleep_us(_HALF_CLOCK_US)
        self._i2c = self._begin()

    def _begin(self):
        return I2C(
            self._bus_id,
            sda=Pin(self._pin_sda),
            scl=Pin(self._pin_scl),
            freq=self._freq_hz,
            timeout=_TIMEOUT_US,
        )

    def _free_after(self, error):
        if error.errno != ETIMEDOUT:
            raise error
        self.recover()


def open_bus(bus_id, pin_sda, pin_scl, freq_hz):
    return I2cBus(bus_id, pin_sda, pin_scl, freq_hz)
