"""Pushes events without a tag inside a session."""

from firmware import shoe
from firmware.link import port


def _push(self, kind, payload_bytes):
    self.send(kind, self._event_host, payload_bytes)


port.LinkPort._push = _push
run = shoe.main
