"""The pair of TSL1401 line cameras: PIO clocks them, DMA starts the converter and fetches it.

One state machine waits for the roller's next 0.2 mm, flashes a lamp, and clocks the 128 pixels of
both cameras out.  For each pixel it hands two words to DMA, which writes them to the converter's
control register: "convert camera A", "convert camera B".  A second channel carries the results
into `_raw`.  From the gate's edge to the last line no instruction of the CPU is needed, so a busy
program loses no line.

Two conversions of 2.06 µs a pixel make 0.53 ms a line, and every fifth line is red: a card that
takes 230 ms or longer is caught whole; a faster one gets wider lines, at 170 ms by a third.
"""

from array import array

import rp2
from machine import ADC, Pin, mem32
from uctypes import addressof

from firmware.drivers import card_path_pio
from firmware.drivers.adc_share import share
from firmware.drivers.line_unpack import unpack

LINES = 96
PIXELS = 128
RED_LINES = 24
_LINES_RAW = 1 + LINES + RED_LINES  # the first one only empties the sensor
_LINE_BYTES = 2 * PIXELS
_RAW_BYTES = _LINES_RAW * _LINE_BYTES

_BLOCK_0 = 0
_FREQ_HZ = 16_000_000
_FIRST_ADC_PIN = 40  # RP2350B

# RP2350 data sheet 12.4.6: converter; 12.6.4.1: requests of the DMA
_ADC_CS = 0x400A0000
_ADC_FCS = 0x400A0008
_ADC_FIFO = 0x400A000C
_FCS_RUN = 1 << 24 | 1 << 3 | 1 << 1 | 1  # request at one sample, 8 bits, queue on
_FCS_LEVEL = 0xF << 16
_DREQ_PIO0_TX0 = 0
_DREQ_PIO0_RX0 = 4
_DREQ_ADC = 48

# a line's word, lowest bits first: lamps, turns of the flash, pixels - 1
_GREEN, _RED, _DARK = 1, 2, 0
_FLASH_GREEN = 60  # x 0.5 µs
_FLASH_RED = 40


class LineCamera:
    """`take()` after a card has left the gate; then frames and counts are of that card."""

    def __init__(self, pin_si, pin_gate, pin_encoder_a, adc_a, adc_b):
        if (adc_a - _FIRST_ADC_PIN, adc_b - _FIRST_ADC_PIN) != (2, 3):
            raise ValueError("the program converts channels 2 and 3")
        self.green = (bytearray(LINES * PIXELS), bytearray(LINES * PIXELS))
        self.red = (bytearray(RED_LINES * PIXELS), bytearray(RED_LINES * PIXELS))
        self.lines = 0
        self.red_lines = 0
        self._raw = bytearray(_RAW_BYTES)
        self._words = array("I", _line_words())
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
        done = (_RAW_BYTES - self._samples.count) // _LINE_BYTES
        self._stop()
        counts = unpack(self._raw, done, self.green, self.red)
        self.lines = counts & 0xFF
        self.red_lines = counts >> 8
        self._arm()
        return self.lines

    def is_exposing(self):
        """A card is in the gate, or its lines have not been taken yet."""
        return self._gate.value() == 0 or self._samples.count != _RAW_BYTES

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
            count=_RAW_BYTES,
            ctrl=samples.pack_ctrl(size=0, inc_read=False, treq_sel=_DREQ_ADC),
            trigger=True,
        )
        starts.config(
            read=machine,
            write=_ADC_CS,
            count=_RAW_BYTES,
            ctrl=starts.pack_ctrl(inc_read=False, inc_write=False, treq_sel=_DREQ_PIO0_RX0),
            trigger=True,
        )
        orders.config(
            read=addressof(self._words),
            write=machine,
            count=_LINES_RAW,
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


def _line_words():
    """What the program is told for each line: an empty one, then four green ones and a red one."""
    words = [_word(_DARK, 1)]
    for line in range(LINES):
        if line % 4 == 0:
            words.append(_word(_RED, _FLASH_RED))
        words.append(_word(_GREEN, _FLASH_GREEN))
    return words


def _word(lamps, flash):
    return lamps | flash << 2 | (PIXELS - 1) << 10
