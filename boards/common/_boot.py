"""Frozen first code on the chip: mounts nothing, so that nothing unsigned can be imported."""

import micropython

micropython.kbd_intr(-1)  # from the first instant: no Ctrl-C into the REPL
