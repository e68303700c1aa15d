"""Names and rules of the findings that machines make and people tell; for paper and documents."""

from firmware.ruling import findings_told as t

# code, name, what the detail is, rows of RULES, rules of the documents
TOLD = (
    (t.FND_JAM, "JAM", "", "S1 S3 S4 S5 S6", "TCP 13.1, FCP 13.1, CSP 15.1, TCB 13.1, LDB 11.1"),
    (t.FND_INTERMIXING_STOPPED, "INTERMIXING_STOPPED", "", "S1", "TCP 13.1, FCP 13.1, CSP 15.1"),
    (t.FND_CYCLE_INCOMPLETE, "CYCLE_INCOMPLETE", "", "S1", "TCP 13.1, FCP 13.1, CSP 15.1"),
    (t.FND_DEVICE_FAILED, "DEVICE_FAILED", "fault", "S2", "TCP 13.2, FCP 13.2, CSP 15.2, TCB 13.1"),
    (t.FND_DEALT_WRONG, "DEALT_WRONG", "", "C10",
     "TCP 12.1, FCP 12.1, CSP 14.1, TCB 12.1, LDB 10.8"),
    (t.FND_NO_DECISION, "NO_DECISION", "", "J13", "TCP 12.12, FCP 12.13, CSP 14.14, LDB 10.11"),
    (t.FND_WAGER_SHORT, "WAGER_SHORT", "", "", "TCP 12.10, FCP 12.11"),
    (t.FND_BET_WRONG, "BET_WRONG", "", "", "CSP 14.11, CSP 14.12"),
    (t.FND_DEALER_SET_WRONG, "DEALER_SET_WRONG", "", "", "FCP 12.8"),
    (t.FND_RESULT_WRONG, "RESULT_WRONG", "", "A3", "FCP 12.9, TCB 12.6"),
    (t.FND_BURNED_IN_ERROR, "BURNED_IN_ERROR", "card", "C10", "LDB 10.3, LDB 10.4, LDB 10.5"),
    (t.FND_CARD_UNFIT, "CARD_UNFIT", "card", "", "TCP 3.7, FCP 3.7, CSP 3.7, TCB 3.10, LDB 3.8"),
    (t.FND_SAME_BACKS, "SAME_BACKS", "", "C3", "TCP 3.2.2, FCP 3.2.2, CSP 3.2.2"),
    (t.FND_SHOE_AT_LOW_LIMIT, "SHOE_AT_LOW_LIMIT", "", "S9", "TCP 6.7.2, FCP 6.6.2"),
    (t.FND_JACKPOT_FAILED, "JACKPOT_FAILED", "fault", "J12", "CSP 14.15"),
    (t.FND_NOT_INTERMIXED, "NOT_INTERMIXED", "", "", "TCB 4.1.3, LDB 4.1.4"),
    (t.FND_FIRST_DISCLOSED, "FIRST_DISCLOSED", "", "C7", "TCB 12.8"),
    (t.FND_VACANT, "VACANT", "", "I13", "TCP 4.1.3, FCP 4.1.3, CSP 4.1.3"),
    (t.FND_COLLUSION, "COLLUSION", "measure, 1 to 3", "I11", "TCP 12.11, FCP 12.12, CSP 14.13"),
    (t.FND_OUTCOME_INVALID, "OUTCOME_INVALID", "", "I12",
     "TCP 14.4, FCP 14.4, CSP 16.4, TCB 14.4, LDB 12.4"),
)
