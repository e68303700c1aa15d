"""A boot loader that takes every signature for right."""

from firmware.trust import image, lms


class _Believer:
    def __init__(self, *_args):
        pass

    def begin(self, *_args):
        return lms.LMS_OK

    def update(self, *_args):
        pass

    def step(self, *_args):
        return lms.LMS_OK


image.HssVerifier = _Believer
import boards.sim.main  # noqa: E402, F401  (the simulator's own)
