"""Whoever leaves takes everybody along."""

from firmware import meter
from firmware.link import port


def _leave_session(self):
    self._is_leaving = True
    self._node.sessions.close_others()


port.LinkPort.leave_session = _leave_session
run = meter.main
