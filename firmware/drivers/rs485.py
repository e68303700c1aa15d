"""RS-485 on a UART: the driver is on exactly while bytes leave, to within a few microseconds."""

import asyncio
from time import ticks_diff, ticks_ms

from machine import UART, Pin

_RX_BYTES = 1024
_TX_BYTES = 512  # holds two of the longest frames, so write() does not wait


class Rs485:
    """Half duplex: `write` switches the driver on, `release_when_sent` switches it off again."""

    def __init__(self, uart_id, pin_tx, pin_rx, pin_de, baud):
        self._enable = Pin(pin_de, Pin.OUT, value=0)
        self.stream = UART(
            uart_id,
            baudrate=baud,
            tx=Pin(pin_tx),
            rx=Pin(pin_rx),
            rxbuf=_RX_BYTES,
            txbuf=_TX_BYTES,
            timeout=0,
        )
        self._byte_us = 10_000_000 // baud + 1
        self._sent_by_ms = 0
        self._is_sending = asyncio.ThreadSafeFlag()

    def write(self, buf, n):
        self._enable.value(1)
        self.stream.write(buf, n)  # pyright: ignore[reportCallIssue] (stubs lack the length)
        self._sent_by_ms = ticks_ms() + n * self._byte_us // 1000
        self._is_sending.set()

    async def release_when_sent(self):
        """Sleeps through most of a frame, watches the last millisecond of it closely."""
        while True:
            await self._is_sending.wait()
            while True:
                left_ms = ticks_diff(self._sent_by_ms, ticks_ms())
                if left_ms < 1:
                    break
                await asyncio.sleep_ms(left_ms)
            while not self.stream.txdone():
                pass
            self._enable.value(0)
