"""Settings that a jackpot holds fast: its terms, and this board's part among linked tables.

Changes of terms that wait for the next jackpot (STANDARDS 23) lie in a cell of their own: count,
then setting and value each.
"""

import struct

from firmware.core.compat import const
from firmware.core.errors import ERR_BUSY, ERR_NOT_NOW, ERR_OUT_OF_RANGE
from firmware.jackpot import rows
from firmware.jackpot.round_states import ST_OPEN
from firmware.store.cells import CELL_SETTINGS_MORE

_ENTRY = "<Bi"
_ENTRY_BYTES = const(5)


class TermChanges:
    """Fed changes of settings, and the end of each round; `is_restart_due` stops wagers."""

    def __init__(self, board, book, linked):
        self._board = board
        self._book = book
        self._linked = linked
        self.is_restart_due = False

    def change(self, setting, value):
        """0 or minus an error; None for a setting that may change at any time."""
        if rows.MONEY_FIRST <= setting <= rows.MONEY_LAST:
            return self._change_terms(setting, value)
        if rows.CFG_LINK_ROLE <= setting <= rows.CFG_LINK_FIRST:
            return self._change_linked(setting, value)
        return None

    def apply(self):
        """The jackpot has been won: what waited for that comes into force, one event each."""
        book = self._book
        entries = waiting(book.store)
        if not entries or book.state != ST_OPEN or book.is_live():
            return
        for setting, value in entries:
            _drop(book.store, setting)
            self._board.set_setting(setting, value)
        book.terms.read()
        if not book.terms.rates.is_reasonable():
            self._board.raise_fault(rows.FAULT_RATES)  # no wager is taken with such terms

    def _change_terms(self, setting, value):
        """Terms of a live jackpot wait for the next one (STANDARDS 23)."""
        board, book = self._board, self._book
        if book.state != ST_OPEN or board.settings.get(rows.CFG_LINK_ROLE):
            return -ERR_NOT_NOW  # linked tables have theirs in common: first out, then change
        is_live = book.is_live()
        entries = waiting(book.store) if is_live else []
        if not self._are_reasonable(entries + [(setting, value)]):
            return -ERR_OUT_OF_RANGE
        if is_live:
            _defer(book.store, setting, value)
            board.commit(rows.EV_SETTING_DEFERRED, setting, board.settings.get(setting), value)
        else:
            board.set_setting(setting, value)
            book.terms.read()
        return 0

    def _change_linked(self, setting, value):
        """From the next start on; no wager is taken before."""
        if self._book.state != ST_OPEN:
            return -ERR_NOT_NOW
        if not self._linked.has_all_delivered():
            return -ERR_BUSY
        self._board.set_setting(setting, value)
        self.is_restart_due = True
        return 0

    def _are_reasonable(self, changes):
        """With all these changes the purses together cannot get more than the wager."""
        settings, terms = self._board.settings, self._book.terms
        before = [(setting, settings.set(setting, value)) for setting, value in changes]
        terms.read()
        is_good = terms.rates.is_reasonable()
        for setting, value in reversed(before):
            settings.set(setting, value)
        terms.read()
        return is_good


def waiting(store):
    """The changes that wait, as (setting, value)."""
    cell = store.view(CELL_SETTINGS_MORE)
    return [struct.unpack_from(_ENTRY, cell, 1 + i * _ENTRY_BYTES) for i in range(cell[0])]


def _defer(store, setting, value):
    """Stage a change; one that waits already for this setting is replaced."""
    _write(store, [entry for entry in waiting(store) if entry[0] != setting] + [(setting, value)])


def _drop(store, setting):
    """Stage that a change waits no longer."""
    _write(store, [entry for entry in waiting(store) if entry[0] != setting])


def _write(store, entries):
    cell = store.edit(CELL_SETTINGS_MORE)
    cell[0] = len(entries)
    for i in range(len(entries)):
        struct.pack_into(_ENTRY, cell, 1 + i * _ENTRY_BYTES, *entries[i])
