"""When the heap is cleaned: between two moves of cards, never by itself amid one."""

import gc

_COLLECT_EVERY = 16  # heartbeats between garbage collections on an idle board
_MOST_MOVES = 8  # cards moved without a rest between two of them; test_collections.py
_COLLECT_MOVES = 4  # from so many on in a pause that is long enough
_COLLECT_MS = 40  # what one takes on the shoe
_STEPS = 16  # of the free heap that is told


class Heap:
    """Hears of moves, pauses and heartbeats; `free_bytes` and `total_bytes` are what is told."""

    def __init__(self):
        self.free_bytes = 0
        self.total_bytes = 0
        self._moves = 0  # cards moved since the last collection

    def moved(self):
        """A card has gone where it was to go, and nothing is done to the next one before this ends.

        Without any rest the heap is cleaned here: edges keep their time and count, pictures
        come by themselves, and only the next card comes a little later.
        """
        self._moves += 1
        if self._moves >= _MOST_MOVES:
            self.collect()

    def idle(self, pause_ms):
        """For so long nothing needs an answer: the drum turns by itself, and no card runs in."""
        if self._moves >= _COLLECT_MOVES and pause_ms >= _COLLECT_MS:
            self.collect()

    def beat(self, beats, is_moving):
        """While cards move the loop must answer at once; a motion begins with a clean heap."""
        if is_moving:
            return
        if self._moves or beats % _COLLECT_EVERY == 1:
            self.collect()
        elif beats % _COLLECT_EVERY == 2:
            self._note()

    def collect(self):
        """Free what nobody needs."""
        gc.collect()
        self._moves = 0

    def _note(self):
        """What is free is told only in sixteenths of the heap, and asking takes 9 to 18 ms.

        The collector takes for an address whatever looks like one, so the exact figure depends
        on numbers in memory, those of cards still to come among them.
        """
        free_bytes = gc.mem_free()
        if not self.total_bytes:
            self.total_bytes = free_bytes + gc.mem_alloc()
        total_bytes = self.total_bytes
        self.free_bytes = free_bytes * _STEPS // total_bytes * total_bytes // _STEPS
