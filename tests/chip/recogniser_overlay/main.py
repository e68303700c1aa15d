"""In the slot instead of the meter's firmware: reads the frames that lie in the flash, timed.

Frames are copied into the heap first, where the camera puts them; each byte from USB asks for one.
"""

import gc
import sys
from array import array
from time import ticks_diff, ticks_us

import machine
import micropython
import uctypes

from firmware.cards.recognise import templates
from firmware.cards.recognise.index_view import IndexView
from firmware.cards.recognise.recogniser import Recogniser

BLOCK_AT = 0x1012_0000  # in the journal's region: tests/chip/recognition_bench.py
FRAME_AT = 0x1012_2000
_MARKS = 24  # of a reading: fourteen tries, some begin twice
_CODE = 12  # where a function of machine code keeps its address


class _TimedView(IndexView):
    """Notes how long each piece of a reading took: the picture taken, then each try."""

    def __init__(self):
        super().__init__()
        self._marks = array("I", bytes(4 * _MARKS))
        self._n_marks = 0

    def begin(self):
        self._n_marks = 0
        self.mark()

    def mark(self):
        self._marks[self._n_marks] = ticks_us()
        self._n_marks += 1

    def take(self, green, n_lines):
        reason = IndexView.take(self, green, n_lines)
        self.mark()
        return reason

    def cut(self, percent, head, reach=0, rank_from=3, suit_from=3):
        self.mark()
        return IndexView.cut(self, percent, head, reach, rank_from, suit_from)

    def slice(self, percent, head, join):
        self.mark()
        return IndexView.slice(self, percent, head, join)

    def longest_us(self):
        marks = self._marks
        return max(ticks_diff(marks[k], marks[k - 1]) for k in range(1, self._n_marks))


def _machine_code():
    """Address and name of every function of machine code: what the profile knows them by."""
    for name, module in sys.modules.items():
        if name.startswith("firmware.cards.recognise"):
            for word in dir(module):
                what = getattr(module, word)
                if "viper" in str(type(what)) or str(type(what)) == "<class 'function'>":
                    print("code", hex(machine.mem32[id(what) + _CODE]), name + "." + word)


def run():
    """Tell of what goes wrong: the loader would not."""
    try:
        _run()
    except Exception as error:  # noqa: BLE001
        sys.print_exception(error)


def _run():
    """Say "ready" and the heap that is used; then a line of evidence for each byte."""
    block = bytearray(uctypes.bytearray_at(BLOCK_AT, templates.TEMPLATE_BYTES))
    view = _TimedView()
    reader = Recogniser(block, view)
    green = bytearray(12288)
    red = bytearray(3072)
    _machine_code()
    gc.collect()
    print("ready", gc.mem_alloc())
    while True:
        sys.stdin.read(1)
        green[:] = uctypes.bytearray_at(FRAME_AT, 12288)
        red[:] = uctypes.bytearray_at(FRAME_AT + 12288, 3072)
        gc.collect()
        print("go")
        sys.stdin.read(1)
        micropython.heap_lock()
        start_us = ticks_us()
        view.begin()
        code = reader.read(green, red, 96)
        view.mark()
        took_us = ticks_diff(ticks_us(), start_us)
        micropython.heap_unlock()
        d = reader.decision
        d.work_out_clear(view)
        print(
            took_us, view.longest_us(), code, reader.reason, reader.tries, d.card, d.rank_diff,
            d.rank_extra, d.rank_clear, d.suit_diff, d.suit_extra, d.suit_clear,
        )  # fmt: skip
