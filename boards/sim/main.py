"""Starts the loader on the simulator, where the base's modules are files of the PC."""

import sys

import board
import boot_loader
import flash_layout  # noqa: F401  (the loader asks for it when the path is gone)

sys.path[:] = [folder for folder in sys.path if not folder.endswith("/base")]


def _on_crash(error, is_trial):
    """A proved firmware that ends is a finding for the person at the simulator, not a restart."""
    if not is_trial:
        raise error


boot_loader.boot(board, _on_crash)
