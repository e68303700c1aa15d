"""Messages of the jackpot; see link/message_rows for the columns."""

from firmware.link.messages import (
    ANYONE,
    OK,
    ONCE,
    PENDING,
    PUSH,
    READ,
    SILENT,
    SUPERVISOR,
    TABLE,
    TECHNICIAN,
    TO_BOARD,
    TO_HOST,
)

TELL_ANTES = 98
FREEZE = 99
TELL_HANDS = 100
CLAIM = 101
CONFIRM_HIT = 102
CANCEL_HIT = 103
VOID_HAND = 104
VOID_ROUND = 105
REOPEN_WAGERS = 106
GET_JACKPOT = 107
JACKPOT = 108
GET_METERS = 109
METERS = 110
GET_HIT = 111
HIT = 112
GET_EVIDENCE = 113
EVIDENCE = 114
SEAL_EVIDENCE = 115
EVIDENCE_SEAL = 116
ADJUST_POOL = 117
GET_DEFERRED = 118
DEFERRED = 119
LINK_POLL = 120
LINK_REPLY = 121
SET_LINK_KEY = 122
LOAD_TABLES = 123
LOAD_BOOK = 124

_ROUND = TABLE | SUPERVISOR

MESSAGES = (
    (TELL_ANTES, "TELL_ANTES", TO_BOARD, TABLE, ONCE, OK, "<BB", "antes wagers"),
    (FREEZE, "FREEZE", TO_BOARD, TABLE, ONCE, OK, "<", ""),
    (
        TELL_HANDS,
        "TELL_HANDS",
        TO_BOARD,
        TABLE,
        ONCE,
        OK,
        "<IB35sII16s",
        "round seats cards shoe_first shoe_last digest",
    ),
    (CLAIM, "CLAIM", TO_BOARD, _ROUND, ONCE, OK, "<IBB", "round seat hand_class"),
    (CONFIRM_HIT, "CONFIRM_HIT", TO_BOARD, SUPERVISOR, ONCE, PENDING, "<I", "round"),
    (CANCEL_HIT, "CANCEL_HIT", TO_BOARD, SUPERVISOR, ONCE, PENDING, "<I", "round"),
    (VOID_HAND, "VOID_HAND", TO_BOARD, _ROUND, ONCE, OK, "<IB", "round seat"),
    (VOID_ROUND, "VOID_ROUND", TO_BOARD, _ROUND, ONCE, OK, "<I", "round"),
    (REOPEN_WAGERS, "REOPEN_WAGERS", TO_BOARD, _ROUND, ONCE, OK, "<I", "round"),
    (GET_JACKPOT, "GET_JACKPOT", TO_BOARD, ANYONE, READ, JACKPOT, "<", ""),
    (
        JACKPOT,
        "JACKPOT",
        TO_HOST,
        ANYONE,
        PUSH,
        0,
        "<BIBBBBBBqqqq",
        "state round accepted voided claimed winners offered antes"
        " pool_uc pending_uc shown_uc win_uc",
    ),
    (GET_METERS, "GET_METERS", TO_BOARD, ANYONE, READ, METERS, "<B", "first"),
    (METERS, "METERS", TO_HOST, ANYONE, PUSH, 0, "<BB", "first count *values"),
    (GET_HIT, "GET_HIT", TO_BOARD, ANYONE, READ, HIT, "<I", "number"),
    (
        HIT,
        "HIT",
        TO_HOST,
        ANYONE,
        PUSH,
        0,
        "<IIIBBIII",
        "number utc_s round seat hand_class pool_cents bonus_cents house_cents",
    ),
    (GET_EVIDENCE, "GET_EVIDENCE", TO_BOARD, ANYONE, READ, EVIDENCE, "<B", "part"),
    (EVIDENCE, "EVIDENCE", TO_HOST, ANYONE, PUSH, 0, "<BB", "part parts *data"),
    (SEAL_EVIDENCE, "SEAL_EVIDENCE", TO_BOARD, ANYONE, READ, EVIDENCE_SEAL, "<16s", "nonce"),
    (EVIDENCE_SEAL, "EVIDENCE_SEAL", TO_HOST, ANYONE, PUSH, 0, "<32s", "mac"),
    (ADJUST_POOL, "ADJUST_POOL", TO_BOARD, SUPERVISOR, ONCE, PENDING, "<q", "amount_uc"),
    (GET_DEFERRED, "GET_DEFERRED", TO_BOARD, ANYONE, READ, DEFERRED, "<", ""),
    (DEFERRED, "DEFERRED", TO_HOST, ANYONE, PUSH, 0, "<B", "count *records"),
    (
        LINK_POLL,
        "LINK_POLL",
        TO_BOARD,
        ANYONE,  # its own tag says that it comes from the holder
        SILENT,  # its answer is a message of its own
        0,
        "<IIB8sIIHq",
        "boot cycle flags terms accepted voided operation pool_uc *rest",
    ),
    (
        LINK_REPLY,
        "LINK_REPLY",
        TO_BOARD,
        ANYONE,
        SILENT,
        0,
        "<II8s8sIIHB32s",
        "boot cycle unique_id terms accepted voided operation kind data *tag",
    ),
    (SET_LINK_KEY, "SET_LINK_KEY", TO_BOARD, TECHNICIAN, ONCE, OK, "<32s", "key"),
    (LOAD_TABLES, "LOAD_TABLES", TO_BOARD, SUPERVISOR, ONCE, OK, "<B", "count *tables"),
    (
        LOAD_BOOK,
        "LOAD_BOOK",
        TO_BOARD,
        SUPERVISOR,
        ONCE,
        PENDING,
        "<B32s",
        "address purses",
    ),
)
