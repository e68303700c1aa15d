"""Edges seen by interrupts, waiting for the stages: bounded, counts what it drops."""

from array import array


class EdgeRing:
    """An interrupt puts (source, level, time, count) in; the input task takes them out in order.

    `count` is what an encoder stood at: the task may come late, and the roller runs on.
    """

    def __init__(self, capacity=64):
        self._capacity = capacity
        self._what = bytearray(capacity)  # source << 1 | level
        self._when_ms = array("I", (0 for _ in range(capacity)))
        self._counts = array("i", (0 for _ in range(capacity)))
        self._head = 0
        self._tail = 0
        self.dropped = 0
        self.source = 0
        self.level = 0
        self.time_ms = 0
        self.count = 0

    def put(self, source, level, time_ms, count=0):
        """Called from interrupts: stores and allocates nothing."""
        following = (self._head + 1) % self._capacity
        if following == self._tail:
            self.dropped += 1
            return
        self._what[self._head] = source << 1 | level
        self._when_ms[self._head] = time_ms & 0x3FFFFFFF
        self._counts[self._head] = count
        self._head = following

    def take_dropped(self):
        """How many found no room since the last call."""
        dropped = self.dropped
        self.dropped = 0
        return dropped

    def is_empty(self):
        return self._tail == self._head

    def holds(self, source, level):
        """Whether such an edge waits to be taken."""
        at = self._tail
        while at != self._head:
            if self._what[at] == source << 1 | level:
                return True
            at = (at + 1) % self._capacity
        return False

    def take(self):
        """Move the oldest edge into source, level, time_ms and count; False when there is none."""
        if self._tail == self._head:
            return False
        what = self._what[self._tail]
        self.source = what >> 1
        self.level = what & 1
        self.time_ms = self._when_ms[self._tail]
        self.count = self._counts[self._tail]
        self._tail = (self._tail + 1) % self._capacity
        return True
