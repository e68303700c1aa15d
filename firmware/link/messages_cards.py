"""Messages about census, enrolment and the service file; same rows as in messages."""

from firmware.link.messages import (
    ANYONE,
    EVERY_ROLE,
    OK,
    ONCE,
    PENDING,
    PUSH,
    READ,
    TECHNICIAN,
    TO_BOARD,
    TO_HOST,
)

AUDIT_BEGIN = 54
AUDIT_END = 55
GET_AUDIT = 56
AUDIT = 57
GET_AUDIT_LINES = 58
AUDIT_LINES = 59
FEED_AGAIN = 60
ENROL_BEGIN = 61
ENROL_END = 62
GET_ENROLMENT = 63
ENROLMENT = 64
GET_FRAME = 65
FRAME = 66
GET_FRAME_INFO = 67
ALLOW_ONE_CAMERA = 82

AUDIT_LINE = "<BBBHH"  # in AUDIT_LINES: kind, reading, count, position, other position
AUDIT_LINE_BYTES = 7

MESSAGES = (
    (AUDIT_BEGIN, "AUDIT_BEGIN", TO_BOARD, EVERY_ROLE, ONCE, OK, "<BB", "decks back"),
    (AUDIT_END, "AUDIT_END", TO_BOARD, EVERY_ROLE, ONCE, AUDIT, "<B", "is_whole"),
    (GET_AUDIT, "GET_AUDIT", TO_BOARD, ANYONE, READ, AUDIT, "<", ""),
    (
        AUDIT,
        "AUDIT",
        TO_HOST,
        ANYONE,
        PUSH,
        0,
        "<BBBBHHHHHHH",
        "is_running is_good is_enrolled decks back cards reads unread_cards strange_cards"
        " contradictions lines",
    ),
    (GET_AUDIT_LINES, "GET_AUDIT_LINES", TO_BOARD, ANYONE, READ, AUDIT_LINES, "<H", "first"),
    (AUDIT_LINES, "AUDIT_LINES", TO_HOST, ANYONE, PUSH, 0, "<HB", "first count *records"),
    (FEED_AGAIN, "FEED_AGAIN", TO_BOARD, EVERY_ROLE, ONCE, OK, "<", ""),
    (
        ALLOW_ONE_CAMERA,
        "ALLOW_ONE_CAMERA",
        TO_BOARD,
        TECHNICIAN,
        ONCE,
        PENDING,
        "<",
        "",
    ),
    (ENROL_BEGIN, "ENROL_BEGIN", TO_BOARD, TECHNICIAN, ONCE, OK, "<B", "order"),
    (ENROL_END, "ENROL_END", TO_BOARD, TECHNICIAN, ONCE, ENROLMENT, "<B", "is_kept"),
    (GET_ENROLMENT, "GET_ENROLMENT", TO_BOARD, ANYONE, READ, ENROLMENT, "<", ""),
    (
        ENROLMENT,
        "ENROLMENT",
        TO_HOST,
        ANYONE,
        PUSH,
        0,
        "<BBHHHBBBI",
        "state order cards refused_cards version why card reason crc *close_pairs",
    ),
    (GET_FRAME_INFO, "GET_FRAME_INFO", TO_BOARD, TECHNICIAN, READ, FRAME, "<B", "frame"),
    (GET_FRAME, "GET_FRAME", TO_BOARD, TECHNICIAN, READ, FRAME, "<BH", "frame offset"),
    (FRAME, "FRAME", TO_HOST, ANYONE, PUSH, 0, "<BH", "frame offset *data"),
)
