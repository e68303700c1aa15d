"""Messages of the shuffling device (68–82); rows as in messages.py."""

from firmware.link.messages import (
    ANYONE,
    EVERY_ROLE,
    INSPECTOR,
    OK,
    ONCE,
    PENDING,
    PUSH,
    READ,
    SUPERVISOR,
    TABLE,
    TECHNICIAN,
    TO_BOARD,
    TO_HOST,
)

SHUFFLE = 68
DELIVER = 69
ABORT_CYCLE = 70
COUNT_CARDS = 71
WAY_CLEARED = 72
OPEN_GATE = 73
GET_CYCLE = 74
CYCLE = 75
GET_TRENDS = 76
TRENDS = 77

MESSAGES = (
    (SHUFFLE, "SHUFFLE", TO_BOARD, TABLE | SUPERVISOR, ONCE, OK, "<BB", "mode decks"),
    (DELIVER, "DELIVER", TO_BOARD, TABLE | SUPERVISOR, ONCE, OK, "<H", "cards"),
    (ABORT_CYCLE, "ABORT_CYCLE", TO_BOARD, EVERY_ROLE, ONCE, OK, "<", ""),
    # TCP/FCP/CSP 3.8, LDB 3.9: on a supervisor's or an inspector's order
    (COUNT_CARDS, "COUNT_CARDS", TO_BOARD, SUPERVISOR | INSPECTOR, ONCE, OK, "<", ""),
    (
        WAY_CLEARED,
        "WAY_CLEARED",
        TO_BOARD,
        SUPERVISOR | INSPECTOR | TECHNICIAN,
        ONCE,
        OK,
        "<",
        "",
    ),
    # the supervisor asks, the inspector confirms (STANDARDS 8)
    (OPEN_GATE, "OPEN_GATE", TO_BOARD, SUPERVISOR, ONCE, PENDING, "<", ""),
    (GET_CYCLE, "GET_CYCLE", TO_BOARD, ANYONE, READ, CYCLE, "<", ""),
    (
        CYCLE,
        "CYCLE",
        TO_HOST,
        ANYONE,
        PUSH,
        0,
        "<BBBBBHHHHBBIBBB",
        "state mode decks trouble is_dealable cards_expected cards_read cards_inside"
        " cards_dealt gates is_gate_open cycle has_feed has_output back *inside",
    ),
    (GET_TRENDS, "GET_TRENDS", TO_BOARD, ANYONE, READ, TRENDS, "<", ""),
    (
        TRENDS,
        "TRENDS",
        TO_HOST,
        ANYONE,
        PUSH,
        0,
        "<IIHHHHI",
        "cards_fed retries feed_time_us_per_mm roller_um_per_mm current_ma retries_ppm"
        " forecast_cards",
    ),
)
