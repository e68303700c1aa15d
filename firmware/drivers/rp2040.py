"""What differs between the chips, for the RP2040: addresses, request numbers (data sheet 2, 4)."""

from firmware.drivers.line_hold import stop_between
from firmware.drivers.live_word import LiveWord

__all__ = ("LiveWord", "stop_between")

PIO0_AT = 0x50200000
GPIO_BASE = 0
ADC_AT = 0x4004C000
ADC_FIRST_PIN = 26
DREQ_ADC = 36
UART0_AT = 0x40034000
DREQ_UART0_RX = 21
DMA_FOREVER = 0xFFFFFFFF  # this chip counts to an end: after four hours of an encoder's words
