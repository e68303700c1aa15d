"""MCP23017 port expander: seven bet sensors on port A, seven seat lamps on port B."""

_IODIRA = 0x00
_IODIRB = 0x01
_IPOLA = 0x02
_GPINTENA = 0x04
_GPPUA = 0x0C
_INTCAPA = 0x10  # port A as it was at the interrupt; INTCAPB and GPIOA follow it
_OLATB = 0x15
_SEATS = 0x7F  # pin 7 of each port may only be an output (data sheet, revision D)


class Mcp23017:
    """Sensors in, lamps out; an I2C error comes up as OSError.

    `active` is the level of a sensor that sees a chip; the part turns it round where that is low.
    """

    def __init__(self, i2c, address, active):
        self._i2c = i2c
        self._address = address
        self._polarity = 0 if active else _SEATS
        self._byte = bytearray(1)
        self._look = bytearray(3)

    def setup(self):
        """Port A inputs with pull-up and interrupt on change, port B outputs, all dark."""
        self._write(_OLATB, 0)
        self._write(_IODIRA, _SEATS)
        self._write(_IODIRB, 0x00)
        self._write(_IPOLA, self._polarity)
        self._write(_GPPUA, _SEATS)
        self._write(_GPINTENA, _SEATS)

    def is_set_up(self):
        """Whether it still knows what it was told: without power it forgets, and reads nonsense."""
        return self._read(_IPOLA) == self._polarity and self._read(_GPPUA) == _SEATS

    def read_sensors(self):
        """Seven bits, seat 1 lowest, 1: a chip; reading takes the interrupt back."""
        self._i2c.readfrom_mem_into(self._address, _INTCAPA, self._look)
        return self._look[2] & _SEATS

    def caught(self):
        """The same as they were at the interrupt that the last reading took back."""
        return self._look[0] & _SEATS

    def write_lamps(self, bits):
        self._write(_OLATB, bits & _SEATS)

    def _read(self, register):
        self._i2c.readfrom_mem_into(self._address, register, self._byte)
        return self._byte[0]

    def _write(self, register, value):
        self._byte[0] = value
        self._i2c.writeto_mem(self._address, register, self._byte)
