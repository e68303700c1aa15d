"""Findings that the tracker can't make: what machines notice, and what people tell.

The same numbers as in rounds/findings.py, which keeps 40 to 79 for this file; the sentences are
in the host's words_ruling.py.
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

FIRST_TOLD = const(40)

# code, name, what the detail is, rows of RULES, rules of the documents
TOLD = (
    (FND_JAM, "JAM", "", "S1 S3 S4 S5 S6", "TCP 13.1, FCP 13.1, CSP 15.1, TCB 13.1, LDB 11.1"),
    (FND_INTERMIXING_STOPPED, "INTERMIXING_STOPPED", "", "S1", "TCP 13.1, FCP 13.1, CSP 15.1"),
    (FND_CYCLE_INCOMPLETE, "CYCLE_INCOMPLETE", "", "S1", "TCP 13.1, FCP 13.1, CSP 15.1"),
    (FND_DEVICE_FAILED, "DEVICE_FAILED", "fault", "S2", "TCP 13.2, FCP 13.2, CSP 15.2, TCB 13.1"),
    (FND_DEALT_WRONG, "DEALT_WRONG", "", "C10", "TCP 12.1, FCP 12.1, CSP 14.1, TCB 12.1, LDB 10.8"),
    (FND_NO_DECISION, "NO_DECISION", "", "J13", "TCP 12.12, FCP 12.13, CSP 14.14, LDB 10.11"),
    (FND_WAGER_SHORT, "WAGER_SHORT", "", "", "TCP 12.10, FCP 12.11"),
    (FND_BET_WRONG, "BET_WRONG", "", "", "CSP 14.11, CSP 14.12"),
    (FND_DEALER_SET_WRONG, "DEALER_SET_WRONG", "", "", "FCP 12.8"),
    (FND_RESULT_WRONG, "RESULT_WRONG", "", "A3", "FCP 12.9, TCB 12.6"),
    (FND_BURNED_IN_ERROR, "BURNED_IN_ERROR", "card", "C10", "LDB 10.3, LDB 10.4, LDB 10.5"),
    (FND_CARD_UNFIT, "CARD_UNFIT", "card", "", "TCP 3.7, FCP 3.7, CSP 3.7, TCB 3.10, LDB 3.8"),
    (FND_SAME_BACKS, "SAME_BACKS", "", "C3", "TCP 3.2.2, FCP 3.2.2, CSP 3.2.2"),
    (FND_SHOE_AT_LOW_LIMIT, "SHOE_AT_LOW_LIMIT", "", "S9", "TCP 6.7.2, FCP 6.6.2"),
    (FND_JACKPOT_FAILED, "JACKPOT_FAILED", "fault", "J12", "CSP 14.15"),
    (FND_NOT_INTERMIXED, "NOT_INTERMIXED", "", "", "TCB 4.1.3, LDB 4.1.4"),
    (FND_FIRST_DISCLOSED, "FIRST_DISCLOSED", "", "C7", "TCB 12.8"),
)


def told_row(code):
    """The row of a finding that machines or people tell; None for another code."""
    index = code - FIRST_TOLD
    return TOLD[index] if 0 <= index < len(TOLD) else None
