"""Nothing moves past an open matter: what can be open at a table, what it holds, who can end it.

One table for both boards.  Each asks it in one place (the shoe `TableState.is_held`, the meter
`ShoeTold.refusal`); what is open at the other board the table software passes on (TELL_OPEN).
"""

from firmware.core import rows as c
from firmware.core.compat import const

# what can be open, as bits
OPEN_STEP = const(1)  # a step of a ruling comes before the next round
OPEN_CHECK = const(2)  # the cards are checked before they come into play
OPEN_QUESTION = const(4)  # about the round in play, or the last one
OPEN_OLD_QUESTION = const(8)  # about a round before that
OPEN_STOP = const(16)  # an inspector approves before anything goes on (CSP 14.15)
OPEN_WIN = const(32)  # a winning hand waits for its payment
OPEN_UNREAD = const(64)  # a card of the round in play has no name, and a result hangs on it
OPEN_UNNAMED = const(128)  # the same of the round that is over
OPEN_MACHINE = const(256)  # the shuffling device that the game is dealt from calls for a person
OPEN_METER = const(512)  # the table has a jackpot, and the meter's state is not known
OPEN_SHOE = const(1024)  # the meter follows a shoe, and the shoe's state is not known
OPEN_ALL = const(0x7FF)  # bits above these are no holds (table_state.py)

# what is held, as bits
HOLDS_CARD = const(1)  # any card: none is delivered, and one that leaves is a finding
HOLDS_END = const(2)  # END_ROUND with a result, also by the next card or pack
HOLDS_PACK = const(4)  # PACK_LOADED
HOLDS_ROUND = const(8)  # the next round: a card that leaves opens none and is a finding
HOLDS_CLAIM = const(16)  # CLAIM, at the meter
HOLDS_CONFIRM = const(32)  # CONFIRM_HIT, at the meter
HOLDS_VOID = const(64)  # END_ROUND without a result, by a person's word
HOLDS_CLOSE = const(128)  # CLOSE_TABLE, and another table in its place

_MONEY = const(0x30)  # CLAIM, CONFIRM_HIT
_STAFF = c.SUPERVISOR | c.INSPECTOR
_BOTH = const(0x10)  # beside the roles: a supervisor asks, an inspector confirms (END_WAIT)

# what is open, what it holds, who ends it (docs/rounds.md, "What is open").
# VOID_HAND and VOID_ROUND of the meter carry out a ruling that was made: nothing holds them.
ROWS = (
    (OPEN_STOP, HOLDS_CARD | HOLDS_END | HOLDS_ROUND | _MONEY | HOLDS_VOID | HOLDS_CLOSE,
     c.INSPECTOR),
    (OPEN_QUESTION, HOLDS_END | HOLDS_ROUND | _MONEY | HOLDS_VOID | HOLDS_CLOSE, c.SUPERVISOR),
    (OPEN_OLD_QUESTION, HOLDS_ROUND, c.SUPERVISOR),
    (OPEN_STEP, HOLDS_ROUND, _STAFF),
    (OPEN_CHECK, HOLDS_PACK, c.TABLE | _STAFF),
    (OPEN_UNREAD, _MONEY, c.TABLE | c.SUPERVISOR),
    (OPEN_UNNAMED, HOLDS_ROUND | _MONEY | HOLDS_CLOSE, c.TABLE | _STAFF),
    (OPEN_WIN, HOLDS_ROUND | HOLDS_CLOSE, c.TABLE),
    (OPEN_MACHINE, HOLDS_ROUND, c.SUPERVISOR),
    (OPEN_METER, HOLDS_END | HOLDS_ROUND | _MONEY | HOLDS_CLOSE, c.TABLE | _BOTH),
    (OPEN_SHOE, _MONEY, c.TABLE | _BOTH),
)  # fmt: skip


def held_by(opened, action):
    """Which of the open matters hold this, as bits; 0: nothing does."""
    found = 0
    if opened & OPEN_ALL:
        for row in ROWS:
            if opened & row[0] and row[1] & action:
                found |= row[0]
    return found


def ended_by(opened):
    """The roles that can end these, as bits of core/rows.py, and 16 for two people."""
    roles = 0
    for row in ROWS:
        if opened & row[0]:
            roles |= row[2]
    return roles


def refusal(opened, action):
    """The detail of an error: what holds this action, and above it who can end that."""
    found = held_by(opened, action)
    return ended_by(found) << 16 | found
