"""The messages of the wire, one table: encoder, decoder, host client and docs come from it.

A frame's kind byte is the message id; its top bit says that a tag follows the payload.  Ids are
never used again; 10 stays free, because a line feed there would look like a text line.
"""

PROTOCOL_VERSION = 1

ADDRESS_HOST = 0x80  # addresses have the top bit, so that no frame looks like text
ADDRESS_BROADCAST = 0xFF

TO_BOARD = 0
TO_HOST = 1

# who may send it (bits); ANYONE needs no session
ANYONE = 0
TABLE = 1
SUPERVISOR = 2
INSPECTOR = 4
TECHNICIAN = 8

READ = 0  # may be repeated freely
ONCE = 1  # a repeated request gets the first answer again, never a second action
SILENT = 2  # no answer
PUSH = 3  # answers and events from the board

HELLO = 1
HELLO_REPLY = 2
DESCRIBE = 3
DESCRIBE_REPLY = 4
STATUS = 5
STATUS_REPLY = 6
POLL = 7
EVENTS = 8
ACK = 9
TIME = 11
OK = 12
ERROR = 13
GET_SETTING = 14
SETTING = 15
SET_SETTING = 16
GET_FAULTS = 17
FAULTS = 18
CLEAR_FAULT = 19
GET_HEALTH = 20
HEALTH = 21
RESTART = 22

# id, name, direction, who may, rule, answer, struct format, fields (* = the bytes that follow)
MESSAGES = (
    (HELLO, "HELLO", TO_BOARD, ANYONE, READ, HELLO_REPLY, "<B16s", "protocol nonce"),
    (
        HELLO_REPLY,
        "HELLO_REPLY",
        TO_HOST,
        ANYONE,
        PUSH,
        0,
        "<BBBBBI8sI16s16s",
        "protocol kind version_major version_minor version_patch dictionary_crc unique_id"
        " boot_count nonce name",
    ),
    (DESCRIBE, "DESCRIBE", TO_BOARD, ANYONE, READ, DESCRIBE_REPLY, "<BHH", "section index offset"),
    (
        DESCRIBE_REPLY,
        "DESCRIBE_REPLY",
        TO_HOST,
        ANYONE,
        PUSH,
        0,
        "<BHHH",
        "section index count line_bytes *text",
    ),
    (STATUS, "STATUS", TO_BOARD, ANYONE, READ, STATUS_REPLY, "<", ""),
    (
        STATUS_REPLY,
        "STATUS_REPLY",
        TO_HOST,
        ANYONE,
        PUSH,
        0,
        "<BBHIIHIIIIIIBBBB",
        "state fault_count worst_fault uptime_s utc_s supply_mv heap_free_bytes"
        " heap_total_bytes first_event last_event acked_event boot_count"
        " micropython_major micropython_minor micropython_patch reset_cause",
    ),
    (POLL, "POLL", TO_BOARD, ANYONE, READ, EVENTS, "<IB", "after credit_frames"),
    (EVENTS, "EVENTS", TO_HOST, ANYONE, PUSH, 0, "<IIBB", "first lost count has_more *records"),
    (ACK, "ACK", TO_BOARD, TABLE, SILENT, 0, "<IB", "number credit_frames"),
    (TIME, "TIME", TO_BOARD, TABLE, ONCE, OK, "<I", "utc_s"),
    (OK, "OK", TO_HOST, ANYONE, PUSH, 0, "<BI", "request value"),
    (ERROR, "ERROR", TO_HOST, ANYONE, PUSH, 0, "<BBi", "request code detail"),
    (GET_SETTING, "GET_SETTING", TO_BOARD, ANYONE, READ, SETTING, "<B", "setting"),
    (SETTING, "SETTING", TO_HOST, ANYONE, PUSH, 0, "<Bi", "setting value"),
    (SET_SETTING, "SET_SETTING", TO_BOARD, TECHNICIAN, ONCE, OK, "<Bi", "setting value"),
    (GET_FAULTS, "GET_FAULTS", TO_BOARD, ANYONE, READ, FAULTS, "<B", "first"),
    (FAULTS, "FAULTS", TO_HOST, ANYONE, PUSH, 0, "<BB", "first count *records"),
    (
        CLEAR_FAULT,
        "CLEAR_FAULT",
        TO_BOARD,
        SUPERVISOR | TECHNICIAN,
        ONCE,
        OK,
        "<H",
        "fault",
    ),
    (GET_HEALTH, "GET_HEALTH", TO_BOARD, ANYONE, READ, HEALTH, "<B", "first"),
    (HEALTH, "HEALTH", TO_HOST, ANYONE, PUSH, 0, "<BB", "first count *counters"),
    (RESTART, "RESTART", TO_BOARD, TECHNICIAN, ONCE, OK, "<", ""),
)

EVENT_RECORD = "<BBIII"  # in EVENTS: type, payload bytes, boot count, uptime in ms, UTC in s
EVENT_RECORD_BYTES = 14
FAULT_RECORD = "<HiI"  # in FAULTS: code, detail, number of the event that tells of it
FAULT_RECORD_BYTES = 10
COUNTER_BYTES = 4  # in HEALTH: unsigned 32 bit each

SECTION_MESSAGES = 0
SECTION_EVENTS = 1
SECTION_FAULTS = 2
SECTION_SETTINGS = 3
SECTION_COUNTERS = 4
SECTION_ERRORS = 5
SECTION_NAMES = ("messages", "events", "faults", "settings", "counters", "errors")

ERR_UNKNOWN_MESSAGE = 1
ERR_BAD_LENGTH = 2
ERR_NOT_ALLOWED = 3
ERR_UNKNOWN_SETTING = 4
ERR_OUT_OF_RANGE = 5
ERR_BUSY = 6
ERR_LOCKED = 7
ERR_NO_SUCH_RECORD = 8
ERR_NOT_ACTIVE = 9
ERR_UNKNOWN_SECTION = 10
ERR_STILL_PRESENT = 11

ERRORS = (
    (ERR_UNKNOWN_MESSAGE, "unknown_message"),
    (ERR_BAD_LENGTH, "bad_length"),
    (ERR_NOT_ALLOWED, "not_allowed"),
    (ERR_UNKNOWN_SETTING, "unknown_setting"),
    (ERR_OUT_OF_RANGE, "out_of_range"),
    (ERR_BUSY, "busy"),
    (ERR_LOCKED, "locked"),
    (ERR_NO_SUCH_RECORD, "no_such_record"),
    (ERR_NOT_ACTIVE, "not_active"),
    (ERR_UNKNOWN_SECTION, "unknown_section"),
    (ERR_STILL_PRESENT, "still_present"),
)
