"""The feed roller: a DC motor on a bridge with current output (DRV8876, PH/EN mode)."""

from machine import ADC, PWM, Pin

from firmware.drivers.converter import converter

_PWM_HZ = 20_000
_FULL_SCALE_MA = 2_200  # IPROPI 1 mA/A on 1.5 kΩ, 3.3 V


class FeedRoller:
    """Runs in or out at a duty in percent; 0 brakes.  Remembers what it was told."""

    def __init__(self, pin_pwm, pin_dir, adc_current):
        self._dir = Pin(pin_dir, Pin.OUT, value=0)
        self._pwm = PWM(Pin(pin_pwm), freq=_PWM_HZ, duty_u16=0)
        self._adc = ADC(Pin(adc_current))
        self._current_u16 = 0
        self.duty_percent = 0

    def run(self, duty_percent):
        """Positive: towards the carousel; negative: out; 0: brake."""
        if duty_percent == self.duty_percent:
            return
        is_turning_round = (duty_percent < 0) != (self.duty_percent < 0)
        self.duty_percent = duty_percent
        if is_turning_round:
            self._pwm.duty_u16(0)
            self._dir.value(1 if duty_percent < 0 else 0)
        self._pwm.duty_u16(abs(duty_percent) * 65_535 // 100)

    def current_ma(self):
        """The last known when a picture is just being read."""
        value = converter.read_u16(self._adc)
        if value >= 0:
            self._current_u16 = value
        return self._current_u16 * _FULL_SCALE_MA // 65_535
