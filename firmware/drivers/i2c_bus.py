"""The board's I2C bus."""

from machine import I2C, Pin


def open_bus(bus_id, pin_sda, pin_scl, freq_hz):
    return I2C(bus_id, sda=Pin(pin_sda), scl=Pin(pin_scl), freq=freq_hz)
