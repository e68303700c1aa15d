"""The one way to erase a sector: all interrupts are off for 45 ms, 400 at worst (W25Q16JV).

A line that goes on speaking meanwhile has `hold` called before and `go_on` after.  For a page
interrupts are off for 0.7 ms, 3 at worst: a line only has `end_before` called.
"""

from firmware.core.compat import const

_IOCTL_ERASE = const(6)
_PROGRAM_US = const(3_000)
_lines = []


def add_line(line):
    """It must be caught during every erase from now on."""
    _lines.append(line)


def erase(device, sector):
    """`device` is an rp2.Flash, or any block device with the extended interface."""
    for line in _lines:
        line.hold()
    try:
        device.ioctl(_IOCTL_ERASE, sector)
    finally:
        for line in _lines:
            line.go_on()


def program(device, sector, page, offset):
    """One page, 0xFF leaves what is there."""
    for line in _lines:
        line.end_before(_PROGRAM_US)
    device.writeblocks(sector, page, offset)
