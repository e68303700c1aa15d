"""A plain digital output, off after reset."""

from machine import Pin


class OutputPin:
    def __init__(self, pin_number):
        self._pin = Pin(pin_number, Pin.OUT, value=0)

    def set(self, level):
        self._pin.value(level)
