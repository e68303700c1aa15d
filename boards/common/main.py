"""Frozen as main.py: starts the loader."""

import board
import boot_loader
import micropython


def _on_crash(_error, _is_trial):
    """Say nothing: the port is the table's, and the next boot tells in its events."""


micropython.kbd_intr(-1)  # the port lets Ctrl-C in again for each frozen file
boot_loader.boot(board, _on_crash)
