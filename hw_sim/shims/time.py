"""`time` on virtual time; calendar functions are the VM's own."""

import simbus as _bus
from utime import *

_TICK_COST_US = 1


def ticks_us():
    _bus.spend_us(_TICK_COST_US)
    return _bus.now_us()


def ticks_ms():
    _bus.spend_us(_TICK_COST_US)
    return _bus.now_ms()


def sleep_us(duration_us):
    _bus.sleep_us(duration_us)


def sleep_ms(duration_ms):
    _bus.sleep_us(duration_ms * 1000)


def sleep(duration_s):
    _bus.sleep_us(int(duration_s * 1_000_000))
