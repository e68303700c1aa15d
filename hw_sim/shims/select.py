"""`select.poll` on virtual time: when nothing is ready, the clock jumps to what comes next."""

import charging
import simbus as _bus
from utime import ticks_add

POLLIN = 1
POLLOUT = 4
_TURN_US = charging.US["turn"]
_STREAM_POLL = 3  # MP_STREAM_POLL of the VM's stream protocol


class poll:
    """Watches objects that have `ioctl`, as the asyncio loop asks for."""

    def __init__(self):
        self._entries = []  # in order of registration: a dict by id() would differ run by run

    def register(self, obj, mask=POLLIN | POLLOUT):
        self.unregister(obj)
        self._entries.append([obj, mask])

    def modify(self, obj, mask):
        for entry in self._entries:
            if entry[0] is obj:
                entry[1] = mask

    def unregister(self, obj):
        for entry in self._entries:
            if entry[0] is obj:
                self._entries.remove(entry)
                return

    def _ready(self):
        found = []
        for obj, mask in self._entries:
            events = obj.ioctl(_STREAM_POLL, mask)
            if events:
                found.append((obj, events))
        return found

    def poll(self, timeout_ms=-1):
        """The loop asks once for each turn of a task."""
        found = self._wait(timeout_ms)
        _bus.burn_us(_TURN_US)
        return found

    def _wait(self, timeout_ms):
        found = self._ready()
        if found or timeout_ms == 0:
            return found
        # whole milliseconds, so that a task wakes on the exact tick it asked for
        until_ms = -1 if timeout_ms < 0 else ticks_add(_bus.now_ms(), timeout_ms)
        while not found:
            if until_ms < 0:
                _bus.wait_us(-1, 1)
            elif not _bus.wait_until_ms(until_ms, 1):
                break
            found = self._ready()
        return found

    def ipoll(self, timeout_ms=-1, flags=0):
        return iter(self.poll(timeout_ms))
