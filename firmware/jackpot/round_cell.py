"""Where things lie in the cells ROUND, ROUND_MORE and EVIDENCE, and how numbers get in and out."""

import struct

from firmware.core.compat import const

# ROUND
STATE = const(0)
ACCEPTED = const(1)  # seats, a bit each
VOIDED = const(2)
CLAIMED = const(3)
HAS_HANDS = const(4)
HAS_RESET = const(5)  # the pool restarted in this round: deferred settings come into force
ASKED_BY = const(6)
CONFIRMED_BY = const(7)
NUMBER = const(8)
FIRST_EVENT = const(12)
PARTS = const(16)  # what each seat's wager put into the pool, 7 x i64
CLASSES = const(72)
PAID_COUNT = const(79)
MEMORY = const(80)  # of a pending hit, 4 x i64
ROW_COUNT = const(112)
PAYMENTS = const(113)  # 7 x seat, class, pool, bonus and house cents
PAYMENT = "<BBqII"  # only a pool can be more than 32 bits: the others are within the terms
PAYMENT_BYTES = const(18)
PAYMENTS_BYTES = const(126)
ROUND_BYTES = const(239)

# ROUND_MORE
HANDS = "<35sBII16s"  # 7 x 5 cards, nothing, first and last event of the shoe, its digest
SHOE_FIRST = const(36)
SHOE_LAST = const(40)
SHOE_DIGEST = const(44)
HANDS_BYTES = const(60)
NO_CARD = const(0xFF)

# EVIDENCE: hit, round, events, time, seats, pool and reserve before and after, hands, rows
EVIDENCE_HEAD = "<IIIIIBBqqqq"
EVIDENCE_LAST_AT = const(12)  # event of the hit
EVIDENCE_HANDS_AT = const(54)
EVIDENCE_ROWS_AT = const(114)
EVIDENCE_BYTES = const(242)

SEATS = const(7)


def get_i64(cell, at):
    return struct.unpack_from("<q", cell, at)[0]


def put_i64(cell, at, value):
    struct.pack_into("<q", cell, at, value)


def rows_of(cell):
    """The payments of the round as a list of tuples."""
    return [
        struct.unpack_from(PAYMENT, cell, PAYMENTS + i * PAYMENT_BYTES)
        for i in range(cell[ROW_COUNT])
    ]
