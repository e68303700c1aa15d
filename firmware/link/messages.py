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
EVERY_ROLE = 15
ROLE_NAMES = (
    (TABLE, "table"),
    (SUPERVISOR, "supervisor"),
    (INSPECTOR, "inspector"),
    (TECHNICIAN, "technician"),
)

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
PROVISION = 23
OPEN_SESSION = 24
SESSION_OPENED = 25
CLOSE_SESSION = 26
CONFIRM = 27
PENDING = 28
SEAL = 29
ENTER_SERVICE = 30
RESET_STORE = 31
GET_JOURNAL = 32
JOURNAL_INFO = 33
READ_JOURNAL = 34
JOURNAL_RECORD = 35
SEAL_JOURNAL = 36
JOURNAL_SEAL = 37
UPDATE_BEGIN = 40
UPDATE_FILE = 41
UPDATE_DATA = 42
UPDATE_FINISH = 43
GET_UPDATE = 44
UPDATE_STATE = 45
ATTEST = 46
GET_ATTESTATION = 47
ATTESTATION = 48
GET_ATTESTED_FILE = 49
ATTESTED_FILE = 50
GET_CHANGE = 51
CHANGE = 52
SET_SIGNER = 53

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
    (TIME, "TIME", TO_BOARD, EVERY_ROLE, ONCE, OK, "<I", "utc_s"),
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
        SUPERVISOR | INSPECTOR | TECHNICIAN,  # the fault table narrows it down
        ONCE,
        OK,
        "<H",
        "fault",
    ),
    (GET_HEALTH, "GET_HEALTH", TO_BOARD, ANYONE, READ, HEALTH, "<B", "first"),
    (HEALTH, "HEALTH", TO_HOST, ANYONE, PUSH, 0, "<BB", "first count *counters"),
    (RESTART, "RESTART", TO_BOARD, SUPERVISOR | TECHNICIAN, ONCE, OK, "<", ""),
    (
        PROVISION,
        "PROVISION",
        TO_BOARD,
        ANYONE,  # a board without keys, its lid open, on USB; otherwise the technician
        ONCE,
        OK,
        "<32s32s32s32s32s",
        "device_key table_key supervisor_key inspector_key technician_key",
    ),
    (OPEN_SESSION, "OPEN_SESSION", TO_BOARD, ANYONE, ONCE, SESSION_OPENED, "<B16s", "role nonce"),
    (SESSION_OPENED, "SESSION_OPENED", TO_HOST, ANYONE, PUSH, 0, "<BH", "role idle_limit_s"),
    (CLOSE_SESSION, "CLOSE_SESSION", TO_BOARD, EVERY_ROLE, READ, OK, "<", ""),
    (CONFIRM, "CONFIRM", TO_BOARD, EVERY_ROLE, ONCE, OK, "<I", "number"),
    (PENDING, "PENDING", TO_HOST, ANYONE, PUSH, 0, "<BIBH", "request number roles limit_s"),
    (SEAL, "SEAL", TO_BOARD, TECHNICIAN, ONCE, OK, "<B", "is_sealed"),
    (ENTER_SERVICE, "ENTER_SERVICE", TO_BOARD, TECHNICIAN, ONCE, OK, "<", ""),
    (RESET_STORE, "RESET_STORE", TO_BOARD, TECHNICIAN, ONCE, PENDING, "<", ""),
    (GET_JOURNAL, "GET_JOURNAL", TO_BOARD, ANYONE, READ, JOURNAL_INFO, "<", ""),
    (
        JOURNAL_INFO,
        "JOURNAL_INFO",
        TO_HOST,
        ANYONE,
        PUSH,
        0,
        "<IIIIIB",
        "first last acked capacity lost_total verdict",
    ),
    (READ_JOURNAL, "READ_JOURNAL", TO_BOARD, ANYONE, READ, JOURNAL_RECORD, "<I", "number"),
    (JOURNAL_RECORD, "JOURNAL_RECORD", TO_HOST, ANYONE, PUSH, 0, "<I", "number *record"),
    (SEAL_JOURNAL, "SEAL_JOURNAL", TO_BOARD, ANYONE, READ, JOURNAL_SEAL, "<16s", "nonce"),
    (
        JOURNAL_SEAL,
        "JOURNAL_SEAL",
        TO_HOST,
        ANYONE,
        PUSH,
        0,
        "<II32s32s",
        "first last head_hash seal",
    ),
    (UPDATE_BEGIN, "UPDATE_BEGIN", TO_BOARD, TECHNICIAN, ONCE, OK, "<I", "total_bytes"),
    (UPDATE_FILE, "UPDATE_FILE", TO_BOARD, TECHNICIAN, ONCE, OK, "<I", "size_bytes *path"),
    (UPDATE_DATA, "UPDATE_DATA", TO_BOARD, TECHNICIAN, ONCE, OK, "<I", "offset *data"),
    (UPDATE_FINISH, "UPDATE_FINISH", TO_BOARD, TECHNICIAN, ONCE, OK, "<", ""),
    (GET_UPDATE, "GET_UPDATE", TO_BOARD, ANYONE, READ, UPDATE_STATE, "<", ""),
    (
        UPDATE_STATE,
        "UPDATE_STATE",
        TO_HOST,
        ANYONE,
        PUSH,
        0,
        "<BBIIBBI",
        "state code done_bytes total_bytes active_slot pending_slot minimum_counter *path",
    ),
    (SET_SIGNER, "SET_SIGNER", TO_BOARD, TECHNICIAN, ONCE, OK, "<60s", "public_key"),
    (ATTEST, "ATTEST", TO_BOARD, ANYONE, ONCE, OK, "<16s", "nonce"),
    (GET_ATTESTATION, "GET_ATTESTATION", TO_BOARD, ANYONE, READ, ATTESTATION, "<", ""),
    (
        ATTESTATION,
        "ATTESTATION",
        TO_HOST,
        ANYONE,
        PUSH,
        0,
        "<BBHIB32s32s32s32s",
        "state percent file_count hashed_bytes slot code_hash settings_hash boot_hash mac",
    ),
    (
        GET_ATTESTED_FILE,
        "GET_ATTESTED_FILE",
        TO_BOARD,
        ANYONE,
        READ,
        ATTESTED_FILE,
        "<H",
        "index",
    ),
    (
        ATTESTED_FILE,
        "ATTESTED_FILE",
        TO_HOST,
        ANYONE,
        PUSH,
        0,
        "<HI16s",
        "index size_bytes digest *path",
    ),
    (GET_CHANGE, "GET_CHANGE", TO_BOARD, ANYONE, READ, CHANGE, "<B", "age"),
    (
        CHANGE,
        "CHANGE",
        TO_HOST,
        ANYONE,
        PUSH,
        0,
        "<BBI8sIBBB",
        "age count counter build time_s result slot is_utc",
    ),
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
ERR_NOT_PROVISIONED = 12
ERR_NO_SESSION = 13
ERR_BAD_TAG = 14
ERR_REPLAYED = 15
ERR_THROTTLED = 16
ERR_LID_CLOSED = 17
ERR_ALREADY_PROVISIONED = 18
ERR_NOTHING_PENDING = 19
ERR_SAME_ROLE = 20
ERR_WRONG_PORT = 21
ERR_UPDATE_STATE = 22
ERR_IMAGE_REFUSED = 23
ERR_NO_SPACE = 24
ERR_NOT_RUNNING = 30
ERR_NOT_ENROLLED = 31

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
    (ERR_NOT_PROVISIONED, "not_provisioned"),
    (ERR_NO_SESSION, "no_session"),
    (ERR_BAD_TAG, "bad_tag"),
    (ERR_REPLAYED, "replayed"),
    (ERR_THROTTLED, "throttled"),
    (ERR_LID_CLOSED, "lid_closed"),
    (ERR_ALREADY_PROVISIONED, "already_provisioned"),
    (ERR_NOTHING_PENDING, "nothing_pending"),
    (ERR_SAME_ROLE, "same_role"),
    (ERR_WRONG_PORT, "wrong_port"),
    (ERR_UPDATE_STATE, "update_state"),
    (ERR_IMAGE_REFUSED, "image_refused"),
    (ERR_NO_SPACE, "no_space"),
    (ERR_NOT_RUNNING, "not_running"),
    (ERR_NOT_ENROLLED, "not_enrolled"),
)
