"""Reads each card that goes whole past the cameras, in either direction, and tells the shuffler."""

from firmware.shuffler.modes import NO_BACK
from firmware.shuffler.throat_pass import ThroatPass


class Throat:
    """Fed the throat gate's edges with the roller's count, and a look now and then."""

    def __init__(self, reader, shuffler, hold_link):
        self._reader = reader
        self._hold_link = hold_link
        self._shuffler = shuffler
        self._pass = ThroatPass()

    def look(self, count):
        """The sensor shows what lies there now, however late this look comes."""
        if self._pass.is_over_back(count):
            self._reader.sense()

    def edge(self, level, count, time_ms):
        """A card came to the cameras, or has left them: then it is read if it went by whole."""
        is_whole = self._pass.edge(level, count)
        if level == 0:
            return
        self._hold_link(time_ms)
        shuffler = self._shuffler
        shuffler.finish_look()  # the pictures that it looks at would be gone
        is_waiting = is_whole and shuffler.card_passed()
        reading = self._reader.read_pass(self._pass.length_mm * 1000)
        if is_waiting and reading < 0:
            shuffler.card_unseen()
        elif is_whole and reading >= 0:
            # 0: nobody looked at its back in time, which says nothing about the pack
            shuffler.card_read(reading & 0xFF, reading >> 8 or NO_BACK, time_ms)
