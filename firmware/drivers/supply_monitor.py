"""Supply voltage through a divider of two equal resistors on an ADC pin."""

from machine import ADC, Pin

from firmware.drivers.converter import converter

_FULL_SCALE_MV = 6_600  # 3.3 V at the pin is twice that on the 5 V rail


class SupplyMonitor:
    """Reads the rail in millivolts."""

    def __init__(self, adc_pin):
        self._adc = ADC(Pin(adc_pin))
        self._last_u16 = 0

    def read_mv(self):
        value = converter.read_u16(self._adc)
        if value >= 0:
            self._last_u16 = value
        return self._last_u16 * _FULL_SCALE_MV // 65_535
