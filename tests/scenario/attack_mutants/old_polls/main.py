"""A table believes every poll of its holder, whenever that was made."""

from firmware import meter
from firmware.jackpot.linked.member_book import MemberBook

_poll = MemberBook.poll


def _believe(self, payload, size):
    self._nonce[:] = payload[8:16]
    return _poll(self, payload, size)


MemberBook.poll = _believe
run = meter.main
