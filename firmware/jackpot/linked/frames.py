"""What linked tables say to each other: layouts, and the tag that both sides can make.

The holder of the pool polls, the others answer; nobody else speaks on that line.
"""

import struct

from firmware.core.compat import const
from firmware.jackpot.rows import LINK_POLL, LINK_REPLY
from firmware.trust.hmac_sha256 import is_equal

POLL = LINK_POLL
POLL_BYTES = struct.calcsize(POLL)
REPLY = LINK_REPLY
REPLY_BYTES = struct.calcsize(REPLY)
RESULT = "<H32sB98s"  # operation, memory of the hit, count of payments, payments
RESULT_BYTES = const(133)
TAG_BYTES = const(16)

IS_JOINED = const(1)  # flags of a poll
HAS_RESULT = const(2)

OP_NONE = const(0)  # what a table wants of the pool
OP_HOLD = const(1)  # it has winners: classes by seat
OP_PAID = const(2)  # they have been paid: what the hit had taken
OP_CANCEL = const(3)  # the claims did not stand

OK = const(0)  # what the holder makes of an answer
STRANGER = const(1)  # another board than the one that joined
TERMS_DIFFER = const(2)
UNREASONABLE = const(3)
LOCKED = const(4)
WAITING = const(5)  # another table's result is still on its way
STAYS_REFUSED = (STRANGER, TERMS_DIFFER, UNREASONABLE)

LABEL = b"faro-tables-1"


def put_tag(key, sender, receiver, buf, at, size):
    """Behind a payload: who says it to whom, under the tables' common key; gives the size of both.

    Polls never end, so nothing is copied here that need not be.
    """
    tag = _tag_of(key, sender, receiver, memoryview(buf)[at : at + size])
    buf[at + size : at + size + TAG_BYTES] = tag
    return size + TAG_BYTES


def is_tagged(key, sender, receiver, data, size):
    """Behind the first `size` bytes lies their tag, and nothing else."""
    return is_equal(_tag_of(key, sender, receiver, data[:size]), data[size:])


def _tag_of(key, sender, receiver, payload):
    return key.tag(LABEL, bytes((sender, receiver)), payload)[:TAG_BYTES]
