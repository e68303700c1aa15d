"""The parts of `machine` that not every board uses; `machine` hands them out."""

import struct

import simbus as _bus
from machine import _dispatch

from hw_sim import bus_ops as _ops


class PWM:
    def __init__(self, pin, *, freq=0, duty_u16=0):
        self._pin = pin.id
        self.duty_u16(duty_u16)

    def duty_u16(self, duty):
        _bus.post(_ops.PWM_SET, self._pin, duty)


class Timer:
    ONE_SHOT = 0
    PERIODIC = 1
    _next_id = 0

    def __init__(self, id=-1, **options):
        self._id = Timer._next_id
        Timer._next_id = (Timer._next_id + 1) & 0xFF
        self._period = bytearray(8)
        self._callback = None
        self._handler = None
        if options:
            self.init(**options)

    def init(self, *, mode=PERIODIC, period=-1, tick_hz=1000, freq=-1, callback=None, hard=False):
        """With the callback that it had it allocates nothing, so a hard one may arm it again."""
        period_us = period * (1_000_000 // tick_hz) if period >= 0 else int(1_000_000 / freq)
        if callback is not self._callback:
            self._callback = callback
            self._handler = _dispatch(callback, self, hard)
        _bus.irq_table[_ops.IRQ_TIMER | self._id << 8] = self._handler
        struct.pack_into("<q", self._period, 0, period_us)
        _bus.post_bytes(_ops.TIMER_START, self._id, mode, self._period, 8)
        _bus.expect_in(period_us)

    def deinit(self):
        _bus.irq_table.pop(_ops.IRQ_TIMER | self._id << 8, None)
        _bus.post(_ops.TIMER_STOP, self._id, 0)


class _Registers:
    """The few that drivers touch themselves; any other one reads 0 and keeps nothing."""

    _SM0_ADDR = 0x502000D4
    _ADC_FCS = 0x400A0008  # RP2350
    _LINES_AT = 14  # where rp2 would load an 18-word program
    _READ_US = 10  # of a loop in Python that asks

    def __init__(self):
        self._is_queueing = -1

    def __getitem__(self, address):
        if address == self._SM0_ADDR:
            _bus.spend_us(self._READ_US)
            return self._LINES_AT + _bus.call(_ops.SM_PLACE, 0, 0)
        return 0

    def __setitem__(self, address, value):
        if address == self._ADC_FCS and value & 1 != self._is_queueing:
            self._is_queueing = value & 1
            _bus.post(_ops.ADC_QUEUE, 0, self._is_queueing)


mem32 = _Registers()
