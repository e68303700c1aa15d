"""Messages of findings, rulings and damaged cards (91 to 97)."""

from firmware.link.messages import (
    ANYONE,
    INSPECTOR,
    OK,
    ONCE,
    PUSH,
    READ,
    SUPERVISOR,
    TABLE,
    TO_BOARD,
    TO_HOST,
)

GET_RULING = 91
RULING = 92
ANSWER = 93
REPORT_FINDING = 94
MARK_DAMAGED = 95
GET_DAMAGED = 96
DAMAGED = 97

# actions of MARK_DAMAGED
UNMARK = 0
MARK = 1
FEED_BEGIN = 2
FEED_END = 3

MESSAGES = (
    # case_number 0: the oldest open one, else the newest
    (GET_RULING, "GET_RULING", TO_BOARD, ANYONE, READ, RULING, "<H", "case_number"),
    (
        RULING,
        "RULING",
        TO_HOST,
        ANYONE,
        PUSH,
        0,
        "<HIBBBBhHHHBHHB",
        "case_number round irregularity game moment place detail known yes fact ruling rule"
        " also_rule open_count",
    ),
    # fact 0 takes the finding back
    (ANSWER, "ANSWER", TO_BOARD, SUPERVISOR, ONCE, RULING, "<HHB", "case_number fact is_so"),
    (
        REPORT_FINDING,
        "REPORT_FINDING",
        TO_BOARD,
        TABLE | SUPERVISOR | INSPECTOR,
        ONCE,
        RULING,
        "<BBh",
        "irregularity place detail",
    ),
    (MARK_DAMAGED, "MARK_DAMAGED", TO_BOARD, SUPERVISOR, ONCE, OK, "<BB", "card action"),
    (GET_DAMAGED, "GET_DAMAGED", TO_BOARD, ANYONE, READ, DAMAGED, "<", ""),
    (DAMAGED, "DAMAGED", TO_HOST, ANYONE, PUSH, 0, "<BB", "count missing *damaged_cards"),
)
