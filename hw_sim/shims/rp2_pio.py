"""`rp2`'s PIO and DMA on the sim bus: queues, counts and interrupts as the drivers see them.

A program is known by its name; what its state machine does with pins and words happens in the
simulator's part of that name.  DMA is known by what it joins: a state machine, the converter's
queue, memory.
"""

import struct

import simbus as _bus
from machine import _dispatch

from hw_sim import bus_ops as _ops

_NO_PIN = 0xFF
_UART0 = (0x40034000, 0x40070000)  # RP2040, RP2350


class Program:
    def __init__(self, name):
        self.name = name.encode()


def asm_pio(**_options):
    """The assembler's text is for the chip and for tests/helpers/pio_model.py: a name will do."""
    return lambda function: Program(function.__name__)


class PIO:
    OUT_LOW = 2
    SHIFT_LEFT = 0
    SHIFT_RIGHT = 1

    def __init__(self, id):
        pass

    def gpio_base(self, _first):
        """Pins have their own numbers on the sim bus."""


class StateMachine:
    def __init__(self, id, program=None, **options):
        self.id = id
        if program is not None:
            self.init(program, **options)

    def init(self, program, *, freq=-1, in_base=None, **_options):
        """Empties its queues, as on the chip."""
        pin = _NO_PIN if in_base is None else in_base.id
        setting = bytes((pin,)) + program.name
        _bus.post_bytes(_ops.SM_INIT, self.id, max(freq, 0), setting, len(setting))

    def active(self, level):
        _bus.post(_ops.SM_ACTIVE, self.id, 1 if level else 0)

    def restart(self):
        _bus.post(_ops.SM_RESTART, self.id, 0)

    def exec(self, _instruction):
        pass


class DMA:
    """One channel.  What nothing here feeds stands still at its count."""

    _next_channel = 0

    def __init__(self):
        self.channel = DMA._next_channel
        DMA._next_channel += 1
        self.read = self.write = None
        self._count = 0
        self._caught = 0
        self._number = bytearray(4)

    def pack_ctrl(self, **_fields):
        return 0

    def config(self, read=None, write=None, count=None, ctrl=None, trigger=False):
        if read is not None:
            self.read = read
        if write is not None:
            self.write = write
        if count is not None:
            self._count = count
        if trigger:
            self._start()

    def _start(self):
        if isinstance(self.write, StateMachine):
            _bus.post_bytes(_ops.SM_FEED, self.write.id, 0, self.read, 4 * self._count)
        elif isinstance(self.read, StateMachine):
            struct.pack_into("<I", self._number, 0, self._count)
            _bus.post_bytes(_ops.SM_COUNT, self.read.id, self.channel, self._number, 4)
        elif self._is_catching():
            _bus.post(_ops.STREAM_CATCH, 0, self._count)
        elif self._is_sampling():
            _bus.post(_ops.SAMPLES_START, 0, self._count)

    def _is_catching(self):
        """What a UART hears, into memory."""
        return self.read in _UART0

    def _is_sampling(self):
        """From a register into bytes of memory: the converter's queue."""
        return isinstance(self.read, int) and isinstance(self.write, bytearray)

    @property
    def count(self):
        """What is still to be carried."""
        if isinstance(self.read, StateMachine):
            return self._count - _bus.call(_ops.SM_TOLD, self.read.id, 0)
        if self._is_catching():
            self._caught = min(_bus.call(_ops.STREAM_HELD, 0, 0), self._count)
            return self._count - self._caught
        if self._is_sampling():
            return self._count - _bus.call(_ops.SAMPLES_COUNT, 0, 0)
        return self._count

    def active(self, level):
        if level:
            self._start()
        elif isinstance(self.write, StateMachine):
            _bus.post(_ops.SM_CUT, self.write.id, 0)
        elif self._is_catching():
            _bus.post(_ops.STREAM_CATCH, 0, 0)
            if self._caught:
                _bus.call(_ops.STREAM_READ, 0, self._caught, None, 0, self.write)
        elif self._is_sampling():
            # memory has had the bytes all the time; here they come when somebody could look
            _bus.call(_ops.SAMPLES_TAKE, 0, self._count, None, 0, self.write)

    def irq(self, handler=None, hard=False):
        key = _ops.IRQ_DMA | self.channel << 8
        if handler is None:
            _bus.irq_table.pop(key, None)
        else:
            _bus.irq_table[key] = _dispatch(handler, self, hard)
        return self
