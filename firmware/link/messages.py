"""Numbers of the messages, errors and roles of the wire; the messages' rows are in message_rows.

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
UPDATE_DATA = 42
UPDATE_FINISH = 43
GET_UPDATE = 44
UPDATE_STATE = 45
ATTEST = 46
GET_ATTESTATION = 47
ATTESTATION = 48
GET_CHANGE = 51
CHANGE = 52
SET_SIGNER = 53

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
ERR_WRONG_PHASE = 40
ERR_OUT_OF_TURN = 41
ERR_CARDS_SHORT = 42
ERR_DEVICE_ONLY = 43
ERR_WRONG_ROUND = 70
ERR_NO_WAGER = 71
ERR_UNPAID = 72
ERR_CLAIM_REFUSED = 73

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
    (ERR_WRONG_PHASE, "wrong_phase"),
    (ERR_OUT_OF_TURN, "out_of_turn"),
    (ERR_CARDS_SHORT, "cards_short"),
    (ERR_DEVICE_ONLY, "device_only"),
    (ERR_WRONG_ROUND, "wrong_round"),
    (ERR_NO_WAGER, "no_wager"),
    (ERR_UNPAID, "unpaid"),
    (ERR_CLAIM_REFUSED, "claim_refused"),
)
