"""MCP23017 port expander: seven bet sensors on port A, seven seat lamps on port B."""

_IODIRA = 0x00
_IODIRB = 0x01
_GPINTENA = 0x04
_GPPUA = 0x0C
_GPIOA = 0x12
_OLATB = 0x15


class Mcp23017:
    """Sensors in, lamps out; an I2C error comes up as OSError."""

    def __init__(self, i2c, address):
        self._i2c = i2c
        self._address = address
        self._byte = bytearray(1)

    def setup(self):
        """Port A inputs with pull-up and interrupt on change, port B outputs, all dark."""
        self._write(_OLATB, 0)
        self._write(_IODIRA, 0xFF)
        self._write(_IODIRB, 0x00)
        self._write(_GPPUA, 0xFF)
        self._write(_GPINTENA, 0x7F)

    def read_sensors(self):
        """Seven bits, seat 1 lowest; reading takes the interrupt back."""
        self._i2c.readfrom_mem_into(self._address, _GPIOA, self._byte)
        return self._byte[0] & 0x7F

    def write_lamps(self, bits):
        self._write(_OLATB, bits & 0x7F)

    def _write(self, register, value):
        self._byte[0] = value
        self._i2c.writeto_mem(self._address, register, self._byte)
