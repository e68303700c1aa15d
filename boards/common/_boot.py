"""Frozen first code on the chip: mounts littlefs on its part of the flash, spares the journal."""

import board
import rp2
import vfs


def _is_blank(flash):
    # A new chip is all ones. Anything else may be evidence, and is left alone.
    head = bytearray(256)
    for block in (0, 1):  # littlefs keeps its superblock in the first two
        flash.readblocks(block, head, 0)
        if head != b"\xff" * 256:
            return False
    return True


def _mount():
    flash = rp2.Flash(start=0, len=board.LITTLEFS_SECTORS * board.SECTOR_BYTES)
    try:
        littlefs = vfs.VfsLfs2(flash, progsize=256)  # the chip programs pages of 256 bytes
    except OSError:
        if not _is_blank(flash):
            return  # the frozen firmware starts all the same and reports the missing settings
        vfs.VfsLfs2.mkfs(flash, progsize=256)
        littlefs = vfs.VfsLfs2(flash, progsize=256)
    vfs.mount(littlefs, "/")


_mount()
