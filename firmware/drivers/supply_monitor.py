"""Supply voltage through a divider on an ADC pin."""

from machine import ADC, Pin

from firmware.drivers.converter import converter


class SupplyMonitor:
    """Reads the rail in millivolts; `full_scale_mv` of it are 3.3 V at the pin."""

    def __init__(self, adc_pin, full_scale_mv):
        self._adc = ADC(Pin(adc_pin))
        self._full_scale_mv = full_scale_mv
        self._last_u16 = 0

    def read_mv(self):
        value = converter.read_u16(self._adc)
        if value >= 0:
            self._last_u16 = value
        return self._last_u16 * self._full_scale_mv // 65_535
