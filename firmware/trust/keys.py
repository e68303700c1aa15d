"""The board's secrets, apart from readable settings: no message, text or event gives them out.

CELL_KEYS: device key 32 · signer's public key 60 · provisioned flag 1 (at 92).
CELL_ROLES: one 32-byte key per role, in the order of the role bits · failed attempts 1 (at 128) ·
key for linked tables 32 (at 132).
"""

from firmware.store.cells import CELL_KEYS, CELL_ROLES

KEY_BYTES = 32
SIGNER_AT = 32
SIGNER_BYTES = 60
_PROVISIONED_AT = 92
_FAILURES_AT = 128
_LINK_KEY_AT = 132
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

    def provision(self, keys):
        """Stage five keys: device, table, supervisor, inspector, technician."""
        cell = self._store.edit(CELL_KEYS)
        cell[:KEY_BYTES] = keys[:KEY_BYTES]
        cell[_PROVISIONED_AT] = 1
        roles = self._store.edit(CELL_ROLES)
        roles[: ROLE_COUNT * KEY_BYTES] = keys[KEY_BYTES : (1 + ROLE_COUNT) * KEY_BYTES]
        roles[_FAILURES_AT] = 0

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
        """Failed attempts in a row; kept over power cycles, so that a plug resets nothing."""
        return self._store.view(CELL_ROLES)[_FAILURES_AT] if self._store.is_open else 255

    def save_failures(self, count):
        if self._store.is_open:
            self._store.edit(CELL_ROLES)[_FAILURES_AT] = min(count, 255)
            self._store.commit()


def _role_index(role):
    for index in range(ROLE_COUNT):
        if role == 1 << index:
            return index
    raise ValueError("no role %d" % role)
