"""The approved terms in force, made from the settings; linked tables compare their hash (J11)."""

import struct

from firmware.core.sha256_into import hash_into
from firmware.jackpot.pools import Rates
from firmware.jackpot.rows import (
    CFG_BONUS_PPM,
    CFG_BONUS_SOURCE,
    CFG_FLUSH_CENTS,
    CFG_LIMIT_CENTS,
    CFG_LINK_ROLE,
    CFG_POOL_PPM,
    CFG_RESERVE_PPM,
    CFG_ROYAL_CENTS,
    CFG_SEED_CENTS,
    CFG_WAGER_CENTS,
    LINK_MEMBER,
    MONEY_FIRST,
    MONEY_LAST,
)


class Terms:
    """Read once, and again when a setting has changed."""

    def __init__(self, settings):
        self._settings = settings
        # where the pool is changes with a restart only
        self.has_pool = settings.get(CFG_LINK_ROLE) != LINK_MEMBER
        self.read()

    def read(self):
        """Take the settings over as they are now."""
        self._digest = b""
        get = self._settings.get
        self.wager_cents = get(CFG_WAGER_CENTS)
        self.rates = Rates(
            self.wager_cents,
            get(CFG_POOL_PPM),
            get(CFG_RESERVE_PPM),
            get(CFG_BONUS_PPM),
            get(CFG_LIMIT_CENTS),
        )
        self.seed_cents = get(CFG_SEED_CENTS)
        self.bonus_source = get(CFG_BONUS_SOURCE)
        # by class: 0, then Royal Flush to Flush in the order of their settings
        self.amounts_cents = [0] + [get(n) for n in range(CFG_ROYAL_CENTS, CFG_FLUSH_CENTS + 1)]

    def as_bytes(self):
        """Wager, rates, limit, seed and pay table in the order of their settings."""
        get = self._settings.get
        values = [get(number) for number in range(MONEY_FIRST, MONEY_LAST + 1)]
        return struct.pack("<%di" % len(values), *values)

    def digest(self):
        """The first bytes of a SHA-256 over all of them: equal on linked tables (CSP 11.9)."""
        if not self._digest:
            data = self.as_bytes()
            digest = bytearray(32)
            hash_into(data, len(data), digest, 0)
            self._digest = bytes(digest[:8])
        return self._digest
