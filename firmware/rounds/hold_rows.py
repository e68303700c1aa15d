"""Both boards' rows about each other: events 142 and 143, messages 140 and 141."""

from firmware.core import rows as c

EV_OPEN_TOLD = 142
EV_WAIT_ENDED = 143
MSG_TELL_OPEN = 140
MSG_END_WAIT = 141

# id, name, struct format, fields with their units
EVENTS = (
    # what is open at the other board, whenever that changes
    (EV_OPEN_TOLD, "OPEN_TOLD", "<H", "open_matters"),
    # this board goes on without the other one
    (EV_WAIT_ENDED, "WAIT_ENDED", "<HBB", "open_matters asked_by confirmed_by"),
)

# id, name, direction, who may, rule, answer, struct format, fields
MESSAGES = (
    # to the shoe 512 or 0: the meter's state is not known, or is; to the meter what TABLE_STATE
    # lists, or 1024. Every few seconds: after 10 s of silence the other's state is not known
    (MSG_TELL_OPEN, "TELL_OPEN", c.TO_BOARD, c.TABLE, c.ONCE, c.MSG_OK, "<H", "open_matters"),
    # the other board is dead for good: this one no longer waits for it
    (MSG_END_WAIT, "END_WAIT", c.TO_BOARD, c.SUPERVISOR, c.ONCE, c.MSG_PENDING, "<", ""),
)

