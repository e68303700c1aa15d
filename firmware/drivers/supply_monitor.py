"""Supply voltage through a divider of two equal resistors on an ADC pin."""

from machine import ADC, Pin

_FULL_SCALE_MV = 6_600  # 3.3 V at the pin is twice that on the 5 V rail


class SupplyMonitor:
    """Reads the rail in millivolts."""

    def __init__(self, adc_pin):
        self._adc = ADC(Pin(adc_pin))

    def read_mv(self):
        return self._adc.read_u16() * _FULL_SCALE_MV // 65_535
