"""Takes a finding where no table is open, and lets exceptions through."""

from firmware import shoe
from firmware.board import failures
from firmware.ruling import situation


def _raise(self, message, error):
    raise error


situation.Situation.has_game = lambda self: True
failures.Failures.note = _raise
run = shoe.main
