"""Starts the boot loader on the simulator, where the PC's files are at / and the board's not."""

import sys

import board
import boot_loader
import rp2
import vfs

_ROOT = "/flash"


def _mount():
    flash = rp2.Flash(start=0, len=board.LITTLEFS_SECTORS * board.SECTOR_BYTES)
    try:
        littlefs = vfs.VfsLfs2(flash, progsize=256)
    except OSError:
        vfs.VfsLfs2.mkfs(flash, progsize=256)
        littlefs = vfs.VfsLfs2(flash, progsize=256)
    vfs.mount(littlefs, _ROOT)


def _run_builtin():
    for folder in list(sys.path):
        if folder.endswith("boards/sim/loader"):
            sys.path.remove(folder)
    import main  # noqa: F401  (the next one on the path: the board's own)


def _on_crash(error, is_trial):
    """A proved firmware that ends is a finding for the person at the simulator, not a restart."""
    if not is_trial:
        raise error


_mount()
boot_loader.boot(board, _ROOT, _run_builtin, _on_crash)
