"""Wiring of what the jackpot needs once a round or less: books, claims, settings.

`jackpot` is the wiring that stays; each function gives 0 or a refusal of the book.
"""

from firmware.board.rows import EV_SETTING_CHANGED
from firmware.core.errors import ERR_BUSY, ERR_OUT_OF_RANGE
from firmware.jackpot import book_keeping, claims, deferred, voids
from firmware.jackpot import round_cell as rc
from firmware.jackpot import round_states as rs
from firmware.jackpot.ledger import UC
from firmware.jackpot.rows import CFG_LINK_ROLE, EV_SETTING_DEFERRED, FAULT_RATES
from firmware.store.cells import CELL_SETTINGS_MORE


def start(jackpot):
    """At boot: books, and what a cut left half done; False when there are no good books."""
    book = jackpot.book
    if not book_keeping.open_books(book):
        return False
    if book.state == rs.ST_OPEN:
        apply_deferred(jackpot)
    else:
        claims.resume(book)
    _note_win(jackpot)
    return True


def claim(jackpot, number, seat, kind):
    """A seat's claim; with the last one of the round the amounts are computed and held."""
    result = claims.claim(jackpot.book, number, seat, kind)
    if result == 0:
        claims.resume(jackpot.book)
        _note_win(jackpot)
    return result


def cancel_hit(jackpot, number, asked_by, confirmed_by):
    result = claims.cancel(jackpot.book, number, asked_by, confirmed_by)
    _note_win(jackpot)
    return result


def void_hand(jackpot, number, seat):
    """The others may all have claimed already: then their win is complete now."""
    result = voids.void_hand(jackpot.book, number, seat)
    if result == 0:
        claims.resume(jackpot.book)
        _note_win(jackpot)
    return result


def _note_win(jackpot):
    """What the winners of the round in play get in all, for the display."""
    cents = 0
    if rs.ST_PENDING <= jackpot.book.state <= rs.ST_DONE:
        for row in rc.rows_of(jackpot.book.cell):
            cents += row[2] + row[3] + row[4]
    jackpot.win_uc = cents * UC


# -- settings ------------------------------------------------------------------------------


def change_terms(jackpot, setting, value):
    """Terms of a live jackpot wait for the next one (STANDARDS 23); 0 or minus an error."""
    base = jackpot.base
    if jackpot.book.state != rs.ST_OPEN or base.settings.get(CFG_LINK_ROLE):
        return -ERR_BUSY  # linked tables have theirs in common: first out, then change
    store = base.store
    is_live = jackpot.book.is_live()
    waiting = deferred.waiting(store) if is_live else []
    if not _are_reasonable(jackpot, waiting + [(setting, value)]):
        return -ERR_OUT_OF_RANGE
    if is_live:
        deferred.put(store, setting, value)
        before = base.settings.get(setting)
        base.commit(EV_SETTING_DEFERRED, setting, before, value)
        return 0
    _change(base, setting, value)
    jackpot.terms.read()
    return 0


def change_link(jackpot, setting, value):
    """The part that this board plays among linked tables: from the next start on."""
    is_free = jackpot.link is None or jackpot.link.has_all_delivered()
    if jackpot.book.state != rs.ST_OPEN or not is_free:
        return -ERR_BUSY
    _change(jackpot.base, setting, value)
    jackpot.needs_restart = True  # no wager is taken before
    return 0


def keep_linked_hit(jackpot, rows, memory):
    """The holder of the pool has computed this table's hit."""
    claims.keep_hit(jackpot.book, rows, memory, (jackpot.pool_uc(), 0))
    _note_win(jackpot)


def apply_deferred(jackpot):
    """The jackpot has been won: what waited for that comes into force, one event each."""
    base = jackpot.base
    store = base.store
    if not store.view(CELL_SETTINGS_MORE)[0] or jackpot.book.is_live():
        return
    for setting, value in deferred.waiting(store):
        deferred.drop(store, setting)
        _change(base, setting, value)
    jackpot.terms.read()
    if not jackpot.terms.rates.is_reasonable():
        base.raise_fault(FAULT_RATES)  # no wager is taken with such terms


def _change(base, setting, value):
    before = base.settings.set(setting, value)
    base.storage.edit_settings(base.settings)
    base.commit(EV_SETTING_CHANGED, setting, before, value)


def _are_reasonable(jackpot, changes):
    """With all these changes the purses together cannot get more than the wager."""
    settings = jackpot.base.settings
    before = [(setting, settings.set(setting, value)) for setting, value in changes]
    jackpot.terms.read()
    is_good = jackpot.terms.rates.is_reasonable()
    for setting, value in reversed(before):
        settings.set(setting, value)
    jackpot.terms.read()
    return is_good
