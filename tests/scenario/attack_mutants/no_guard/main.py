"""Lets an exception of a request through."""

import planted_bug  # noqa: F401 (its import plants bugs)

from firmware import shoe
from firmware.board import failures


def _raise(self, message, error):
    raise error


failures.Failures.note = _raise
run = shoe.main
