"""What a board's ports share: its address, its handlers by message, its event source."""

import struct

from firmware.link.messages import MESSAGES, TO_BOARD

_IDS = 128


class LinkNode:
    """Looked up for every frame, so everything is in flat arrays indexed by message id."""

    def __init__(self, address, journal, record, health):
        self.address = address
        self.journal = journal
        self.record = record
        self.health = health
        self.acked_event = 0
        self.is_locked = False
        self.handlers = [None] * _IDS
        self.sizes = bytearray(_IDS)
        self.replies = bytearray(_IDS)
        self.rules = bytearray(_IDS)
        self.roles = bytearray(_IDS)
        for number, _name, direction, roles, rule, reply, fmt, _fields in MESSAGES:
            if direction == TO_BOARD:
                self.sizes[number] = struct.calcsize(fmt)
                self.replies[number] = reply
                self.rules[number] = rule
                self.roles[number] = roles

    def on(self, message, handler):
        """handler(port) reads port.u8(…)…, writes port.tx, gives payload bytes or -error."""
        self.handlers[message] = handler

    def acknowledge(self, number):
        """Everything up to `number` has reached the table software; it never goes back."""
        if self.acked_event < number <= self.journal.last_number:
            self.acked_event = number
