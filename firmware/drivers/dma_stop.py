"""Stopping a DMA channel in the middle of its work (RP2350 erratum E5).

A channel that is aborted while its EN bit is set may start again from where it was, and the abort
then waits without limit; so the bit goes first, as the SDK's dma_channel_abort() asks for.
"""


class DmaStop:
    """One channel; the control word is packed once, so that stopping allocates nothing."""

    def __init__(self, channel):
        self._channel = channel
        self._paused = channel.pack_ctrl(enable=False)

    def stop(self):
        self._channel.config(ctrl=self._paused)
        self._channel.active(0)
