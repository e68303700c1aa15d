"""The pair of TSL1401 line cameras: PIO clocks them, DMA starts the converter and fetches it.

A card goes long edge first and carries its index in two opposite corners: one camera sees the
first at the beginning of its way, the other the second at the end, so one converter serves both.
Cards pass in either direction; the other way round the cameras change their turns.

One state machine waits for the roller's next 0.2 mm, flashes a lamp, and clocks 128 pixels out.
For each pixel it hands a word to DMA, which writes it to the converter's control register; a
second channel carries the results into `_raw`.  From the gate's edge to the last line no
instruction of the CPU is needed, so a busy program loses no line.

A conversion takes 2 µs, a pixel 2.125 µs: 305 µs a line with its flash, and every fourth is red.
At 600 mm/s a line is due every 333 µs; a card faster than 650 mm/s gets wider lines.
"""

from array import array

import rp2
from machine import ADC, Pin, disable_irq, enable_irq, mem32

from firmware.drivers import card_path_pio, picture_unpack
from firmware.drivers.camera_ways import WAY_MOUTH, WAY_OUT
from firmware.drivers.converter import converter
from firmware.drivers.line_copy import toggle_words
from firmware.drivers.picture_unpack import RAW_BYTES, unpack

LINES = 96
PIXELS = 128
RED_LINES = 24

_SM_LINES = 0  # of PIO 0
_SM_STEPS = 1
_FREQ_HZ = 16_000_000
_SM0_ADDR = 0xD4
_LAST_RESTING = 2  # address in the program: up to here no line is under way
_HOLD_TRIES = 40  # of some 15 µs: longer than a line

_ADC_CS = 0x0
_ADC_FCS = 0x8
_ADC_FIFO = 0xC
_CHANNEL_BIT = 30  # of the converter's input in an order
_CS_CONVERT = 1 << 2 | 1  # once; the converter stays on
_FCS_RUN = 1 << 24 | 1 << 3 | 1 << 1 | 1  # request at one sample, 8 bits, queue on
_FCS_LEVEL = 0xF << 16
_DREQ_PIO0_TX0 = 0
_DREQ_PIO0_RX0 = 4

_GREEN, _RED, _DARK = 1, 2, 0
_FLASH_GREEN = 60  # x 0.5 µs
_FLASH_RED = 40


