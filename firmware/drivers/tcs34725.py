"""TCS34725 colour sensor on I2C: clear, red, green, blue of what lies under it."""

_COMMAND = 0x80
_ENABLE = 0x00
_ATIME = 0x01
_CONTROL = 0x0F
_ID = 0x12
_CDATA = 0x14
_ON = 0x03  # power and converter
_CYCLES_10 = 0xF6  # 24 ms: the card lies under the sensor for longer than that
_GAIN_4 = 0x01
_IDS = (0x44, 0x4D)  # TCS34725 and TCS34727


class Tcs34725:
    """Measures without end; `read` gives the newest values.  OSError: it does not answer."""

    def __init__(self, i2c, address):
        self._i2c = i2c
        self._address = address
        self._byte = bytearray(1)
        self._data = bytearray(8)
        self.clear = 0
        self.red = 0
        self.green = 0
        self.blue = 0

    def setup(self):
        """Switch it on; False when another chip answers at its address."""
        self._i2c.readfrom_mem_into(self._address, _COMMAND | _ID, self._byte)
        if self._byte[0] not in _IDS:
            return False
        self._write(_ATIME, _CYCLES_10)
        self._write(_CONTROL, _GAIN_4)
        self._write(_ENABLE, _ON)
        return True

    def read(self):
        """The newest measurement into clear, red, green, blue."""
        data = self._data
        # the chip holds the upper bytes while the lower ones are read: one block, one moment
        self._i2c.readfrom_mem_into(self._address, _COMMAND | 0x20 | _CDATA, data)
        self.clear = data[0] | data[1] << 8
        self.red = data[2] | data[3] << 8
        self.green = data[4] | data[5] << 8
        self.blue = data[6] | data[7] << 8

    def _write(self, register, value):
        self._byte[0] = value
        self._i2c.writeto_mem(self._address, _COMMAND | register, self._byte)
