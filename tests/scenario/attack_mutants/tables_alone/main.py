"""Tables of a dead holder count as soon as one role has brought them."""

from firmware import meter
from firmware.jackpot.linked import take_over

_add = take_over.Loading.add


def _at_once(self, data, count):
    result = _add(self, data, count)
    if result == 0:
        self._stage()
        self._book.store.commit()
    return result


take_over.Loading.add = _at_once
take_over.Loading.is_this = lambda self, digest: True
run = meter.main
