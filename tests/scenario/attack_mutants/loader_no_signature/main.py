"""A boot loader that takes every signature for right."""

import sys

from firmware.trust import lms, slot_check


class _Believer:
    def __init__(self, *_args):
        pass

    def begin(self, *_args):
        return lms.LMS_OK

    def update(self, *_args):
        pass

    def blocks(self):
        return 0

    def step(self, *_args):
        return lms.LMS_OK


slot_check.HssVerifier = _Believer
sys.path[:] = [folder for folder in sys.path if "attack_mutants" not in folder]
del sys.modules["main"]
import main  # noqa: E402, F401  (the boot loader's own)
