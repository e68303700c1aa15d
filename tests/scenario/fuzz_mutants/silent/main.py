"""No answer to a setting that is not there."""

from firmware import meter
from firmware.core.errors import ERR_UNKNOWN_SETTING
from firmware.link import port

_reply = port.LinkPort._reply


def _reply_mostly(self, kind, payload_bytes, rule):
    if self.tx[11] != ERR_UNKNOWN_SETTING:
        _reply(self, kind, payload_bytes, rule)


port.LinkPort._reply = _reply_mostly
run = meter.main
