"""The status light: red, green and blue on three pins."""

from machine import Pin

OFF = 0
BLUE = 1
GREEN = 2
RED = 4
YELLOW = RED | GREEN
WHITE = RED | GREEN | BLUE


class Lamp:
    """Shows one colour; `show` writes the pins only when something changes."""

    def __init__(self, pin_red, pin_green, pin_blue):
        self._red = Pin(pin_red, Pin.OUT, value=0)
        self._green = Pin(pin_green, Pin.OUT, value=0)
        self._blue = Pin(pin_blue, Pin.OUT, value=0)
        self._colour = OFF

    def show(self, colour):
        if colour == self._colour:
            return
        self._colour = colour
        self._red.value(colour >> 2 & 1)
        self._green.value(colour >> 1 & 1)
        self._blue.value(colour & 1)
