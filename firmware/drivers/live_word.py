"""The newest word that a state machine pushed: DMA carries each one into the same place.

A queue would hold four old ones, and whoever empties it races against the program that fills it.
Here the CPU only looks, in any interrupt, at no cost.
"""

from array import array

import rp2

from firmware.drivers.word_peek import peek


class LiveWord:
    """`value()` has 31 bits with a sign and allocates nothing."""

    def __init__(self, machine, request, count):
        self._word = array("I", (0,))
        self._channel = rp2.DMA()
        self._channel.config(
            read=machine,
            write=self._word,
            count=count,
            ctrl=self._channel.pack_ctrl(inc_read=False, inc_write=False, treq_sel=request),
            trigger=True,
        )

    def value(self):
        return peek(self._word)
