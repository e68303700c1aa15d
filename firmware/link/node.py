"""What a board's ports share: its address, its handlers by message, its event source."""

import struct

from firmware.core.errors import ERR_NO_SESSION, ERR_NOT_ALLOWED, ERR_NOT_PROVISIONED
from firmware.core.rows import TO_BOARD

_IDS = 128


def _nothing():
    """For a board that has nothing to finish first."""


def _never():
    return False


class LinkNode:
    """Looked up for every frame, so everything is in flat arrays indexed by message id."""

    def __init__(
        self,
        address,
        journal,
        record,
        health,
        messages,
        sessions=None,
        acked_event=0,
        before_change=_nothing,
        is_locked=_never,
    ):
        self.address = address
        self.journal = journal
        self.record = record
        self.health = health
        self.sessions = sessions
        self.acked_event = acked_event
        self.before_change = before_change  # called before whatever a request changes
        self.is_locked = is_locked
        self.handlers = [None] * _IDS
        self.sizes = bytearray(_IDS)
        self.has_tail = bytearray(_IDS)
        self.replies = bytearray(_IDS)
        self.rules = bytearray(_IDS)
        self.roles = bytearray(_IDS)
        for number, _name, direction, roles, rule, reply, fmt, fields in messages:
            if direction == TO_BOARD:
                self.sizes[number] = struct.calcsize(fmt)
                self.has_tail[number] = 1 if "*" in fields else 0
                self.replies[number] = reply
                self.rules[number] = rule
                self.roles[number] = roles

    def on(self, message, handler):
        """handler(port) reads port.u8(…)…, writes port.tx, gives payload bytes or -error."""
        self.handlers[message] = handler

    def why_not_allowed(self, role):
        """The error for a request whose role does not suffice."""
        if role:
            return ERR_NOT_ALLOWED
        return ERR_NO_SESSION if self.sessions.is_provisioned else ERR_NOT_PROVISIONED

    def acknowledge(self, number):
        """Everything up to `number` has reached the table software; it never goes back."""
        if self.acked_event < number <= self.journal.last_number:
            self.acked_event = number
