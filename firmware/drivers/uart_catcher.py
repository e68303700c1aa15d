"""What a UART hears while interrupts are off: its queue holds 32 bytes, so DMA carries the rest.

All that the UART has is taken first, then what came meanwhile: whoever reads what was kept before
the UART has every byte in its order.
"""

import rp2
from machine import mem32

from firmware.core.bytes_into import copy_into
from firmware.core.compat import const
from firmware.drivers.dma_stop import stop

_IMSC_SET = const(0x2038)  # interrupt mask (PL011, RP2040 data sheet 4.2.8) and its atomic aliases
_IMSC_CLEAR = const(0x3038)
_RX_INTERRUPTS = const(0x50)  # receive, receive timeout
_CAUGHT_BYTES = const(640)  # 55 ms at 115,200 baud
_PIECE_BYTES = const(64)
_KEPT_BYTES = const(1664)  # as much as the UART's own buffer, and what is caught


class UartCatcher:
    """`take()` gives (buffer, bytes); the next erase, maybe while they are read, fills another."""

    def __init__(self, uart, registers_at, request):
        self._uart = uart
        self._set_at = registers_at + _IMSC_SET
        self._clear_at = registers_at + _IMSC_CLEAR
        self._kept = bytearray(_KEPT_BYTES)
        self._other = bytearray(_KEPT_BYTES)
        self._count = 0
        self.lost = 0  # bytes for which there was no room
        self._piece = bytearray(_PIECE_BYTES)
        self._caught = bytearray(_CAUGHT_BYTES)
        dma = self._dma = rp2.DMA()
        self._go = dma.pack_ctrl(size=0, inc_read=False, treq_sel=request)
        self._pause = dma.pack_ctrl(size=0, inc_read=False, treq_sel=request, enable=False)
        dma.config(read=registers_at)  # its first register is the data

    def start(self):
        """From here on the CPU may look away."""
        mem32[self._clear_at] = _RX_INTERRUPTS
        left = self._uart.any()  # empties the UART's queue into its buffer
        self._dma.config(write=self._caught, count=_CAUGHT_BYTES, ctrl=self._go, trigger=True)
        while left > 0:
            n = min(left, _PIECE_BYTES)
            self._uart.readinto(self._piece, n)
            self._keep(self._piece, n)
            left -= n

    def stop(self):
        """What came is kept; the UART goes on by itself."""
        dma = self._dma
        dma.config(ctrl=self._pause)  # no byte between the count and the end
        left = dma.count
        stop(dma)
        self._keep(self._caught, _CAUGHT_BYTES - left)
        mem32[self._set_at] = _RX_INTERRUPTS
        return self._count > 0

    def take(self):
        n = self._count
        self._count = 0
        self._kept, self._other = self._other, self._kept
        return self._other, n

    def _keep(self, piece, n):
        room = min(n, _KEPT_BYTES - self._count)
        copy_into(self._kept, self._count, piece, room)
        self._count += room
        self.lost += n - room