class LineCamera:
    """`take()` after a card has left the gate; then pictures and counts are of that card."""

    def __init__(self, chip, pin_si, pin_encoder_a, adc_a, adc_b, gates):
        """`gates`: the pin that starts a picture, for each way: 1.6 mm before the cameras."""
        self.green = (bytearray(LINES * PIXELS), bytearray(LINES * PIXELS))
        self.red = (bytearray(RED_LINES * PIXELS), bytearray(RED_LINES * PIXELS))
        self.lines = bytearray(2)  # of camera A, of camera B
        self._raw = bytearray(RAW_BYTES)
        channels = (adc_a - chip.ADC_FIRST_PIN, adc_b - chip.ADC_FIRST_PIN)
        self._words = array("I", orders(channels))
        self._is_swapped = False  # the words are for cards on their way out
        self._swap_mask = (channels[0] ^ channels[1]) << _CHANNEL_BIT
        # inputs from here on: until a pin is set up it reads as dark, which would start a picture
        self._gates = [Pin(gate, Pin.IN) for gate in gates]
        self._way = -1
        self._irq_state = 0
        ADC(Pin(adc_a))  # makes the pins analogue
        ADC(Pin(adc_b))
        if chip.GPIO_BASE:
            rp2.PIO(0).gpio_base(chip.GPIO_BASE)
        self._encoder = (Pin(pin_encoder_a), Pin(pin_encoder_a + 1))
        self._si = Pin(pin_si)
        self._lamps = Pin(pin_si + 2)
        self._adc_cs = chip.ADC_AT + _ADC_CS
        self._adc_fcs = chip.ADC_AT + _ADC_FCS
        self._adc_fifo = chip.ADC_AT + _ADC_FIFO
        self._pio = chip.PIO0_AT
        self._stop_between = chip.stop_between
        self._first = 0  # address of the program
        self._steps = rp2.StateMachine(_SM_STEPS)
        self._lines = rp2.StateMachine(_SM_LINES)
        self._orders = rp2.DMA()
        self._starts = rp2.DMA()
        self._samples = rp2.DMA()
        self._orders_ctrl = self._orders.pack_ctrl(inc_write=False, treq_sel=_DREQ_PIO0_TX0)
        self._starts_ctrl = self._starts.pack_ctrl(
            inc_read=False, inc_write=False, treq_sel=_DREQ_PIO0_RX0
        )
        self._samples_ctrl = self._samples.pack_ctrl(size=0, inc_read=False, treq_sel=chip.DREQ_ADC)
        self.watch(WAY_MOUTH)
        converter.stream = self

    def watch(self, way):
        """Which way the next card goes; False, and at no cost, when that is known already."""
        if way == self._way:
            return False
        self._way = way
        self._stop()
        if (way == WAY_OUT) != self._is_swapped:
            self._is_swapped = not self._is_swapped
            toggle_words(self._words, len(self._words), self._swap_mask)
        # a line for each turn of the encoder's tracks in that direction, none in the other
        track_a, track_b = self._encoder
        first, second = (track_a, track_b) if way == WAY_OUT else (track_b, track_a)
        self._steps.init(card_path_pio.steps, freq=_FREQ_HZ, in_base=first, jmp_pin=second)
        self._steps.active(1)
        self._arm()
        return True

    def take(self):
        """The card has gone: its lines into `green` and `red`, and ready for the next one."""
        sample_count = RAW_BYTES - self._samples.count
        self._stop()
        is_out = self._way == WAY_OUT
        unpack(self._raw, sample_count, self.green, self.red, self.lines, is_out)
        self._arm()
        return self.lines[0]

    # -- the converter's owner asks --------------------------------------------------------

    def hold(self):
        """Stop between two lines; False when there is no such moment.

        Interrupts wait until go_on(), some 0.1 ms: else USB's could hold the next line for longer
        than the roller takes to the one after it.
        """
        for _ in range(_HOLD_TRIES):
            self._irq_state = disable_irq()
            if self._stop_between(self._pio, self._first + _LAST_RESTING):
                mem32[self._adc_fcs] = 0
                return True
            enable_irq(self._irq_state)
        return False

    def go_on(self):
        """A step of the roller that came meanwhile was kept: its line comes now."""
        mem32[self._adc_fcs] = _FCS_RUN
        self._lines.active(1)
        enable_irq(self._irq_state)

    # -- steps -----------------------------------------------------------------------------

    def _arm(self):
        """Everything from the beginning: what an earlier card left in the queues is gone."""
        machine = self._lines
        machine.init(
            card_path_pio.lines,
            freq=_FREQ_HZ,
            in_base=self._gates[self._way],
            sideset_base=self._si,
            out_base=self._lamps,
            set_base=self._lamps,
        )
        machine.restart()
        self._first = mem32[self._pio + _SM0_ADDR]
        mem32[self._adc_fcs] = _FCS_RUN
        while mem32[self._adc_fcs] & _FCS_LEVEL:
            mem32[self._adc_fifo]
        self._samples.config(
            read=self._adc_fifo,
            write=self._raw,
            count=RAW_BYTES,
            ctrl=self._samples_ctrl,
            trigger=True,
        )
        self._starts.config(
            read=machine,
            write=self._adc_cs,
            count=RAW_BYTES,
            ctrl=self._starts_ctrl,
            trigger=True,
        )
        self._orders.config(
            read=self._words,
            write=machine,
            count=len(self._words),
            ctrl=self._orders_ctrl,
            trigger=True,
        )
        machine.active(1)

    def _stop(self):
        self._lines.active(0)
        for channel in (self._orders, self._starts, self._samples):
            channel.active(0)


def orders(channels):
    """What the program is told, line by line; line_unpack knows the same order."""
    begin, end = channels
    words = [_order(_DARK, 1, PIXELS, begin)]  # empties the sensor
    for line in range(picture_unpack.LINES_START):
        words.append(_lit(line % picture_unpack.RED_EVERY == 0, begin))
    for _ in range(picture_unpack.LINES_SKIPPED):
        words.append(_order(_DARK, 0, 1, end))
    words.append(_order(_DARK, 1, PIXELS, end))
    for line in range(picture_unpack.LINES_END):
        words.append(_lit(line % picture_unpack.RED_EVERY == picture_unpack.RED_EVERY - 1, end))
    return words


def _lit(is_red, channel):
    lamps, flash = (_RED, _FLASH_RED) if is_red else (_GREEN, _FLASH_GREEN)
    return _order(lamps, flash, PIXELS, channel)


def _order(lamps, flash, pixels, channel):
    return lamps | flash << 2 | (pixels - 1) << 10 | (channel << 12 | _CS_CONVERT) << 18
