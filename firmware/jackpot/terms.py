"""The approved terms in force, made from the settings; linked tables compare their hash (J11)."""

import struct

from firmware.core.sha256_into import hash_into
from firmware.jackpot import rows
from firmware.jackpot.pools import Rates


class Terms:
    """Read once, and again when a setting has changed."""

    def __init__(self, settings):
        self._settings = settings
        # where the pool is changes with a restart only
        self.has_pool = settings.get(rows.CFG_LINK_ROLE) != rows.LINK_MEMBER
        self.read()

    def read(self):
        """Take the settings over as they are now."""
        self._digest = b""
        get = self._settings.get
        self.wager_cents = get(rows.CFG_WAGER_CENTS)
        self.rates = Rates(
            self.wager_cents,
            get(rows.CFG_POOL_PPM),
            get(rows.CFG_RESERVE_PPM),
            get(rows.CFG_BONUS_PPM),
            get(rows.CFG_LIMIT_CENTS),
        )
        self.seed_cents = get(rows.CFG_SEED_CENTS)
        self.bonus_source = get(rows.CFG_BONUS_SOURCE)
        # by class: 0, then Royal Flush to Flush in the order of their settings
        amounts = range(rows.CFG_ROYAL_CENTS, rows.CFG_FLUSH_CENTS + 1)
        self.amounts_cents = [0] + [get(n) for n in amounts]

    def as_bytes(self):
        """Wager, rates, limit, seed and pay table in the order of their settings."""
        get = self._settings.get
        values = [get(number) for number in range(rows.MONEY_FIRST, rows.MONEY_LAST + 1)]
        return struct.pack("<%di" % len(values), *values)

    def digest(self):
        """The first bytes of a SHA-256 over all of them: equal on linked tables (CSP 11.9)."""
        if not self._digest:
            data = self.as_bytes()
            digest = bytearray(32)
            hash_into(data, len(data), digest, 0)
            self._digest = bytes(digest[:8])
        return self._digest
