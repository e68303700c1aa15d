"""The approved terms in force, made from the settings; linked tables compare their hash (J11)."""

import struct

from firmware.core.sha256_into import hash_into
from firmware.jackpot import rows
from firmware.jackpot.pools import Rates


class Terms:
    """Read once, and again when they have changed."""

    def __init__(self, settings):
        self._settings = settings
        # where the pool is changes with a restart only
        self.has_pool = settings.get(rows.CFG_LINK_ROLE) != rows.LINK_MEMBER
        self.read()

    def read(self):
        """Take the settings over as they are now."""
        values = [self._settings.get(number) for number in rows.TERMS]
        self.wager_cents, _, _, _, self.seed_cents, _, self.bonus_source = values[:7]
        self.rates = rates_of(values)
        self.amounts_cents = [0] + values[7:12]  # by class: Royal Flush to Flush
        self.alone_cents = values[12]  # up to here one role pays
        self._bytes = struct.pack(rows.TERMS_FORM, *values)
        self._digest = digest_of(self._bytes)

    def as_bytes(self):
        """All of them in the order of SET_TERMS."""
        return self._bytes

    def digest(self):
        """Equal on linked tables (CSP 11.9)."""
        return self._digest


def rates_of(values):
    """The rates of terms in the order of SET_TERMS."""
    wager_cents, pool_ppm, reserve_ppm, bonus_ppm, _, limit_cents = values[:6]
    return Rates(wager_cents, pool_ppm, reserve_ppm, bonus_ppm, limit_cents)


def digest_of(data):
    """The first bytes of a SHA-256 over all terms."""
    digest = bytearray(32)
    hash_into(data, len(data), digest, 0)
    return bytes(digest[:8])
