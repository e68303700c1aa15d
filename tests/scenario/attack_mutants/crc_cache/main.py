"""Takes two requests with the same CRC for the same."""

from firmware import shoe
from firmware.link import replay


def _find(self, body, body_bytes, serial):
    for slot in range(len(self._bytes)):
        crc = bytes(body[body_bytes - 4 : body_bytes])
        if self._bytes[slot] and bytes(self._names[slot][8:]) == crc:
            return slot
    return -1


replay.ReplayCache.find = _find
run = shoe.main
