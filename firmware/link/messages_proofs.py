"""Messages of the provable shuffle: same columns as messages.MESSAGES."""

from firmware.link.messages import ANYONE, PUSH, READ, TO_BOARD, TO_HOST

GET_COMMITMENT = 78
COMMITMENT = 79
GET_PROOF = 80
PROOF = 81

HASHES_PER_FRAME = 5  # a path of nine does not fit into one frame

MESSAGES = (
    (GET_COMMITMENT, "GET_COMMITMENT", TO_BOARD, ANYONE, READ, COMMITMENT, "<B", "age"),
    (
        COMMITMENT,
        "COMMITMENT",
        TO_HOST,
        ANYONE,
        PUSH,
        0,
        "<BIHHB32s",
        "age shuffle cards dealt depth root",
    ),
    (
        GET_PROOF,
        "GET_PROOF",
        TO_BOARD,
        ANYONE,
        READ,
        PROOF,
        "<IHB",
        "shuffle position height",
    ),
    (
        PROOF,
        "PROOF",
        TO_HOST,
        ANYONE,
        PUSH,
        0,
        "<IHBBB16s",
        "shuffle position height depth card nonce *path",
    ),
)
