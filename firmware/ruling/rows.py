"""Irregularities, rulings and damaged cards: events (131–149), messages (91–97, 125–126)."""

from firmware.core import rows as c

EV_QUESTION_ASKED = 131
EV_QUESTION_ANSWERED = 132
EV_RULING_MADE = 133
EV_NOTICE_GIVEN = 134
EV_FINDING_WITHDRAWN = 135
EV_DAMAGE_LISTED = 136
EV_CARD_REPLACED = 137
EV_REPLACEMENT_REFUSED = 138
EV_REPLACING = 139
EV_RULING_WITHDRAWN = 140
EV_STEP_DONE = 141

MSG_GET_RULING = 91
MSG_RULING = 92
MSG_ANSWER = 93
MSG_REPORT_FINDING = 94
MSG_MARK_DAMAGED = 95
MSG_GET_DAMAGED = 96
MSG_DAMAGED = 97
MSG_WITHDRAW_RULING = 125
MSG_RULING_DONE = 126

# actions of MARK_DAMAGED
UNMARK = 0
MARK = 1
FEED_BEGIN = 2
FEED_END = 3

# why a ruling is withdrawn
REASON_FACT_WRONG = 1
REASON_HAND_WRONG = 2
REASON_MISREAD = 3
REASON_REVIEW = 4  # a casino supervisor reviewed it (TCP 14.12 and others)
REASON_OTHER = 5
REASON_NAMES = ("", "fact_wrong", "hand_wrong", "misread", "review", "other")

# id, name, struct format, fields with their units
EVENTS = (
    (EV_QUESTION_ASKED, "QUESTION_ASKED", "<HBI", "case_number game fact"),
    (EV_QUESTION_ANSWERED, "QUESTION_ANSWERED", "<HBIBBB",
     "case_number game fact is_so place role"),
    (EV_RULING_MADE, "RULING_MADE", "<HBBBHH",
     "case_number irregularity game ruling rule also_rule"),
    (EV_NOTICE_GIVEN, "NOTICE_GIVEN", "<HBBH", "case_number game notified rule"),
    (EV_FINDING_WITHDRAWN, "FINDING_WITHDRAWN", "<HBB", "case_number irregularity role"),
    (EV_DAMAGE_LISTED, "DAMAGE_LISTED", "<BB", "card count"),
    (EV_CARD_REPLACED, "CARD_REPLACED", "<BB", "card missing"),
    (EV_REPLACEMENT_REFUSED, "REPLACEMENT_REFUSED", "<BB", "card missing"),
    (EV_REPLACING, "REPLACING", "<BB", "is_on missing"),
    (EV_RULING_WITHDRAWN, "RULING_WITHDRAWN", "<HBBB", "case_number ruling reason role"),
    # role 0: what happened at the table did it, nobody had to say so
    (EV_STEP_DONE, "RULING_STEP_DONE", "<HBB", "case_number step role"),
)

# id, name, direction, who may, rule, answer, struct format, fields (* = the bytes that follow)
MESSAGES = (
    # case_number 0: the oldest open one, else the newest; steps_open: a bit for each step that
    # nobody has ticked off; stopped_by: 1 no round, 2 no pack, 4 a shuffle is ordered
    (MSG_GET_RULING, "GET_RULING", c.TO_BOARD, c.ANYONE, c.READ, MSG_RULING, "<H", "case_number"),
    (MSG_RULING, "RULING", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<HIBBBBhIIIBHHBBB",
     "case_number round irregularity game moment place detail known yes fact ruling rule"
     " also_rule steps_open stopped_by open_count"),
    # fact 0 takes the finding back; place: the seat, where the question is whose hand it is
    (MSG_ANSWER, "ANSWER", c.TO_BOARD, c.SUPERVISOR, c.ONCE, MSG_RULING,
     "<HIBB", "case_number fact is_so place"),
    # is_again 1: the same irregularity with its questions once more, as a new case
    (MSG_WITHDRAW_RULING, "WITHDRAW_RULING", c.TO_BOARD, c.SUPERVISOR, c.ONCE, MSG_RULING,
     "<HBB", "case_number reason is_again"),
    (MSG_RULING_DONE, "RULING_DONE", c.TO_BOARD, c.TABLE | c.SUPERVISOR | c.INSPECTOR, c.ONCE,
     MSG_RULING, "<HB", "case_number step"),
    (MSG_REPORT_FINDING, "REPORT_FINDING", c.TO_BOARD, c.TABLE | c.SUPERVISOR | c.INSPECTOR, c.ONCE,
     MSG_RULING, "<BBh", "irregularity place detail"),
    (MSG_MARK_DAMAGED, "MARK_DAMAGED", c.TO_BOARD, c.SUPERVISOR, c.ONCE, c.MSG_OK,
     "<BB", "card action"),
    (MSG_GET_DAMAGED, "GET_DAMAGED", c.TO_BOARD, c.ANYONE, c.READ, MSG_DAMAGED, "<", ""),
    (MSG_DAMAGED, "DAMAGED", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<BB", "count missing *damaged_cards"),
)
