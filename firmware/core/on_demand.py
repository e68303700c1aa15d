"""Forgets modules; only updates still use it (app_updates_door)."""

import gc
import sys


def forget(names):
    """Take modules out of the import system; what nobody else holds is freed."""
    if sys.implementation.name != "micropython":
        return  # plenty of memory, and a module loaded twice would be two modules
    for name in names:
        parent, leaf = name.rsplit(".", 1)
        if sys.modules.pop(name, None) and hasattr(sys.modules[parent], leaf):
            delattr(sys.modules[parent], leaf)
    gc.collect()
