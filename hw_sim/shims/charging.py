"""Lets the chip's time pass for work that a PC does at once: hw_sim/charges.py says how much.

Methods of the firmware are wrapped when its program starts, by name; its text is what ships.
"""

import gc
import sys

import simbus

try:
    from chip_charges import CALLS, US  # made of hw_sim/charges.py
except ImportError:  # the shims as they lie in the repository
    from hw_sim.charges import CALLS, charged_us

    US = charged_us("meter")
_BOOT_GRID_MS = 250
_PIECES = 10  # of a long look
_burn_us = simbus.burn_us


class _Collector:
    """In the place of `gc`."""

    enable = gc.enable
    disable = gc.disable
    isenabled = gc.isenabled
    threshold = gc.threshold

    def collect(self):
        gc.collect()
        _burn_us(US["collect"])

    def mem_free(self):
        _burn_us(US["heap_walk"])
        return gc.mem_free()

    def mem_alloc(self):
        _burn_us(US["heap_walk"])
        return gc.mem_alloc()


def replace_gc():
    """Before anything of the board is imported."""
    sys.modules["gc"] = _Collector()


def program_starts():
    """All modules are loaded: charge their methods, and what loading them has taken."""
    if "firmware.board.board" in sys.modules:
        _burn_us(US["boot"])
        # to a whole time: an image with some bytes more to hash changes nothing that comes after
        _burn_us((_BOOT_GRID_MS - simbus.now_ms() % _BOOT_GRID_MS) * 1000 - simbus.part_us())
    for module, cls, method, count, name in CALLS:
        if module in sys.modules:
            owner = sys.modules[module]
            _wrap(getattr(owner, cls) if cls else owner, method, count, US[name])
    if "firmware.cards.recognise.recogniser" in sys.modules:
        _wrap_reading(sys.modules["firmware.cards.recognise.recogniser"].Recogniser)


def _wrap(owner, method, count, us):
    """By number of arguments: a wrapper for any number would make garbage at each call."""
    setattr(owner, method, _WRAPPERS[count](getattr(owner, method), us))


def _wrap_0(call, us):
    def charged(self):
        _burn_us(us)
        return call(self)

    return charged


def _wrap_1(call, us):
    def charged(self, a=0):
        _burn_us(us)
        return call(self, a)

    return charged


def _wrap_2(call, us):
    def charged(self, a, b):
        _burn_us(us)
        return call(self, a, b)

    return charged


def _wrap_3(call, us):
    def charged(self, a, b, c):
        _burn_us(us)
        return call(self, a, b, c)

    return charged


def _wrap_bytes(call, us):
    def charged(self, data, n, now_ms):
        _burn_us(n * us)
        return call(self, data, n, now_ms)

    return charged


def _wrap_5(call, us):
    def charged(self, a, b, c, d, e):
        _burn_us(us)
        return call(self, a, b, c, d, e)

    return charged


def _wrap_6(call, us):
    def charged(self, a, b, c, d, e, f):
        _burn_us(us)
        return call(self, a, b, c, d, e, f)

    return charged


_WRAPPERS = {
    0: _wrap_0,
    1: _wrap_1,
    2: _wrap_2,
    3: _wrap_3,
    5: _wrap_5,  # also a function of six
    6: _wrap_6,
    "bytes": _wrap_bytes,
}


def _wrap_reading(cls):
    """A brief look, then try by try; which one is the longest depends on the card."""
    begin, go_on = cls.begin, cls.go_on

    def charged_begin(self, green, red, n_lines):
        begin(self, green, red, n_lines)
        _burn_us(US["corner"])

    def charged_go_on(self):
        is_first = self.pieces_left == _PIECES
        _burn_us(US["corner_more"] if is_first else US["corner_rest"])
        go_on(self)

    cls.begin = charged_begin
    cls.go_on = charged_go_on
