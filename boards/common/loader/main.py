"""Frozen as main.py in a production image: the boot loader, with the frozen firmware behind it."""

import board
import boot_loader
import micropython


def _run_builtin():
    app = "app_" + board.KIND
    getattr(__import__("firmware." + app), app).main()


def _on_crash(_error, _is_trial):
    """Say nothing: the port is the table's, and the next boot tells in its events."""


micropython.kbd_intr(-1)  # from the first instant: no Ctrl-C into the REPL
boot_loader.boot(board, "", _run_builtin, _on_crash)
