"""Answers a POLL past the end with nothing, and names no epoch."""

from firmware import shoe
from firmware.board import storage
from firmware.link import port

port.LinkPort.error = lambda self, code, detail: self._pack_events()
storage.Storage.epoch = lambda self: 1
run = shoe.main
