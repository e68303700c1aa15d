"""Ends what a DMA channel does, whatever it still waits for; it can be set up again at once.

An RP2350 may start a channel again that is aborted while it is enabled (erratum RP2350-E5), and
MicroPython's `active(0)`, which aborts, would wait for such a channel without a limit.
"""


def stop(channel):
    """Switched off first, then aborted."""
    channel.config(ctrl=channel.pack_ctrl(enable=False))
    channel.active(0)
