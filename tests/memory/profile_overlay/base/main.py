"""Stands in for the simulator's main.py: tells what each import and each constructor keeps."""

import builtins
import gc
import sys

import board
import boot_loader
import flash_layout  # noqa: F401

sys.path[:] = [folder for folder in sys.path if not folder.endswith("/base")]
_import = builtins.__import__
_wrapped_classes = []
_inner = [0]  # what those inside the present one have kept, one number for each level


def _used():
    gc.collect()
    return gc.mem_alloc()


def _told(kind, name, before):
    kept = _used() - before
    own = kept - _inner.pop()
    _inner[-1] += kept
    if own > 0:
        print("kept", kind, name, own)


def _note_import(name, *rest):
    if name in sys.modules or not name.startswith(("firmware", "boards", "board", "main")):
        return _import(name, *rest)
    before = _used()
    _inner.append(0)
    module = _import(name, *rest)
    _told("import", name, before)
    if name == "main":
        builtins.__import__ = _import  # asyncio's own late imports want the real one
        _wrap_classes()
    return module


def _wrapped(cls, init):
    def note(self, *args, **kwargs):
        before = _used()
        _inner.append(0)
        init(self, *args, **kwargs)
        _told("object", cls, before)

    return note


def _wrap_classes():
    for name, module in list(sys.modules.items()):
        if name.startswith("firmware"):
            for value in list(module.__dict__.values()):
                init = value.__dict__.get("__init__") if isinstance(value, type) else None
                if init and value not in _wrapped_classes:
                    _wrapped_classes.append(value)
                    value.__init__ = _wrapped(value.__name__, init)


builtins.__import__ = _note_import
boot_loader.boot(board, lambda error, _is_trial: sys.print_exception(error))
