"""The board's random generator: raw samples → health tests → seeds → HMAC-DRBG, kept in the store.

Fed by a function that gives one raw sample byte; feeds nonces and the shuffler's plan.

CELL_GENERATOR: the state to go on from after the next boot.  It is made from the running
generator's output, gives none itself before it is reseeded, and is committed before anything is
dealt out; so no output ever comes twice, wherever the power fails (STANDARDS 5 and 6).
"""

import hashlib
import struct

from firmware.store.cells import CELL_GENERATOR
from firmware.trust.drbg import DRBG_OK, RESEED_INTERVAL, STATE_BYTES, HmacDrbg
from firmware.trust.entropy import ENTROPY_OK, EntropyHealth, SeedCollector
from firmware.trust.rows import FAULT_ENTROPY
from firmware.trust.sampler import DRAW_FAILED, RandomBytes, draw_below

LABEL = b"faro-generator-1"
SAMPLES_PER_BEAT = 32  # a stuck source is found with the next heartbeat, a biased one in 40 s
BEATS_PER_RESEED = 3_600
_NEVER = 0x3FFFFFFF  # the DRBG's own limit is kept here, where a nonce can be let through


class Generator:
    """A source that fails is a fault, raised once; is_failing() tests it anew."""

    def __init__(self, store, sample, unique_id, boot_count, raise_fault):
        self._store = store
        self._sample = sample
        self._context = LABEL + unique_id + struct.pack("<I", boot_count)
        self._raise_fault = raise_fault
        self._health = EntropyHealth()
        self._collector = SeedCollector(self._health)
        self._drbg = HmacDrbg(_NEVER)
        self._stock = RandomBytes(self._drbg)
        self._beats = 0
        self.failure = ENTROPY_OK

    def start(self):
        """At boot: start-up test, then go on from the saved state; False if the source failed."""
        seed = self._take_seed()
        saved = b""
        if self._store.is_open:
            saved = bytes(self._store.view(CELL_GENERATOR)[:STATE_BYTES])
        if self._drbg.import_state(saved) == DRBG_OK:
            self._mix(seed)
        else:
            # A new board. With a dead source nonces still differ by unit and boot, so that the
            # technician gets in to clear the fault; nothing else is given out.
            first = seed or hashlib.sha256(self._context).digest()
            self._drbg.instantiate(first, self._context, LABEL)
        self._save()
        return seed is not None

    def tick(self):
        """Once a heartbeat: goes on testing the source; fresh entropy once an hour."""
        feed = self._health.feed if self._collector.is_full() else self._collector.feed
        sample = self._sample
        for _ in range(SAMPLES_PER_BEAT):
            if feed(sample()):
                self._tell()
                break
        self._beats += 1
        if self._beats >= BEATS_PER_RESEED and self._reseed():
            self._beats = 0

    def is_ready(self):
        """True when the source is well: only then numbers for a game are given out."""
        return self.failure == ENTROPY_OK and self._health.is_ready()

    def is_failing(self):
        """Start-up test anew, for whoever wants to clear the fault; True while it fails."""
        self._health.restart()
        self.failure = ENTROPY_OK
        return not self._reseed()

    def nonce_bytes(self, count):
        """Bytes that never came before; unpredictable as long as source or store is well."""
        out = bytearray(count)
        if self._drbg.generate_into(out) != DRBG_OK:
            raise RuntimeError("generator not started")  # zeros would look like a nonce
        return bytes(out)

    def random_bytes(self, count):
        """Random bytes for keys and games, or None while the source is not well."""
        return self.nonce_bytes(count) if self._may_deal() else None

    def draw_below(self, k):
        """A number 0..k-1, each equally likely, or DRAW_FAILED."""
        return draw_below(k, self._stock.next_byte) if self._may_deal() else DRAW_FAILED

    def _may_deal(self):
        if not self.is_ready():
            return False
        return self._drbg.reseed_counter <= RESEED_INTERVAL or self._reseed()

    # -- seeding ---------------------------------------------------------------------------

    def _tell(self):
        """The source failed: told once."""
        if self.failure == ENTROPY_OK:
            self.failure = self._health.failure
            self._stock.discard()
            self._raise_fault(FAULT_ENTROPY, self.failure)

    def _take_seed(self):
        """Samples until there is a seed; None when the source fails."""
        collector = self._collector
        while not collector.is_full():
            if collector.feed(self._sample()):
                self._tell()
                return None
        return collector.take_seed()

    def _reseed(self):
        seed = self._take_seed()
        if seed is None:
            return False
        self._mix(seed)
        self._save()
        return True

    def _mix(self, seed):
        """Seed and boot count into the state; the boot count alone still makes it another one."""
        self._stock.discard()
        if seed is None:
            self._drbg.generate_into(bytearray(1), self._context)
        else:
            self._drbg.reseed(seed, self._context)

    def _save(self):
        if not self._store.is_open:
            return
        heir = HmacDrbg()
        heir.instantiate(self.nonce_bytes(32), self.nonce_bytes(16), self._context)
        self._store.edit(CELL_GENERATOR)[:STATE_BYTES] = heir.export_state()
        self._store.commit()
