"""The jackpot's side of a round of play, as a table of states and events."""

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
    (ST_OPEN, REV_VOID_HAND, ST_OPEN),  # of the last round, by a ruling that came after it
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


def next_state(state, event):
    """The state that follows, or -1 for a pair that is refused."""
    for row in ROWS:
        if row[0] == state and row[1] == event:
            return row[2]
    return -1
