"""RS-485 on a UART: the driver is on exactly while bytes leave, to within a few microseconds.

A hard alarm at the end of the last frame switches it off, whatever the program does meanwhile.
What others say while interrupts are off (an erase) is caught and read before anything newer.
"""

import asyncio
from time import ticks_add, ticks_diff, ticks_us

from machine import UART, Pin, Timer, idle

from firmware.core.compat import const
from firmware.drivers import quiet_erase
from firmware.drivers.uart_catcher import UartCatcher

_RX_BYTES = 1024
_TX_BYTES = 512  # holds two of the longest frames, so write() does not wait
_US_HZ = const(1_000_000)
_EARLY_US = const(120)  # what has left before write() is over, and the way to the first look
_LOOKS = const(12)  # about 60 µs; the UART's own interrupt waits meanwhile
_AGAIN_US = const(30)  # when interrupts were off, a frame has left later than reckoned


class Rs485:
    """Half duplex: `write` switches the driver on; it goes off by itself."""

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
        self._byte_ns = 1_000_000_000 // (baud // 10)
        self._is_on = False
        self._ends_us = ticks_us()  # when the last byte will have left, while the driver is on
        self._timer = Timer(-1)
        self._alarm = self._look  # bound once: nothing is allocated in an interrupt
        self._is_sent = self.stream.txdone
        self._switch_off = self._enable.off
        self._catcher = UartCatcher(self.stream, chip.UART0_AT, chip.DREQ_UART0_RX)
        self.caught = asyncio.Event()
        quiet_erase.add_line(self)

    def write(self, buf, n):
        """Behind what is still leaving, if there is any: the driver stays on until all has left."""
        self._timer.deinit()
        was_on = self._is_on
        self._is_on = True
        self._enable.value(1)
        n = self.stream.write(buf, n) or 0  # pyright: ignore[reportCallIssue] (stubs lack length)
        now_us = ticks_us()
        left_us = max(ticks_diff(self._ends_us, now_us), 0) if was_on else 0
        left_us += n * self._byte_ns // 1000
        self._ends_us = ticks_add(now_us, left_us)
        self._arm(max(left_us - _EARLY_US, 1))

    def read_more(self, buf):
        """What is there already, up to the size of buf; gives how many.

        UART.readinto() of more would wait 1 ms for each next byte (rp2 machine_uart.c), and keep
        everything else waiting for as long as others talk.
        """
        n = min(self.stream.any(), len(buf))
        return self.stream.readinto(buf, n) or 0 if n else 0

    def _arm(self, delay_us):
        self._timer.init(  # pyright: ignore[reportCallIssue] (stubs lack tick_hz)
            mode=Timer.ONE_SHOT, period=delay_us, tick_hz=_US_HZ, callback=self._alarm, hard=True
        )

    def _look(self, _timer):
        """In the interrupt: the last stop bit is leaving, or something has kept it."""
        is_sent = self._is_sent
        for _ in range(_LOOKS):
            if is_sent():
                self._switch_off()
                self._is_on = False
                return
        self._arm(_AGAIN_US)

    # -- while interrupts are off ----------------------------------------------------------

    def hold(self):
        """A frame that is being sent leaves first: a hole in it would hold the whole line."""
        while self._is_on:
            idle()
        self._catcher.start()

    def end_before(self, pause_us):
        """A frame that would end in the pause, with its driver left on, ends first."""
        if self._is_on and ticks_diff(self._ends_us, ticks_us()) < pause_us:
            while self._is_on:
                idle()

    def go_on(self):
        if self._catcher.stop():
            self.caught.set()

    def hand_over(self, receive, now_ms):
        """What was caught goes to `receive(buf, n, now_ms)`, before anything newer is read."""
        kept, n = self._catcher.take()
        if n:
            receive(kept, n, now_ms)
