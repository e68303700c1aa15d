"""A plain digital output; low until it is told otherwise."""

from machine import Pin


class OutputPin:
    def __init__(self, pin_number, level=0):
        self._pin = Pin(pin_number, Pin.OUT, value=level)

    def set(self, level):
        self._pin.value(level)
