"""What differs between the chips, for the RP2350: addresses, request numbers (data sheet 12)."""

from firmware.drivers.line_hold import stop_between
from firmware.drivers.live_word import LiveWord

__all__ = ("LiveWord", "stop_between")

PIO0_AT = 0x50200000
GPIO_BASE = 16  # of PIO 0: it sees pins 16 to 47
ADC_AT = 0x400A0000
ADC_FIRST_PIN = 40  # of the B package
DREQ_ADC = 48
UART0_AT = 0x40070000
DREQ_UART0_RX = 29
DMA_FOREVER = 0xF0000000  # a count that never ends: mode 15 (12.6.2.2)
