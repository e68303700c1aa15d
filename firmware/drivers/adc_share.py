"""One converter serves the cameras and the slow readings: who reads slowly asks here first.

The cameras' conversions are started and fetched by DMA.  A conversion that somebody else starts
would put one byte too many into their stream and shift every pixel behind it.
"""


class AdcShare:
    """Without cameras nothing is ever taken."""

    def __init__(self):
        self.is_taken = _never  # a card is passing: nobody else may convert
        self.pause = _nothing
        self.resume = _nothing

    def read_u16(self, adc):
        """A conversion between two cards; -1 while one is passing."""
        if self.is_taken():
            return -1
        self.pause()
        value = adc.read_u16()
        self.resume()
        return value


def _never():
    return False


def _nothing():
    pass


share = AdcShare()
