"""A plain digital input that is looked at when wanted."""

from machine import Pin


class InputPin:
    def __init__(self, pin_number):
        self._pin = Pin(pin_number, Pin.IN)

    def level(self):
        return self._pin.value()
