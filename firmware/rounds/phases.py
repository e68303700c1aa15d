"""What the table is doing, as far as the shoe can tell: a table of phases and events."""

ST_CLOSED = 0  # no game is open
ST_READY = 1  # no round; wagers may be placed
ST_BURNING = 2  # after a shuffle, before the first round
ST_DEALING = 3  # no more bets
ST_DEALT = 4  # the last card is out, wagers are being settled

PHASE_NAMES = ("closed", "ready", "burning", "dealing", "dealt")

REV_OPEN = 0  # the table software opens a game
REV_CLOSE = 1
REV_SEATS = 2  # it tells which areas have wagers
REV_PACK = 3  # cards that were shuffled are in the shoe
REV_BURN = 4  # a card left that is to be burned
REV_BURN_DONE = 5
REV_CARD = 6  # a card left the shoe
REV_DONE = 7  # and it was the last one of the deal
REV_END = 8  # the round is over
REV_REFILL = 9  # shuffled cards in the middle of a round, where a rule allows it
REV_CORRECT = 10  # somebody told that cards lie elsewhere

ROWS = (
    (ST_CLOSED, REV_OPEN, ST_READY),
    (ST_READY, REV_OPEN, ST_READY),
    (ST_READY, REV_CLOSE, ST_CLOSED),
    (ST_READY, REV_SEATS, ST_READY),
    (ST_READY, REV_PACK, ST_READY),
    (ST_READY, REV_BURN, ST_BURNING),
    (ST_READY, REV_CARD, ST_DEALING),
    (ST_READY, REV_CORRECT, ST_DEALING),
    (ST_BURNING, REV_OPEN, ST_READY),
    (ST_BURNING, REV_CLOSE, ST_CLOSED),
    (ST_BURNING, REV_SEATS, ST_BURNING),
    (ST_BURNING, REV_PACK, ST_READY),
    (ST_BURNING, REV_BURN, ST_BURNING),
    (ST_BURNING, REV_BURN_DONE, ST_READY),
    (ST_BURNING, REV_CORRECT, ST_DEALING),
    (ST_DEALING, REV_CARD, ST_DEALING),
    (ST_DEALING, REV_DONE, ST_DEALT),
    (ST_DEALING, REV_END, ST_READY),
    (ST_DEALING, REV_REFILL, ST_DEALING),
    (ST_DEALING, REV_CORRECT, ST_DEALING),
    (ST_DEALT, REV_CARD, ST_DEALT),
    (ST_DEALT, REV_END, ST_READY),
    (ST_DEALT, REV_CORRECT, ST_DEALING),
)


def row_of(state, event):
    """The row of a pair; None for one that is refused."""
    for row in ROWS:
        if row[0] == state and row[1] == event:
            return row
    return None
