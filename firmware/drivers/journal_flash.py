"""Raw sectors behind the file system in the chip's storage: journal, service file, templates."""

import rp2

SECTOR_BYTES = 4096
_ENODEV = 19


def open_sectors(littlefs_sectors, sectors, sectors_before=0):
    """A raw part as block device, so many sectors behind the file system's end.

    OSError 19 when a stock file system lies over it.
    """
    littlefs_bytes = littlefs_sectors * SECTOR_BYTES
    # littlefs keeps name and size of itself at bytes 8 and 28 of its first block (SPEC.md)
    head = bytearray(32)
    rp2.Flash(start=0, len=littlefs_bytes).readblocks(0, head, 0)
    blocks = int.from_bytes(head[28:32], "little")
    if head[8:16] == b"littlefs" and blocks > littlefs_sectors:
        raise OSError(_ENODEV)
    start_bytes = littlefs_bytes + sectors_before * SECTOR_BYTES
    return rp2.Flash(start=start_bytes, len=sectors * SECTOR_BYTES)
