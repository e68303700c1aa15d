"""Irregularities, rulings and damaged cards: events (130–149), messages (91–97)."""

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

MSG_GET_RULING = 91
MSG_RULING = 92
MSG_ANSWER = 93
MSG_REPORT_FINDING = 94
MSG_MARK_DAMAGED = 95
MSG_GET_DAMAGED = 96
MSG_DAMAGED = 97

# actions of MARK_DAMAGED
UNMARK = 0
MARK = 1
FEED_BEGIN = 2
FEED_END = 3

# id, name, struct format, fields with their units
EVENTS = (
    (EV_QUESTION_ASKED, "QUESTION_ASKED", "<HBH", "case_number game fact"),
    (EV_QUESTION_ANSWERED, "QUESTION_ANSWERED", "<HBHBB", "case_number game fact is_so role"),
    (EV_RULING_MADE, "RULING_MADE", "<HBBBHH",
     "case_number irregularity game ruling rule also_rule"),
    (EV_NOTICE_GIVEN, "NOTICE_GIVEN", "<HBBH", "case_number game notified rule"),
    (EV_FINDING_WITHDRAWN, "FINDING_WITHDRAWN", "<HBB", "case_number irregularity role"),
    (EV_DAMAGE_LISTED, "DAMAGE_LISTED", "<BB", "card count"),
    (EV_CARD_REPLACED, "CARD_REPLACED", "<BB", "card missing"),
    (EV_REPLACEMENT_REFUSED, "REPLACEMENT_REFUSED", "<BB", "card missing"),
    (EV_REPLACING, "REPLACING", "<BB", "is_on missing"),
)

# id, name, direction, who may, rule, answer, struct format, fields (* = the bytes that follow)
MESSAGES = (
    # case_number 0: the oldest open one, else the newest
    (MSG_GET_RULING, "GET_RULING", c.TO_BOARD, c.ANYONE, c.READ, MSG_RULING, "<H", "case_number"),
    (MSG_RULING, "RULING", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<HIBBBBhHHHBHHB",
     "case_number round irregularity game moment place detail known yes fact ruling rule"
     " also_rule open_count"),
    # fact 0 takes the finding back
    (MSG_ANSWER, "ANSWER", c.TO_BOARD, c.SUPERVISOR, c.ONCE, MSG_RULING,
     "<HHB", "case_number fact is_so"),
    (MSG_REPORT_FINDING, "REPORT_FINDING", c.TO_BOARD, c.TABLE | c.SUPERVISOR | c.INSPECTOR, c.ONCE,
     MSG_RULING, "<BBh", "irregularity place detail"),
    (MSG_MARK_DAMAGED, "MARK_DAMAGED", c.TO_BOARD, c.SUPERVISOR, c.ONCE, c.MSG_OK,
     "<BB", "card action"),
    (MSG_GET_DAMAGED, "GET_DAMAGED", c.TO_BOARD, c.ANYONE, c.READ, MSG_DAMAGED, "<", ""),
    (MSG_DAMAGED, "DAMAGED", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<BB", "count missing *damaged_cards"),
)
