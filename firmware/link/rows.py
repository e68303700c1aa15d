"""The wire's own words: version, addresses, sections, records; its events, settings, messages.

A frame's kind byte is the message id; its top bit says that a tag follows the payload.  Ids are
never used again; 10 stays free, because a line feed there would look like a text line.
"""

from firmware.core import rows as c

EV_LINK_UP = 6
EV_LINK_DOWN = 7

CFG_ADDRESS = 1
CFG_LINK_DOWN_MS = 2

MSG_HELLO = 1
MSG_HELLO_REPLY = 2
MSG_DESCRIBE = 3
MSG_DESCRIBE_REPLY = 4
MSG_POLL = 7
MSG_EVENTS = 8
MSG_ACK = 9
MSG_OPEN_SESSION = 24
MSG_SESSION_OPENED = 25
MSG_CLOSE_SESSION = 26

PROTOCOL_VERSION = 2
# how long a host waits for an answer before it sends the request again; on RS-485 an answer and a
# repeated request destroy each other.  What acts is recorded first: a ruling with its cells takes
# 230 ms, a card's look before it 380 at most, an erase 45 (400 at worst, W25Q16JV)
READ_ANSWER_MS = 250
ONCE_ANSWER_MS = 1_000
ADDRESS_HOST = 0x80  # addresses have the top bit, so that no frame looks like text
ADDRESS_BROADCAST = 0xFF
# in EVENTS, each with its payload behind it: format, fields
EVENT_RECORD = ("<BBIIIB", "type payload_bytes boot_count time_ms utc_s clock")
# parts of the dictionary, numbered from 0
SECTION_NAMES = ("messages", "events", "faults", "settings", "counters", "errors")

# id, name, struct format, fields with their units
EVENTS = (
    (EV_LINK_UP, "LINK_UP", "<B", "port"),
    (EV_LINK_DOWN, "LINK_DOWN", "<BI", "port silence_ms"),
)

# event, ring, most at once, seconds for one more (firmware/journal/rations.py)
RATIONS = (
    (EV_LINK_UP, c.CHATTER, 16, 60),
    (EV_LINK_DOWN, c.CHATTER, 16, 60),
)

# id, name, default, least, most, unit
SETTINGS = (
    (CFG_ADDRESS, "address", 0, 0, 0xFE, ""),  # 0: the board's own default
    # told within 5 s (NS 1.28.1): this long and at most one heartbeat more
    (CFG_LINK_DOWN_MS, "link_down_ms", 4_000, 1_000, 4_000, "ms"),
)

# what stands in a message's tail, one after another
RECORDS = ((MSG_EVENTS, EVENT_RECORD),)

# id, name, direction, who may, rule, answer, struct format, fields (* = the bytes that follow)
MESSAGES = (
    (MSG_HELLO, "HELLO", c.TO_BOARD, c.ANYONE, c.READ, MSG_HELLO_REPLY, "<B16s", "protocol nonce"),
    (MSG_HELLO_REPLY, "HELLO_REPLY", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<BBBBBI8sII16s16s",
     "protocol kind version_major version_minor version_patch dictionary_crc unique_id"
     " epoch boot_count nonce name"),
    (MSG_DESCRIBE, "DESCRIBE", c.TO_BOARD, c.ANYONE, c.READ, MSG_DESCRIBE_REPLY,
     "<BHH", "section index offset"),
    (MSG_DESCRIBE_REPLY, "DESCRIBE_REPLY", c.TO_HOST, c.ANYONE, c.PUSH, 0,
     "<BHHH", "section index count line_bytes *text"),
    (MSG_POLL, "POLL", c.TO_BOARD, c.ANYONE, c.READ, MSG_EVENTS, "<IB", "after credit_frames"),
    (MSG_EVENTS, "EVENTS", c.TO_HOST, c.ANYONE, c.PUSH, 0,
     "<IIBB", "first lost count has_more *records"),
    (MSG_ACK, "ACK", c.TO_BOARD, c.TABLE, c.SILENT, 0, "<IB", "number credit_frames"),
    (c.MSG_OK, "OK", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<BI", "request value"),
    (c.MSG_ERROR, "ERROR", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<BBi", "request code detail"),
    (MSG_OPEN_SESSION, "OPEN_SESSION", c.TO_BOARD, c.ANYONE | c.WHEN_LOCKED, c.ONCE,
     MSG_SESSION_OPENED, "<BH16s", "role person nonce"),
    (MSG_SESSION_OPENED, "SESSION_OPENED", c.TO_HOST, c.ANYONE, c.PUSH, 0,
     "<BH", "role idle_limit_s"),
    (MSG_CLOSE_SESSION, "CLOSE_SESSION", c.TO_BOARD, c.EVERY_ROLE, c.READ, c.MSG_OK, "<", ""),
)
