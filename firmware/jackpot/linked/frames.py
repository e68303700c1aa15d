"""What linked tables say to each other: layouts, and the tag that both sides can make.

The holder of the pool polls, the others answer; nobody else speaks on that line.  Each table has a
key of its own, which the holder makes from the key that it alone has: who knows a table's key can
speak for that table and for nobody else.
"""

import struct

from firmware.core.compat import const
from firmware.jackpot.rows import LINK_POLL, LINK_REPLY
from firmware.trust.hmac_sha256 import HmacKey, derive, is_equal

POLL = LINK_POLL
POLL_BYTES = struct.calcsize(POLL)
REPLY = LINK_REPLY
REPLY_BYTES = struct.calcsize(REPLY)
RESULT = "<HBB126s"  # operation, whether the pool restarted, count of payments, payments
RESULT_BYTES = const(130)
ID_BYTES = const(8)
NONCE_BYTES = const(8)
TAG_BYTES = const(16)

IS_JOINED = const(1)  # flags of a poll
HAS_RESULT = const(2)

OP_NONE = const(0)  # what a table wants of the pool
OP_HOLD = const(1)  # it has winners: classes by seat
OP_PAID = const(2)  # they have been paid
OP_CANCEL = const(3)  # the claims did not stand

OK = const(0)  # what the holder makes of an answer
STRANGER = const(1)  # another board than the one that joined
TERMS_DIFFER = const(2)
UNREASONABLE = const(3)  # a fault of that table: it is out until a role lets it in again
LOCKED = const(4)
WAITING = const(5)  # another table's result is still on its way

TO_TABLE = const(1)  # direction: no frame can be sent back as its own answer
TO_HOLDER = const(2)
LABEL = b"faro-tables-2"
KEY_LABEL = b"faro-table-key-1"


def table_key(holder_key, address):
    """The key of one table, made from the holder's."""
    return derive(holder_key, KEY_LABEL, bytes((address,)))


def line_key(key):
    """Ready to make tags; None while no key was set."""
    return HmacKey(key) if any(key) else None


def put_tag(key, way, table, holder_id, buf, at, size):
    """Behind a payload: its tag under the table's key; gives the size of both.

    Polls never end, so nothing is copied here that need not be.
    """
    tag = _tag_of(key, way, table, holder_id, memoryview(buf)[at : at + size])
    buf[at + size : at + size + TAG_BYTES] = tag
    return size + TAG_BYTES


def is_tagged(key, way, table, holder_id, data, size):
    """Behind the first `size` bytes lies their tag, and nothing else."""
    return is_equal(_tag_of(key, way, table, holder_id, data[:size]), data[size:])


def _tag_of(key, way, table, holder_id, payload):
    return key.tag(LABEL, bytes((way, table)), holder_id, payload)[:TAG_BYTES]
