"""Deeds that take two people: one role asks, another confirms that very deed within a minute."""

import hashlib
import struct

from firmware.core import errors

LIMIT_S = 60
LABEL = b"faro-deed-1"
DIGEST_BYTES = 16
FINGERPRINT_LABEL = b"faro-keys-fingerprint-1"
FINGERPRINT_BYTES = 16


def digest_of(unique_id, number, message, role, parameters):
    """Names a deed by all that it is; who confirms makes it from what was shown to a person."""
    deed = LABEL + unique_id + struct.pack("<IBB", number, message, role) + parameters
    return hashlib.sha256(deed).digest()[:DIGEST_BYTES]


def fingerprint(keys):
    """Names a set of keys (device, table, supervisor, inspector, technician) without telling it."""
    return hashlib.sha256(FINGERPRINT_LABEL + keys).digest()[:FINGERPRINT_BYTES]


class TwoRoles:
    """One deed waits at a time; a newer one takes its place, and a restart forgets it."""

    def __init__(self, unique_id):
        self._unique_id = unique_id
        self.number = 0
        self.message = 0
        self.asked_by = 0
        self.asked_person = 0
        self.parameters = b""
        self._confirmed_by = 0
        self._asked_ms = 0
        self._is_waiting = False
        self._action = None

    def ask(self, number, message, role, person, parameters, confirming_roles, action, uptime_ms):
        """Remember what `role` wants, under a number that never comes again."""
        self.number = number
        self.message = message
        self.asked_by = role
        self.asked_person = person
        self.parameters = parameters
        self._confirmed_by = confirming_roles
        self._asked_ms = uptime_ms  # not ticks: days later they would look like now
        self._action = action
        self._is_waiting = True

    def left_ms(self, uptime_ms):
        """How long it can still be confirmed; 0 when nothing waits."""
        return max(self._asked_ms + LIMIT_S * 1000 - uptime_ms, 0) if self._is_waiting else 0

    def why_not(self, number, digest, role, person, uptime_ms):
        """Why this role's person may not confirm this; 0 or an error."""
        if number != self.number or not self.left_ms(uptime_ms):
            return errors.ERR_NOTHING_PENDING
        if role == self.asked_by:
            return errors.ERR_SAME_ROLE
        if person and person == self.asked_person:
            return errors.ERR_SAME_PERSON
        if not role & self._confirmed_by:
            return errors.ERR_NOT_ALLOWED
        if digest != digest_of(
            self._unique_id, number, self.message, self.asked_by, self.parameters
        ):
            return errors.ERR_OTHER_DEED
        return 0

    def carry_out(self, role):
        """Once, for the role that confirmed; 0 or minus an error."""
        self._is_waiting = False
        action, self._action = self._action, None  # it may hold keys
        return action(self.asked_by, role)
