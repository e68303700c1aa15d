"""The board's secrets, apart from readable settings: no message, text or event gives them out.

CELL_KEYS: device key 32 · signer's public key 60 · provisioned flag 1 (at 92).
CELL_ROLES: one 32-byte key per role, in the order of the role bits · key for linked tables 32 (at
132) · wrong tags by port and role 8 (at 232) · number of the last deed u32 (at 240).

A person's key is made from the role's: HMAC-SHA-256(role key, "faro-person-1" · person u16).  The
board keeps no list of persons; whoever has the role's key makes such keys.
"""

from firmware.core.bytes_into import get_u32, put_u32
from firmware.store.cells import CELL_KEYS, CELL_ROLES
from firmware.trust.hmac_sha256 import hmac_sha256
from firmware.trust.throttle import PLACES

KEY_BYTES = 32
SIGNER_AT = 32
SIGNER_BYTES = 60
_PROVISIONED_AT = 92
_LINK_KEY_AT = 132
_FAILURES_AT = 232
_DEED_AT = 240
PERSON_LABEL = b"faro-person-1"
ROLE_COUNT = 4


class KeyRing:
    """Keys in the store's cells; `provision` stages them, the caller commits with its event."""

    def __init__(self, store):
        self._store = store

    @property
    def is_provisioned(self):
        return self._store.is_open and self._store.view(CELL_KEYS)[_PROVISIONED_AT] == 1

    def device_key(self):
        return bytes(self._store.view(CELL_KEYS)[:KEY_BYTES])

    def known_device_key(self):
        """None while there is none, or no store to look in."""
        return self._known(0, KEY_BYTES)

    def known_signer(self):
        """The public key whose images this board boots; None while there is none."""
        return self._known(SIGNER_AT, SIGNER_BYTES)

    def _known(self, at, size_bytes):
        if not self._store.is_open:
            return None
        key = bytes(self._store.view(CELL_KEYS)[at : at + size_bytes])
        return key if any(key) else None

    def role_key(self, role):
        """The key of one role bit (1, 2, 4 or 8)."""
        index = _role_index(role)
        return bytes(self._store.view(CELL_ROLES)[index * KEY_BYTES : (index + 1) * KEY_BYTES])

    def person_key(self, role, person):
        """The key of one person in a role; person 0 is the role's own key."""
        key = self.role_key(role)
        if person == 0:
            return key
        return hmac_sha256(key, PERSON_LABEL, bytes((person & 255, person >> 8)))

    def provision(self, keys):
        """Stage five keys: device, table, supervisor, inspector, technician."""
        cell = self._store.edit(CELL_KEYS)
        cell[:KEY_BYTES] = keys[:KEY_BYTES]
        cell[_PROVISIONED_AT] = 1
        roles = self._store.edit(CELL_ROLES)
        roles[: ROLE_COUNT * KEY_BYTES] = keys[KEY_BYTES : (1 + ROLE_COUNT) * KEY_BYTES]
        for place in range(PLACES):
            roles[_FAILURES_AT + place] = 0

    def set_signer(self, public_key):
        """Stage the key whose images this board will boot."""
        self._store.edit(CELL_KEYS)[SIGNER_AT : SIGNER_AT + SIGNER_BYTES] = public_key

    @property
    def has_signer(self):
        return any(self._store.view(CELL_KEYS)[SIGNER_AT : SIGNER_AT + SIGNER_BYTES])

    def link_key(self):
        """This table's key, or the holder's, which all of them are made from; zeros: none."""
        return bytes(self._store.view(CELL_ROLES)[_LINK_KEY_AT : _LINK_KEY_AT + KEY_BYTES])

    def set_link_key(self, key):
        """Stage it."""
        self._store.edit(CELL_ROLES)[_LINK_KEY_AT : _LINK_KEY_AT + KEY_BYTES] = key

    @property
    def failures(self):
        """Wrong tags in a row, by port and role; over power cycles: a plug resets nothing."""
        if not self._store.is_open:
            return b"\xff" * PLACES
        return bytes(self._store.view(CELL_ROLES)[_FAILURES_AT : _FAILURES_AT + PLACES])

    def save_failures(self, place, count):
        if self._store.is_open:
            self._store.edit(CELL_ROLES)[_FAILURES_AT + place] = count
            self._store.commit()

    def take_deed_number(self):
        """Stage the next number: once committed it never comes again; 0 without a store."""
        if not self._store.is_open:
            return 0
        cell = self._store.edit(CELL_ROLES)
        number = get_u32(cell, _DEED_AT) + 1
        put_u32(cell, _DEED_AT, number)
        return number


def _role_index(role):
    for index in range(ROLE_COUNT):
        if role == 1 << index:
            return index
    raise ValueError("no role %d" % role)
