"""States of the store; in all but READY and DEGRADED the board is locked."""

from firmware.core.compat import const

ST_CLOSED = const(0)
ST_READY = const(1)
ST_DEGRADED = const(2)  # one chip out: works on with the other
ST_BLANK = const(3)  # both chips answer and were never in use: format() makes a store
ST_LOST = const(4)  # something is there, but a cell or the whole has no good copy
ST_SPLIT = const(5)  # the chips went on without each other: nobody may guess which is right
ST_DEAD = const(6)  # no chip answers

STATES = (
    (ST_CLOSED, "CLOSED", "memory not read yet"),
    (ST_READY, "READY", "memory good"),
    (ST_DEGRADED, "DEGRADED", "one memory chip is out, the other works on"),
    (ST_BLANK, "BLANK", "new board: memory has never been used"),
    (ST_LOST, "LOST", "memory damaged beyond repair, board locked"),
    (ST_SPLIT, "SPLIT", "the two memory chips contradict each other, board locked"),
    (ST_DEAD, "DEAD", "no memory chip answers, board locked"),
)


def state_name(state):
    """Give a state's name for people."""
    return STATES[state][1]
