"""Messages of tables and rounds (83 to 90); the same rows as in messages.py."""

from firmware.link.messages import (
    ANYONE,
    EVERY_ROLE,
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

OPEN_TABLE = 83
SET_AREAS = 84
PACK_LOADED = 85
DECIDE = 86
END_ROUND = 87
TELL_ROUND = 88
GET_TABLE = 89
TABLE_STATE = 90

NO_HAND = 0xFF  # in GET_TABLE: no hand is wanted
MAY_SEE_HANDS = EVERY_ROLE  # a hand that lies face down is for those who have a session
MAY_VOID = SUPERVISOR | INSPECTOR

MESSAGES = (
    # game 0 closes the table; decks 0: the fewest of the game
    (
        OPEN_TABLE,
        "OPEN_TABLE",
        TO_BOARD,
        TABLE | SUPERVISOR,
        ONCE,
        OK,
        "<BBBB",
        "game equipment decks areas",
    ),
    (SET_AREAS, "SET_AREAS", TO_BOARD, TABLE | SUPERVISOR, ONCE, OK, "<B", "areas"),
    (PACK_LOADED, "PACK_LOADED", TO_BOARD, TABLE | SUPERVISOR, ONCE, OK, "<", ""),
    (DECIDE, "DECIDE", TO_BOARD, TABLE, ONCE, OK, "<BB", "seat decision"),
    # is_void 1: a casino supervisor authorises it (FCP 12.9, TCB 12.6, LDB 10.8)
    (
        END_ROUND,
        "END_ROUND",
        TO_BOARD,
        TABLE | SUPERVISOR | INSPECTOR,
        ONCE,
        OK,
        "<B",
        "is_void",
    ),
    (
        TELL_ROUND,
        "TELL_ROUND",
        TO_BOARD,
        TABLE | SUPERVISOR,
        ONCE,
        OK,
        "<BBBB",
        "told place card_number value",
    ),
    (GET_TABLE, "GET_TABLE", TO_BOARD, ANYONE, READ, TABLE_STATE, "<B", "place"),
    (
        TABLE_STATE,
        "TABLE_STATE",
        TO_HOST,
        ANYONE,
        PUSH,
        0,
        "<BBBBBIBBHBBB",
        "phase game equipment decks areas round cards closed_as cards_out awaited_seat"
        " next_place table_flags *hand",
    ),
)
