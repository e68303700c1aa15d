"""From a finding to its ruling, or to the one question that must be answered first.

Generic: everything it knows of a game is in that game's rows.
"""

from firmware.ruling.games import csp, fcp, ldb, tcb, tcp
from firmware.ruling.rulings import NO_RULE, REFERRED, ruling_row
from firmware.ruling.vocabulary import UNASKED

# by the games' numbers, from 1
_TABLES = (tcp.ROWS, fcp.ROWS, csp.ROWS, tcb.ROWS, ldb.ROWS)


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
        self.hand = 0
        self.wagers = 0
        self.side = 0
        self.jackpot = 0
        self.pack = 0
        self.notified = 0
        self.steps = ()

    def ask(self, question):
        """One fact must be known first."""
        self.question = question

    def settle(self, ruling, rule=0, also=0):
        """A ruling with its rules; what it does is in the ruling's own row."""
        self.restore(0, ruling, rule, also)
        row = ruling_row(ruling)
        self.round, self.hand, self.wagers, self.side, self.jackpot = row[2]
        self.pack, self.notified, self.steps = row[3:]

    def restore(self, question, ruling, rule, also):
        """As it was kept; effects are not kept, the rows have them."""
        self.clear()
        self.question = question
        self.ruling = ruling
        self.rule = rule
        self.also = also


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
    row, question = None, 0
    if game:
        row, question = look_up(rows_of(game), finding, state, equipment, known, yes)
    if question:
        verdict.ask(question)
    elif row is not None:
        verdict.settle(*row[5:])
    else:  # listed in NO_RULE, or a finding that no table has heard of: never silence
        verdict.settle(NO_RULE)


def refer(verdict):
    """Too many questions wait: a person decides this one, whatever the rows say."""
    verdict.settle(REFERRED)


def rows_of(game):
    """The rows of a game by its number."""
    return _TABLES[game - 1]
