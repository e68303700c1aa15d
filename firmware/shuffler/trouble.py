"""What can go wrong in the machine, what is tried and how often before a person is called.

REMEDIES is the whole policy: for each trouble the remedies in order; when they are used up, or at
once where there are none, the cycle calls.  FAULT_OF names the fault of such a call.
"""

from firmware.cards.rows import FAULT_ENCODER
from firmware.shuffler import rows

TR_NONE = 0
TR_STALL = 1  # roller driven, current high, encoder stands
TR_OVERDUE = 2  # roller turns, the card's edge does not come
TR_DEAD_MOTOR = 3
TR_DEAD_ENCODER = 4
TR_MISFEED = 5  # cards in the tray, none comes
TR_PUSH = 6  # ejector pushed, no card came
TR_DRUM = 7  # home flag not where the steps say
TR_HOME = 8  # no home flag in a whole turn
TR_DOUBLE = 9  # longer than one card
TR_SHORT = 10  # shorter than a card: folded, or no card at all
TR_DIFFERS = 11  # what came out is not what went in there
TR_UNREAD = 12  # too many cards not read
TR_STOPPED = 13  # fault, lid or abort from outside
TR_POWER = 14  # power failed in the middle
TR_STEP_OVERDUE = 15  # a step takes longer than it ever may
TR_NOT_MIXED = 16  # order statistics: this is no shuffle
TR_GENERATOR = 17  # no random numbers
TR_GATE = 18  # a gate that says the impossible

RM_BACK = 1  # the other way for a moment, then again
RM_RETURN = 2  # what is in the way goes back to the feed tray, then again
RM_HOME = 3  # find compartment 0 anew, then again
RM_AGAIN = 4

REMEDIES = (
    (TR_STALL, (RM_BACK, RM_BACK, RM_RETURN)),
    (TR_OVERDUE, (RM_BACK, RM_BACK, RM_RETURN)),
    (TR_DEAD_MOTOR, (RM_AGAIN,)),
    (TR_MISFEED, (RM_BACK, RM_AGAIN, RM_AGAIN)),
    (TR_PUSH, (RM_AGAIN, RM_HOME)),
    (TR_HOME, (RM_HOME,)),
    (TR_DOUBLE, (RM_RETURN, RM_RETURN)),
    (TR_SHORT, (RM_RETURN,)),
    (TR_UNREAD, (RM_RETURN, RM_RETURN, RM_RETURN)),
)

MOST_TRIES_CARD = 6
MOST_TRIES_STEP = 16
MOST_TRIES_PACKET = 3  # cards for a game are not pushed to and fro

FAULT_OF = (
    (TR_STALL, rows.FAULT_JAM),
    (TR_OVERDUE, rows.FAULT_JAM),
    (TR_DEAD_MOTOR, rows.FAULT_FEED_MOTOR),
    (TR_DEAD_ENCODER, FAULT_ENCODER),
    (TR_MISFEED, rows.FAULT_FEED_FAILED),
    (TR_PUSH, rows.FAULT_EJECT_FAILED),
    (TR_DRUM, rows.FAULT_CAROUSEL_LOST),
    (TR_HOME, rows.FAULT_CAROUSEL_LOST),
    (TR_DOUBLE, rows.FAULT_DOUBLE_FEED),
    (TR_SHORT, rows.FAULT_JAM),
    (TR_DIFFERS, rows.FAULT_OUTPUT_DIFFERS),
    (TR_UNREAD, rows.FAULT_UNREAD),
    (TR_POWER, rows.FAULT_CYCLE_INTERRUPTED),
    (TR_STEP_OVERDUE, rows.FAULT_CYCLE_INCOMPLETE),
    (TR_NOT_MIXED, rows.FAULT_NOT_MIXING),
    (TR_GATE, rows.FAULT_GATE_DOUBT),
)


def remedy(trouble, attempt):
    """What to try at this attempt (from 0), or 0: call."""
    for row in REMEDIES:
        if row[0] == trouble:
            return row[1][attempt] if attempt < len(row[1]) else 0
    return 0


def fault_of(trouble):
    """The fault that the call raises; 0 where another fault told of it already."""
    for row in FAULT_OF:
        if row[0] == trouble:
            return row[1]
    return 0
