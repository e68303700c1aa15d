"""Findings that the tracker can't make: what machines notice, and what people tell.

The same numbers as in rounds/findings.py, which keeps 40 to 79 for this file; names and rules are
in told_table.py, which a board does not load, the sentences in the host's ruling/texts.py.
"""

from firmware.core.compat import const

FND_JAM = const(40)
FND_INTERMIXING_STOPPED = const(41)
FND_CYCLE_INCOMPLETE = const(42)
FND_DEVICE_FAILED = const(43)  # no longer capable of what it is for, and knows it itself
FND_DEALT_WRONG = const(44)
FND_NO_DECISION = const(45)
FND_WAGER_SHORT = const(46)
FND_BET_WRONG = const(47)
FND_DEALER_SET_WRONG = const(48)
FND_RESULT_WRONG = const(49)
FND_BURNED_IN_ERROR = const(50)
FND_CARD_UNFIT = const(51)
FND_SAME_BACKS = const(52)
FND_SHOE_AT_LOW_LIMIT = const(53)
FND_JACKPOT_FAILED = const(54)
FND_NOT_INTERMIXED = const(55)
FND_FIRST_DISCLOSED = const(56)
FND_VACANT = const(57)  # nobody has played for a while (TCP, FCP, CSP 4.1.3)
FND_COLLUSION = const(58)
FND_OUTCOME_INVALID = const(59)

FIRST_TOLD = const(40)
LAST_TOLD = const(59)
# a casino supervisor's to say (TCP 12.11, 14.4 and others)
SUPERVISORS = (FND_COLLUSION, FND_OUTCOME_INVALID)


def is_told(code):
    """A finding of this file."""
    return FIRST_TOLD <= code <= LAST_TOLD
