"""The one owner of the analogue converter: the cameras' picture and the slow readings share it.

The cameras' conversions are started and fetched by DMA.  A conversion that somebody else starts
would put one byte too many into their stream and shift every pixel behind it, so whoever reads
slowly asks here: the stream is held between two lines.
"""


class Converter:
    """Without cameras it is always free."""

    def __init__(self):
        self.stream = None  # the cameras: hold() and go_on()

    def read_u16(self, adc):
        """One conversion; -1 when the stream could not be held."""
        stream = self.stream
        if stream is None:
            return adc.read_u16()
        if not stream.hold():
            return -1
        value = adc.read_u16()
        stream.go_on()
        return value


converter = Converter()
