"""HT16K33 display driver: eight digits, RAM that can be read back to see a dead display."""

_OSCILLATOR_ON = 0x21
_DISPLAY_ON = 0x81
_BRIGHTNESS = 0xE0
_RAM = 0x00
_RAM_BYTES = 16


class Ht16k33:
    """Segments in `image`; `show` writes them, `is_showing` reads them back."""

    def __init__(self, i2c, address):
        self._i2c = i2c
        self._address = address
        self._command = bytearray(1)
        self.image = bytearray(_RAM_BYTES)
        self._seen = bytearray(_RAM_BYTES)

    def setup(self, brightness):
        self._send(_OSCILLATOR_ON)
        self._send(_DISPLAY_ON)
        self._send(_BRIGHTNESS | brightness)
        self.show()

    def show(self):
        self._i2c.writeto_mem(self._address, _RAM, self.image)

    def test_segments(self):
        """Every segment's memory cell takes on and off; then the image is shown again."""
        before = bytes(self.image)
        is_good = True
        for value in (0xFF, 0x00):
            for i in range(_RAM_BYTES):
                self.image[i] = value
            self.show()
            is_good = is_good and self.is_showing()
        self.image[:] = before
        self.show()
        return is_good

    def is_showing(self):
        """Whether the chip's RAM holds what was written."""
        self._i2c.readfrom_mem_into(self._address, _RAM, self._seen)
        return self._seen == self.image

    def _send(self, command):
        self._command[0] = command
        self._i2c.writeto(self._address, self._command)
