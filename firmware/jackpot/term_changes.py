"""What a jackpot holds fast: its terms, and this board's part among linked tables.

Terms are set as a whole by two roles (CSP 11.6, 12.1), never one by one as settings.  Those that
wait for the next jackpot (STANDARDS 23) lie in a cell of their own: whether there are any, the
terms, the two roles.
"""

import struct

from firmware.core.compat import const
from firmware.core.errors import ERR_BUSY, ERR_NOT_ALLOWED, ERR_NOT_NOW, ERR_OUT_OF_RANGE
from firmware.jackpot import rows
from firmware.jackpot.round_states import ST_OPEN
from firmware.jackpot.terms import digest_of, rates_of
from firmware.store.cells import CELL_SETTINGS_MORE

_TERMS_AT = const(1)
_ROLES_AT = const(53)


class TermChanges:
    """Fed new terms, changes of settings and the end of each round; may stop wagers."""

    def __init__(self, board, book, linked):
        self._board = board
        self._book = book
        self._linked = linked
        self.is_restart_due = False

    def change(self, setting, value):
        """0 or minus an error; None for a setting that may change at any time."""
        if setting in rows.TERMS:
            return -ERR_NOT_ALLOWED  # SET_TERMS, by two roles
        if rows.CFG_LINK_ROLE <= setting <= rows.CFG_LINK_FIRST:
            return self._change_linked(setting, value)
        return None

    def why_not(self, values):
        """Why these terms cannot be set now: 0 or an error."""
        settings = self._board.settings
        for i in range(len(values)):
            if not settings.is_in_range(rows.TERMS[i], values[i]):
                return ERR_OUT_OF_RANGE
        if not rates_of(values).is_reasonable():
            return ERR_OUT_OF_RANGE
        # linked tables have theirs in common: first out, then change
        is_fixed = self._book.state != ST_OPEN or settings.get(rows.CFG_LINK_ROLE)
        return ERR_NOT_NOW if is_fixed else 0

    def set_terms(self, values, asked_by, confirmed_by):
        """0 or minus an error; terms of a live jackpot wait for the next one (STANDARDS 23)."""
        error = self.why_not(values)
        if error:
            return -error
        if self._book.is_live():
            self._defer(values, asked_by, confirmed_by)
        else:
            self._put_in_force(values, asked_by, confirmed_by)
        return 0

    def apply(self):
        """The jackpot has been won: what waited for that comes into force."""
        book = self._book
        values = waiting(book.store)
        if values and book.state == ST_OPEN and not book.is_live():
            cell = book.store.view(CELL_SETTINGS_MORE)
            self._put_in_force(values, cell[_ROLES_AT], cell[_ROLES_AT + 1])

    def _put_in_force(self, values, asked_by, confirmed_by):
        """Settings and event in one commit; whatever waited waits no longer."""
        board = self._board
        for i in range(len(values)):
            board.settings.set(rows.TERMS[i], values[i])
        board.storage.edit_settings(board.settings)
        self._book.store.edit(CELL_SETTINGS_MORE)[0] = 0
        self._book.terms.read()
        self._tell(self._book.terms.as_bytes(), 0, asked_by, confirmed_by)

    def _defer(self, values, asked_by, confirmed_by):
        data = struct.pack(rows.TERMS_FORM, *values)
        cell = self._book.store.edit(CELL_SETTINGS_MORE)
        cell[0] = 1
        cell[_TERMS_AT:_ROLES_AT] = data
        cell[_ROLES_AT] = asked_by
        cell[_ROLES_AT + 1] = confirmed_by
        self._tell(data, 1, asked_by, confirmed_by)

    def _tell(self, data, is_waiting, asked_by, confirmed_by):
        self._board.commit(
            rows.EV_TERMS_SET, data, digest_of(data), is_waiting, asked_by, confirmed_by
        )

    def _change_linked(self, setting, value):
        """From the next start on; no wager is taken before."""
        if self._book.state != ST_OPEN:
            return -ERR_NOT_NOW
        if not self._linked.has_all_delivered():
            return -ERR_BUSY
        self._board.set_setting(setting, value)
        self.is_restart_due = True
        return 0


def waiting(store):
    """The terms that wait, in the order of SET_TERMS; empty when there are none."""
    cell = store.view(CELL_SETTINGS_MORE)
    return struct.unpack_from(rows.TERMS_FORM, cell, _TERMS_AT) if cell[0] else ()
