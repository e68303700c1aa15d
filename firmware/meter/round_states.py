"""The jackpot's side of a round of play, as a table of states and events."""

import sys

ST_OPEN = 0  # wagers may be placed (CSP 5.2)
ST_FROZEN = 1  # the first card is out: nothing may be placed or taken (5.6)
ST_ASKING = 2  # the holder of the pool has been asked for the amounts
ST_PENDING = 3  # won, and being verified by two roles
ST_PAYING = 4  # confirmed: payments go into the journal one by one
ST_DONE = 5  # paid: the cards may be collected (9.5)

REV_FREEZE = 0
REV_HANDS = 1
REV_CLAIM = 2
REV_ASK = 3
REV_HOLD = 4
REV_CONFIRM = 5
REV_CANCEL = 6
REV_PAID = 7
REV_VOID_HAND = 8
REV_VOID_ROUND = 9
REV_END = 10

ROWS = (
    (ST_OPEN, REV_FREEZE, ST_FROZEN),
    (ST_FROZEN, REV_HANDS, ST_FROZEN),
    (ST_FROZEN, REV_CLAIM, ST_FROZEN),
    (ST_FROZEN, REV_ASK, ST_ASKING),
    (ST_FROZEN, REV_HOLD, ST_PENDING),
    (ST_FROZEN, REV_VOID_HAND, ST_FROZEN),
    (ST_FROZEN, REV_VOID_ROUND, ST_OPEN),
    (ST_FROZEN, REV_END, ST_OPEN),
    (ST_ASKING, REV_HOLD, ST_PENDING),
    (ST_PENDING, REV_CONFIRM, ST_PAYING),
    (ST_PENDING, REV_CANCEL, ST_FROZEN),
    (ST_PAYING, REV_PAID, ST_DONE),
    (ST_DONE, REV_VOID_HAND, ST_DONE),
    (ST_DONE, REV_END, ST_OPEN),
)

# refused with an error to whoever asked: none of these is a fault of the board
ILLEGAL = (
    (ST_OPEN, REV_HANDS),
    (ST_OPEN, REV_CLAIM),
    (ST_OPEN, REV_ASK),
    (ST_OPEN, REV_HOLD),
    (ST_OPEN, REV_CONFIRM),
    (ST_OPEN, REV_CANCEL),
    (ST_OPEN, REV_PAID),
    (ST_OPEN, REV_VOID_HAND),
    (ST_OPEN, REV_VOID_ROUND),
    (ST_OPEN, REV_END),
    (ST_FROZEN, REV_FREEZE),
    (ST_FROZEN, REV_CONFIRM),
    (ST_FROZEN, REV_CANCEL),
    (ST_FROZEN, REV_PAID),
    (ST_ASKING, REV_FREEZE),
    (ST_ASKING, REV_HANDS),
    (ST_ASKING, REV_CLAIM),
    (ST_ASKING, REV_ASK),
    (ST_ASKING, REV_CONFIRM),
    (ST_ASKING, REV_CANCEL),
    (ST_ASKING, REV_PAID),
    (ST_ASKING, REV_VOID_HAND),
    (ST_ASKING, REV_VOID_ROUND),
    (ST_ASKING, REV_END),
    (ST_PENDING, REV_FREEZE),
    (ST_PENDING, REV_HANDS),
    (ST_PENDING, REV_CLAIM),
    (ST_PENDING, REV_ASK),
    (ST_PENDING, REV_HOLD),
    (ST_PENDING, REV_PAID),
    (ST_PENDING, REV_VOID_HAND),
    (ST_PENDING, REV_VOID_ROUND),
    (ST_PENDING, REV_END),
    (ST_PAYING, REV_FREEZE),
    (ST_PAYING, REV_HANDS),
    (ST_PAYING, REV_CLAIM),
    (ST_PAYING, REV_ASK),
    (ST_PAYING, REV_HOLD),
    (ST_PAYING, REV_CONFIRM),
    (ST_PAYING, REV_CANCEL),
    (ST_PAYING, REV_VOID_HAND),
    (ST_PAYING, REV_VOID_ROUND),
    (ST_PAYING, REV_END),
    (ST_DONE, REV_FREEZE),
    (ST_DONE, REV_HANDS),
    (ST_DONE, REV_CLAIM),
    (ST_DONE, REV_ASK),
    (ST_DONE, REV_HOLD),
    (ST_DONE, REV_CONFIRM),
    (ST_DONE, REV_CANCEL),
    (ST_DONE, REV_PAID),
    (ST_DONE, REV_VOID_ROUND),
)

if sys.implementation.name == "micropython":
    del ILLEGAL  # for the tests, which see that nothing is left out


def next_state(state, event):
    """The state that follows, or -1 for a pair that is refused."""
    for row in ROWS:
        if row[0] == state and row[1] == event:
            return row[2]
    return -1
