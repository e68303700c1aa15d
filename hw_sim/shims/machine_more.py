"""The parts of `machine` that not every board uses; `machine` hands them out."""

import struct

import simbus as _bus
from machine import _dispatch

from hw_sim import bus_ops as _ops


class PWM:
    def __init__(self, pin, *, freq=0, duty_u16=0):
        self._pin = pin.id
        self._freq_hz = freq
        self._duty_u16 = duty_u16
        self._apply()

    def _apply(self):
        _bus.post_bytes(
            _ops.PWM_SET, self._pin, self._duty_u16, struct.pack("<I", self._freq_hz), 4
        )

    def freq(self, freq_hz=None):
        if freq_hz is None:
            return self._freq_hz
        self._freq_hz = freq_hz
        self._apply()

    def duty_u16(self, duty=None):
        if duty is None:
            return self._duty_u16
        self._duty_u16 = duty
        self._apply()

    def deinit(self):
        self._duty_u16 = 0
        self._apply()


class SPI:
    MSB = 0

    def __init__(self, id, baudrate=1_000_000, **_pins):
        self._id = id
        self._byte_us = 8_000_000 // baudrate + 1

    def write_readinto(self, out, into):
        _bus.call(_ops.SPI_XFER, self._id, len(into), out, len(out), into)
        _bus.spend_us(len(out) * self._byte_us)

    def write(self, buf):
        _bus.call(_ops.SPI_XFER, self._id, 0, buf, len(buf))
        _bus.spend_us(len(buf) * self._byte_us)

    def readinto(self, buf, write=0x00):
        self.write_readinto(bytes([write]) * len(buf), buf)


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


class RTC:
    """Date and time as the RP2 gives them: (year, month, day, weekday, h, m, s, subseconds)."""

    def datetime(self, value=None):
        import utime

        if value is None:
            t = utime.gmtime(_bus.call(_ops.RTC_READ, 0, 0))
            return (t[0], t[1], t[2], t[6], t[3], t[4], t[5], 0)
        utc_s = utime.mktime((value[0], value[1], value[2], value[4], value[5], value[6], 0, 0))
        _bus.post_bytes(_ops.RTC_WRITE, 0, 0, struct.pack("<q", utc_s), 8)


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
