"""Code that is rarely needed: imported for one call, forgotten after it, its memory given back."""

import gc
import sys


def call(load, function, *args):
    """Call a function of the module that `load()` imports; forget all that was imported for it."""
    before = list(sys.modules)
    gc.collect()
    try:
        return getattr(load(), function)(*args)
    finally:
        forget([name for name in sys.modules if name not in before and "." in name])


def forget(names):
    """Take modules out of the import system; what nobody else holds is freed."""
    if sys.implementation.name != "micropython":
        return  # plenty of memory, and a module loaded twice would be two modules
    for name in names:
        parent, leaf = name.rsplit(".", 1)
        if sys.modules.pop(name, None) and hasattr(sys.modules[parent], leaf):
            delattr(sys.modules[parent], leaf)
    gc.collect()
