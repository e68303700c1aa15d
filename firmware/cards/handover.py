"""When the cameras' pictures may change hands: from the card that was read to the one behind it."""


class PictureHandover:
    """The next card may be out of the mouth while the last one's pictures are still needed."""

    def __init__(self, reader, is_end_waiting):
        self._reader = reader
        self._is_end_waiting = is_end_waiting  # a card's end is in the ring, and the mouth is free
        self._is_out = False  # a card's end is being looked at
        self._is_free = False  # the last card's pictures are read, and kept if they had to be

    def expect(self, is_out):
        """A card's end is being looked at, and its predecessor is not accounted for yet."""
        self._is_out = is_out

    def has_next(self):
        """The next card is out of the mouth: the cameras must be ready before another one comes."""
        return self._is_out or self._is_end_waiting()

    def free(self):
        """The pictures are of no more use."""
        self._is_free = True
        self.take_ahead()

    def take_ahead(self):
        """Between two writes: the next card's pictures, for the cameras to see the one after it."""
        if self._is_free and self.has_next():
            self._is_free = False
            self._reader.take_early()

    def close(self):
        """The card is accounted for: its successor's pictures come with its own pass."""
        self._is_free = False
