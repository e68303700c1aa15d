"""Commands that take two people: one role asks, another confirms within a minute."""

from firmware.core.errors import ERR_NOT_ALLOWED, ERR_NOTHING_PENDING, ERR_SAME_ROLE

LIMIT_S = 60


class TwoRoles:
    """One request waits at a time; a newer one takes its place."""

    def __init__(self):
        self.number = 0
        self.message = 0
        self.asked_by = 0
        self.confirmed_by = 0
        self._asked_ms = 0
        self._is_waiting = False
        self._action = None

    def ask(self, message, role, confirming_roles, action, uptime_ms):
        """Remember what `role` wants; gives back the number that a confirmation must name."""
        self.number += 1
        self.message = message
        self.asked_by = role
        self.confirmed_by = confirming_roles
        self._asked_ms = uptime_ms  # not ticks: days later they would look like now
        self._action = action
        self._is_waiting = True
        return self.number

    def confirm(self, number, role, uptime_ms):
        """Carry it out for another role that may; 0 or minus an error."""
        is_late = uptime_ms - self._asked_ms > LIMIT_S * 1000
        if not self._is_waiting or number != self.number or is_late:
            return -ERR_NOTHING_PENDING
        if role == self.asked_by:
            return -ERR_SAME_ROLE
        if not role & self.confirmed_by:
            return -ERR_NOT_ALLOWED
        self._is_waiting = False
        return self._action(self.asked_by, role)
