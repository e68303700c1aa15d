"""Answers a POLL past the end with nothing, and names no epoch."""

from firmware import shoe
from firmware.board import storage
from firmware.link import port


def _poll(self, after, credit_frames):
    self._next_event = after + 1
    return self._pack_events()


port.LinkPort.poll = _poll
storage.Storage.epoch = lambda self: 1
run = shoe.main
