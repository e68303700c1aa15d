"""`machine` of the RP2 port, as far as drivers use it, on the sim bus."""

import io

import micropython
import simbus as _bus
from utime import ticks_add, ticks_diff

from hw_sim import bus_ops as _ops

WDT_RESET = _ops.RESET_WATCHDOG


def reset():
    _bus.call(_ops.RESET, 0, 0)


def reset_cause():
    return _bus.call(_ops.RESET_CAUSE, 0, 0)


def unique_id():
    out = bytearray(8)
    _bus.call(_ops.UNIQUE_ID, 0, 0, None, 0, out)
    return bytes(out)


def idle():
    _bus.spend_us(10)


def disable_irq():
    return _bus.mask_irqs(True)


def enable_irq(state):
    _bus.mask_irqs(state)


def _dispatch(handler, arg, hard):
    """Hard interrupts may not allocate on the chip; here the heap is locked for them too."""

    def run(_detail):
        if hard:
            micropython.heap_lock()
        try:
            handler(arg)
        finally:
            if hard:
                micropython.heap_unlock()

    return run


class Pin:
    IN = 0
    OUT = 1
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(self, id, mode=-1, pull=None, *, value=None):
        self.id = id
        if mode >= 0:
            self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=None, *, value=None):
        if pull not in (None, self.PULL_UP, self.PULL_DOWN):
            raise ValueError("pull")  # the chip would take any number as bits for both pulls
        arg = (mode & 0xF) | ((pull or 0) << 4)
        if value is not None:
            arg |= (1 if value else 0) << 8 | 1 << 9
        _bus.post(_ops.PIN_MODE, self.id, arg)

    def value(self, level=None):
        if level is None:
            return _bus.pin_level(self.id)
        _bus.post(_ops.PIN_WRITE, self.id, 1 if level else 0)

    def __call__(self, level=None):
        return self.value(level)

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    def irq(self, handler=None, trigger=IRQ_FALLING | IRQ_RISING, hard=False):
        key = _ops.IRQ_PIN | self.id << 8
        if handler is None:
            _bus.irq_table.pop(key, None)
            trigger = 0
        else:
            _bus.irq_table[key] = _dispatch(handler, self, hard)
        _bus.post(_ops.PIN_IRQ, self.id, trigger)


class ADC:
    def __init__(self, pin):
        self._channel = pin.id if isinstance(pin, Pin) else pin

    def read_u16(self):
        return _bus.call(_ops.ADC_READ, self._channel, 0)


class I2C:
    """Master transfers; the time of the bits on the wire passes on the virtual clock."""

    def __init__(self, id, *, scl=None, sda=None, freq=400_000, timeout=50_000):
        self._id = id
        self._byte_us = 9_000_000 // freq + 1
        self._out = bytearray(320)

    @micropython.native
    def _transfer(self, addr, out, n_out, into, n_in):
        status = _bus.call(_ops.I2C_XFER, self._id, addr | n_in << 8, out, n_out, into)
        _bus.burn_us((n_out + n_in + 2) * self._byte_us)
        if status < 0:
            raise OSError(-status)

    def writeto(self, addr, buf, stop=True):
        self._transfer(addr, buf, len(buf), None, 0)
        return len(buf)

    def readfrom_into(self, addr, buf, stop=True):
        self._transfer(addr, None, 0, buf, len(buf))

    def _memory_address(self, memaddr, addrsize):
        if addrsize == 16:
            self._out[0] = memaddr >> 8
            self._out[1] = memaddr & 0xFF
            return 2
        self._out[0] = memaddr
        return 1

    @micropython.native
    def writeto_mem(self, addr, memaddr, buf, *, addrsize=8):
        n = self._memory_address(memaddr, addrsize)
        self._out[n : n + len(buf)] = buf
        self._transfer(addr, self._out, n + len(buf), None, 0)

    @micropython.native
    def readfrom_mem_into(self, addr, memaddr, buf, *, addrsize=8):
        n = self._memory_address(memaddr, addrsize)
        self._transfer(addr, self._out, n, buf, len(buf))


class UART(io.IOBase):
    """A stream on the sim bus; tx timing is kept here so that txdone() costs no round trip."""

    IRQ_RXIDLE = 0x40
    _TX_BUFFER_BYTES = 256

    def __init__(self, id, baudrate=115_200, **_options):
        self._id = id
        self.stream_bit = 1 << id
        self._done_us = _bus.now_us()
        self._done_ms = _bus.now_ms()
        self.init(baudrate)

    def init(self, baudrate=115_200, **_options):
        self._byte_ns = 10_000_000_000 // baudrate if baudrate else 0
        _bus.post(_ops.STREAM_OPEN, self._id, baudrate)

    def any(self):
        """How many bytes there are; those that came ahead are told first."""
        if not _bus.readable & self.stream_bit:
            return 0
        return _bus.ahead_left(self._id) or _bus.call(_ops.STREAM_HELD, self._id, 0)

    def readinto(self, buf, nbytes=-1):
        n = len(buf) if nbytes < 0 else min(nbytes, len(buf))
        if _bus.ahead_unit == self._id:
            return _bus.take_ahead(buf, n)
        if not _bus.readable & self.stream_bit:
            return None
        return _bus.call(_ops.STREAM_READ, self._id, min(n, 4096), None, 0, buf)

    def read(self, nbytes=256):
        buf = bytearray(nbytes)
        n = self.readinto(buf)
        return bytes(buf[:n]) if n else None

    def write(self, buf, nbytes=-1):
        n = len(buf) if nbytes < 0 else min(nbytes, len(buf))
        _bus.post_bytes(_ops.STREAM_WRITE, self._id, 0, buf, n)
        left_us = self._left_us() + (n * self._byte_ns + 999) // 1000
        self._done_us = ticks_add(_bus.now_us(), left_us)
        self._done_ms = ticks_add(_bus.now_ms(), left_us // 1000 + 1)
        backlog_us = left_us - self._TX_BUFFER_BYTES * self._byte_ns // 1000
        if backlog_us > 0:
            _bus.sleep_us(backlog_us)  # the transmit buffer is full: write() waits on the chip too
        return n

    def _left_us(self):
        """How long the line is busy; µs alone would begin anew after some minutes of silence."""
        if ticks_diff(_bus.now_ms(), self._done_ms) > 0:
            return 0
        return max(ticks_diff(self._done_us, _bus.now_us()), 0)

    def txdone(self):
        _bus.spend_us(1)
        return self._left_us() == 0

    def flush(self):
        if not self.txdone():
            _bus.sleep_us(self._left_us())

    def irq(self, handler=None, trigger=IRQ_RXIDLE, hard=False):
        key = _ops.IRQ_STREAM | self._id << 8
        if handler is None:
            _bus.irq_table.pop(key, None)
        else:
            _bus.irq_table[key] = _dispatch(handler, self, hard)

    def ioctl(self, request, arg):
        if request == 3:
            return arg & ((1 if _bus.readable & self.stream_bit else 0) | 4)
        return 0


class WDT:
    """Once started it cannot be stopped; 8,388 ms is the most the chip can wait."""

    def __init__(self, id=0, timeout=5000):
        if not 1 <= timeout <= 8388:
            raise ValueError("timeout exceeds 8388")
        _bus.post(_ops.WDT_START, 0, timeout)
        _bus.flush()  # it must bite even if the very next thing is an endless loop

    def feed(self):
        _bus.post(_ops.WDT_FEED, 0, 0)


def __getattr__(name):
    """PWM, Timer, mem32: a board that has no use for them does not load them."""
    import machine_more

    return getattr(machine_more, name)
