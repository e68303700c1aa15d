"""The commitments of the last packs: one in play, one waiting behind it (RULES C3).

Fed by the cycle (committed, dealt, void); records both in the journal; read by the link.
"""

from firmware.shuffler.commitment import SECRET_BYTES, Commitment
from firmware.shuffler.rows import CARDS_PER_EVENT, EV_CARDS_DEALT, EV_SHUFFLE_COMMITTED, NO_CARD

_PACKS = 2


class ProofBook:
    """`random_bytes(n)` gives None while the generator is not well: then nothing is committed."""

    def __init__(self, device_id, record, random_bytes, max_cards=416):
        self._record = record
        self._random_bytes = random_bytes
        self._names = bytearray(CARDS_PER_EVENT)
        self._packs = [Commitment(device_id, max_cards) for _ in range(_PACKS)]

    def commit(self, shuffle, cards, count):
        """Publish a checked order before anything of it is dealt; False without a secret."""
        secret = self._random_bytes(SECRET_BYTES)
        if secret is None:
            return False
        self.restore(shuffle, cards, count, secret)
        pack = self.newest(0)
        self._record(EV_SHUFFLE_COMMITTED, pack.shuffle, pack.count, pack.root)
        return True

    def restore(self, shuffle, cards, count, secret, dealt_count=0):
        """Take a pack up again after a power loss: same secret, same root, nothing recorded."""
        packs = self._packs
        packs.insert(0, packs.pop())  # the older one gives way
        packs[0].publish(shuffle, cards, count, secret)
        for position in range(dealt_count):
            packs[0].mark_dealt(position)

    def deal(self, shuffle, first, count):
        """Cards left the device: from here on they may be named; False if any is not there."""
        pack = self.find(shuffle)
        if pack is None or count < 1:
            return False
        for position in range(first, first + count):
            if not 0 <= position < pack.count or pack.is_dealt(position):
                return False
        for position in range(first, first + count):
            pack.mark_dealt(position)
        while count:
            part = min(count, CARDS_PER_EVENT)
            for i in range(CARDS_PER_EVENT):
                self._names[i] = pack.card(first + i) if i < part else NO_CARD
            self._record(EV_CARDS_DEALT, shuffle, first, part, self._names)
            first += part
            count -= part
        return True

    def void(self, shuffle):
        """The pack will not be dealt any further: order and secret are forgotten."""
        pack = self.find(shuffle)
        if pack is not None:
            pack.wipe()

    def find(self, shuffle):
        """The commitment of a shuffle, or None."""
        for pack in self._packs:
            if pack.count and pack.shuffle == shuffle:
                return pack
        return None

    def newest(self, age):
        """The commitment published last (0), the one before it (1) …, or None."""
        if age < _PACKS and self._packs[age].count:
            return self._packs[age]
        return None
