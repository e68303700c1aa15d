"""RS-485 on a UART: the driver is on exactly while bytes leave, to within a few microseconds.

What others say while interrupts are off (an erase) is caught and read before anything newer.
"""

import asyncio
from time import ticks_diff, ticks_ms

from machine import UART, Pin

from firmware.drivers import quiet_erase
from firmware.drivers.uart_catcher import UartCatcher

_RX_BYTES = 1024
_TX_BYTES = 512  # holds two of the longest frames, so write() does not wait


class Rs485:
    """Half duplex: `write` switches the driver on, `release_when_sent` switches it off again."""

    def __init__(self, uart_id, pin_tx, pin_rx, pin_de, baud, chip):
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
        self._catcher = UartCatcher(self.stream, chip.UART0_AT, chip.DREQ_UART0_RX)
        self.caught = asyncio.Event()
        quiet_erase.add_line(self)

    def write(self, buf, n):
        self._enable.value(1)
        self.stream.write(buf, n)  # pyright: ignore[reportCallIssue] (stubs lack the length)
        self._sent_by_ms = ticks_ms() + n * self._byte_us // 1000
        self._is_sending.set()

    def read_more(self, buf):
        """What is there already, up to the size of buf; gives how many.

        UART.readinto() of more would wait 1 ms for each next byte (rp2 machine_uart.c), and keep
        everything else waiting for as long as others talk.
        """
        n = min(self.stream.any(), len(buf))
        return self.stream.readinto(buf, n) or 0 if n else 0

    async def release_when_sent(self):
        """Sleeps through most of a frame, watches the last millisecond of it closely."""
        while True:
            await self._is_sending.wait()
            while True:
                left_ms = ticks_diff(self._sent_by_ms, ticks_ms())
                if left_ms < 1:
                    break
                await asyncio.sleep_ms(left_ms)
            self._release()

    def _release(self):
        while not self.stream.txdone():
            pass
        self._enable.value(0)

    # -- while interrupts are off ----------------------------------------------------------

    def hold(self):
        """A frame that is being sent leaves first: a hole in it would hold the whole line."""
        if self._enable.value():
            self._release()
        self._catcher.start()

    def go_on(self):
        if self._catcher.stop():
            self.caught.set()

    def hand_over(self, receive, now_ms):
        """What was caught goes to `receive(buf, n, now_ms)`, before anything newer is read."""
        kept, n = self._catcher.take()
        if n:
            receive(kept, n, now_ms)
