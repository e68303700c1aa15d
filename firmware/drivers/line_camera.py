"""The pair of TSL1401 line cameras: PIO clocks them, DMA starts the converter and fetches it.

A card goes long edge first and carries its index in two opposite corners: camera A sees one at
the beginning of its way, camera B the other at the end, so one converter serves both in turn.

One state machine waits for the roller's next 0.2 mm, flashes a lamp, and clocks 128 pixels out.
For each pixel it hands a word to DMA, which writes it to the converter's control register; a
second channel carries the results into `_raw`.  From the gate's edge to the last line no
instruction of the CPU is needed, so a busy program loses no line.

A conversion takes 2 µs, a pixel 2.06 µs: 0.3 ms a line with its flash, and every fifth line is
red.  A card that takes 116 ms or longer is caught whole; a faster one gets wider lines.
"""

from array import array

import rp2
from machine import ADC, Pin, mem32
from uctypes import addressof

from firmware.drivers import card_path_pio
from firmware.drivers.adc_share import share
from firmware.drivers.line_unpack import LINES_A, LINES_B, LINES_SKIPPED, RAW_BYTES, unpack

LINES = 96
PIXELS = 128
RED_LINES = 24

_BLOCK_0 = 0
_FREQ_HZ = 16_000_000
_FIRST_ADC_PIN = 40  # RP2350B

# RP2350 data sheet 12.4.6: converter; 12.6.4.1: requests of the DMA
_ADC_CS = 0x400A0000
_ADC_FCS = 0x400A0008
_ADC_FIFO = 0x400A000C
_CS_CONVERT = 1 << 2 | 1  # once; the converter stays on
_FCS_RUN = 1 << 24 | 1 << 3 | 1 << 1 | 1  # request at one sample, 8 bits, queue on
_FCS_LEVEL = 0xF << 16
_DREQ_PIO0_TX0 = 0
_DREQ_PIO0_RX0 = 4
_DREQ_ADC = 48

_GREEN, _RED, _DARK = 1, 2, 0
_FLASH_GREEN = 60  # x 0.5 µs
_FLASH_RED = 40


class LineCamera:
    """`take()` after a card has left the gate; then frames and counts are of that card."""

    def __init__(self, pin_si, pin_gate, pin_encoder_a, adc_a, adc_b):
        self.green = (bytearray(LINES * PIXELS), bytearray(LINES * PIXELS))
        self.red = (bytearray(RED_LINES * PIXELS), bytearray(RED_LINES * PIXELS))
        self.lines = bytearray(2)  # of camera A, of camera B
        self._raw = bytearray(RAW_BYTES)
        self._words = array("I", _orders(adc_a - _FIRST_ADC_PIN, adc_b - _FIRST_ADC_PIN))
        self._gate = Pin(pin_gate, Pin.IN)
        ADC(Pin(adc_a))  # makes the pins analogue
        ADC(Pin(adc_b))
        rp2.PIO(_BLOCK_0).gpio_base(16)  # pins 16 to 47: the gate is beyond 31
        self._steps = rp2.StateMachine(
            _BLOCK_0 + 1,
            card_path_pio.steps,
            freq=_FREQ_HZ,
            in_base=Pin(pin_encoder_a),
            jmp_pin=Pin(pin_encoder_a + 1),
        )
        self._lines = rp2.StateMachine(
            _BLOCK_0,
            card_path_pio.lines,
            freq=_FREQ_HZ,
            in_base=self._gate,
            sideset_base=Pin(pin_si),
            out_base=Pin(pin_si + 2),
            set_base=Pin(pin_si + 2),
        )
        self._orders = rp2.DMA()
        self._starts = rp2.DMA()
        self._samples = rp2.DMA()
        share.is_taken = self.is_exposing
        share.pause = self._pause
        share.resume = self._resume
        self._steps.active(1)
        self._arm()

    def take(self):
        """The card has gone: its lines into `green` and `red`, and ready for the next one."""
        sample_count = RAW_BYTES - self._samples.count
        self._stop()
        unpack(self._raw, sample_count, self.green, self.red, self.lines)
        self._arm()
        return self.lines[0]

    def is_exposing(self):
        """A card is in the gate, or its lines have not been taken yet."""
        return self._gate.value() == 0 or self._samples.count != RAW_BYTES

    def _arm(self):
        mem32[_ADC_FCS] = _FCS_RUN
        while mem32[_ADC_FCS] & _FCS_LEVEL:
            mem32[_ADC_FIFO]
        machine = self._lines
        machine.restart()
        samples, starts, orders = self._samples, self._starts, self._orders
        samples.config(
            read=_ADC_FIFO,
            write=self._raw,
            count=RAW_BYTES,
            ctrl=samples.pack_ctrl(size=0, inc_read=False, treq_sel=_DREQ_ADC),
            trigger=True,
        )
        starts.config(
            read=machine,
            write=_ADC_CS,
            count=RAW_BYTES,
            ctrl=starts.pack_ctrl(inc_read=False, inc_write=False, treq_sel=_DREQ_PIO0_RX0),
            trigger=True,
        )
        orders.config(
            read=addressof(self._words),
            write=machine,
            count=len(self._words),
            ctrl=orders.pack_ctrl(inc_write=False, treq_sel=_DREQ_PIO0_TX0),
            trigger=True,
        )
        machine.active(1)

    def _stop(self):
        self._lines.active(0)
        for channel in (self._orders, self._starts, self._samples):
            channel.active(0)
        while self._lines.rx_fifo():
            self._lines.get()

    def _pause(self):
        mem32[_ADC_FCS] = 0

    def _resume(self):
        mem32[_ADC_FCS] = _FCS_RUN


def _orders(channel_a, channel_b):
    """What the program is told, line by line; line_unpack knows the same order."""
    words = [_order(_DARK, 1, PIXELS, channel_a)]  # empties the sensor
    for line in range(LINES_A):
        words.append(_lit(line % 5 == 0, channel_a))
    for _ in range(LINES_SKIPPED):  # the middle of the card: one pixel, no light
        words.append(_order(_DARK, 0, 1, channel_b))
    words.append(_order(_DARK, 1, PIXELS, channel_b))
    for line in range(LINES_B):
        words.append(_lit(line % 5 == 4, channel_b))
    return words


def _lit(is_red, channel):
    lamps, flash = (_RED, _FLASH_RED) if is_red else (_GREEN, _FLASH_GREEN)
    return _order(lamps, flash, PIXELS, channel)


def _order(lamps, flash, pixels, channel):
    return lamps | flash << 2 | (pixels - 1) << 10 | (channel << 12 | _CS_CONVERT) << 18
