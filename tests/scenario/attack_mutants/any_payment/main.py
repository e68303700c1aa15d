"""A table takes whatever purses and winners the board that leads the line names."""

import struct

from firmware import meter
from firmware.jackpot import hits
from firmware.jackpot.linked import frames as lf
from firmware.jackpot.linked.member_book import MemberBook
from firmware.jackpot.round_states import ST_ASKING


def _any(self):
    if not self.result or self._book.state != ST_ASKING:
        return None
    _, classes, packed = self.result
    purses = struct.unpack(lf.PURSES, packed)
    payout, memory = hits.win(classes, purses, self._book.terms)
    return payout, memory, purses[:2]


MemberBook.hit = _any
run = meter.main
