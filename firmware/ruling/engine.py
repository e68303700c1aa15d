"""From a finding to its ruling, or to the one question that must be answered first.

Generic: everything it knows of a game is in that game's rows.  They are loaded when a finding
comes and let go afterwards, because irregularities are rare and RAM is short.
"""

import sys

from firmware.ruling.terms import GAME_NAMES, UNASKED

_PACKAGE = "firmware.ruling"
_NO_RULE = 1  # ruling ids; the tables are not loaded for them
REFERRED = 59


class Verdict:
    """What the rows say: a question (one fact's bit), or a ruling with its rules and effects."""

    def __init__(self):
        self.clear()

    def clear(self):
        self.question = 0
        self.ruling = 0
        self.rule = 0
        self.also = 0
        self.round = 0
        self.pack = 0
        self.wagers = 0
        self.notified = 0
        self.steps = ()


def fits(row, finding, state, equipment):
    """Tell whether a row speaks of this situation, whatever the facts."""
    named = row[0]
    is_named = finding in named if isinstance(named, tuple) else finding == named
    return is_named and row[1] & state != 0 and row[2] & equipment != 0


def look_up(rows, finding, state, equipment, known, yes):
    """The first row the facts allow, or None; and the first fact it still needs, 0 for none."""
    known |= UNASKED  # nobody said so: then it is not so
    for row in rows:
        if not fits(row, finding, state, equipment):
            continue
        if row[3] & known & ~yes or row[4] & known & yes:
            continue
        missing = (row[3] | row[4]) & ~known
        return row, missing & -missing
    return None, 0


def judge(game, finding, state, equipment, known, yes, verdict):
    """Fill `verdict` from the rows of a game (its number, from 1; 0 while no game is open)."""
    verdict.clear()
    name = "rows_" + GAME_NAMES[game - 1] if game else ""
    row = None
    if game:
        rows = _load(name).ROWS
        row, verdict.question = look_up(rows, finding, state, equipment, known, yes)
    if verdict.question == 0:
        if row is not None:
            verdict.ruling, verdict.rule, verdict.also = row[5:]
        else:  # listed in NO_RULE, or a finding that no table has heard of: never silence
            verdict.ruling = _NO_RULE
        _fill_effects(verdict)
    _let_go(name)


def refer(verdict):
    """Too many questions wait: a person decides this one, whatever the rows say."""
    verdict.clear()
    verdict.ruling = REFERRED
    _fill_effects(verdict)


def _fill_effects(verdict):
    effects = _load("rulings").ruling_row(verdict.ruling)
    verdict.round, verdict.pack, verdict.wagers, verdict.notified, verdict.steps = effects[2:]
    _let_go("rulings")
    _let_go("effects")


def rows_of(game):
    """A game's rows, for lists on paper; let go at once, so that nothing stays behind."""
    name = "rows_" + GAME_NAMES[game - 1]
    rows = _load(name).ROWS
    _let_go(name)
    return rows


def _load(name):
    return __import__(_PACKAGE + "." + name, None, None, ("*",))


def _parts():
    """Never called: what `_load` may load, for whoever asks which files a board needs."""
    from firmware.ruling import rows_csp, rows_fcp, rows_ldb, rows_tcb, rows_tcp, rulings

    return rows_csp, rows_fcp, rows_ldb, rows_tcb, rows_tcp, rulings


def _let_go(name):
    """Forget a table's module; a board has nothing else to free the memory with."""
    full = _PACKAGE + "." + name
    if full in sys.modules:
        del sys.modules[full]
        package = sys.modules[_PACKAGE]
        if hasattr(package, name):
            delattr(package, name)
