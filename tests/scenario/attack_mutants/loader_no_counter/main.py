"""A boot loader that starts older images as well."""

import sys

from firmware.trust import slot_check

_init = slot_check.SlotCheck.__init__


def _any_age(self, files, slot, suffix, board, _minimum, key):
    _init(self, files, slot, suffix, board, 0, key)


slot_check.SlotCheck.__init__ = _any_age
sys.path[:] = [folder for folder in sys.path if "attack_mutants" not in folder]
del sys.modules["main"]
import main  # noqa: E402, F401  (the boot loader's own)
