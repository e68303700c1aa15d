"""What a board's ports share: its address, its rooms' requests, its event source."""

import struct

from firmware.core.compat import const
from firmware.core.curtain import Curtain
from firmware.core.errors import ERR_NO_SESSION, ERR_NOT_ALLOWED, ERR_NOT_PROVISIONED
from firmware.core.rows import ANYONE, EVERY_ROLE, WHEN_LOCKED

_IDS = const(128)
_FAST_FIELDS = const(3)
_WHO = const(3)  # in a message's row
UNPACKED = const(0xFF)  # in `counts`: other fields than a few plain numbers


def _nothing():
    """For a board that has nothing to finish first."""


def _never():
    return False


def _raise(_message, error):
    """For a bench, where bad code shall be seen."""
    raise error


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
        failed=_raise,
        rations=None,
        curtain=None,
    ):
        self.address = address
        self.journal = journal
        self.record = record
        self.count = health.count
        self.sessions = sessions
        self.acked_event = acked_event
        self._before_change = before_change  # called before what only certain roles may change
        self._rations = rations  # of what each role's requests record
        self.curtain = curtain or Curtain()  # what is not for everybody yet
        self.is_locked = is_locked  # then reads are answered, and orders that say so in their rows
        self.failed = failed  # hears of an exception: (message, error)
        self.messages = messages
        self.rooms = []
        self.handlers = [None] * _IDS
        self.owners = bytearray(_IDS)  # which of the rooms a handler is for
        self.index = bytearray(_IDS)  # of a message's row
        self.sizes = bytearray(_IDS)  # bytes of its fields
        self.counts = bytearray(_IDS)  # its fields, when they are few plain numbers
        self.roles = bytearray(_IDS)
        for i in range(len(messages)):
            number, _name, _direction, roles, _rule, _reply, form, _fields = messages[i]
            self.index[number] = i
            self.sizes[number] = struct.calcsize(form)
            self.counts[number] = _plain_numbers(form)
            self.roles[number] = roles & EVERY_ROLE

    def on(self, room, requests):
        """Answer `requests`, a dict of message ids and functions, for one room.

        function(room, port, …) gets the fields of the message's row; it gives back
        port.answer(…), port.ok(), or minus an error.
        """
        self.rooms.append(room)
        for message in requests:
            self.handlers[message] = requests[message]
            self.owners[message] = len(self.rooms) - 1

    def begin_change(self, role):
        """Before a request that changes something is carried out: 0, or minus an error."""
        self._before_change()
        return self._rations.begin(role) if self._rations else 0

    def end_change(self):
        """After any request."""
        if self._rations:
            self._rations.end()

    def open_to_all(self, message):
        """Leave it to the handler who may send it."""
        self.roles[message] = ANYONE

    def is_kept_out(self, message):
        """Whether the board is locked, and this order is none that leads out of it."""
        return self.is_locked() and not self.messages[self.index[message]][_WHO] & WHEN_LOCKED

    def why_not_allowed(self, role):
        """The error for a request whose role does not suffice."""
        if role:
            return ERR_NOT_ALLOWED
        return ERR_NO_SESSION if self.sessions.is_provisioned else ERR_NOT_PROVISIONED

    def acknowledge(self, number):
        """Everything up to `number` has reached the table software; it never goes back."""
        if self.acked_event < number <= self.journal.last_number:
            self.acked_event = number


def _plain_numbers(form):
    """How many fields a format like "<IBH" has; UNPACKED for any other or a longer one."""
    for code in form[1:]:
        if code not in "BHI":
            return UNPACKED
    return len(form) - 1 if len(form) <= 1 + _FAST_FIELDS else UNPACKED
