"""What every board reports, can have wrong, can be set to and can be asked."""

from firmware.core import rows as c

EV_BOOTED = 1
EV_SELF_TEST_PASSED = 2
EV_SELF_TEST_FAILED = 3
EV_FAULT_RAISED = 4
EV_FAULT_CLEARED = 5
EV_SETTING_CHANGED = 8
EV_TIME_SET = 9
EV_LID_OPENED = 10
EV_LID_CLOSED = 11
EV_LID_OPENED_UNPOWERED = 12
EV_BUTTON_PRESSED = 13
EV_KEY_TURNED = 17
EV_NO_MORE_BETS = 18
EV_SUPPLY_LOW = 19
EV_SUPPLY_GOOD = 20
EV_RESTART_ORDERED = 21
EV_POWER_FAILING = 25
EV_PROGRAM_ERROR = 39

FAULT_SELF_TEST = 1
FAULT_SUPPLY_LOW = 2
FAULT_LID_OPEN = 10
FAULT_WATCHDOG_BITE = 11
FAULT_INPUT_OVERRUN = 13
FAULT_LID_OPENED_UNPOWERED = 16
FAULT_PROGRAM_ERROR = 19

CFG_SEATS = 3
CFG_SUPPLY_WARN_MV = 4

MSG_STATUS = 5
MSG_STATUS_REPLY = 6
MSG_TIME = 11
MSG_GET_SETTING = 14
MSG_SETTING = 15
MSG_SET_SETTING = 16
MSG_GET_FAULTS = 17
MSG_FAULTS = 18
MSG_CLEAR_FAULT = 19
MSG_GET_HEALTH = 20
MSG_HEALTH = 21
MSG_RESTART = 22

# records: format, fields
FAULT_RECORD = ("<HiI", "fault detail number")
COUNTER_RECORD = ("<I", "counter")

# id, name, struct format, fields with their units
EVENTS = (
    (EV_BOOTED, "BOOTED", "<IB", "boot_count reset_cause"),
    (EV_SELF_TEST_PASSED, "SELF_TEST_PASSED", "<BI", "checks duration_ms"),
    (EV_SELF_TEST_FAILED, "SELF_TEST_FAILED", "<Bi", "check detail"),
    (EV_FAULT_RAISED, "FAULT_RAISED", "<Hi", "fault detail"),
    (EV_FAULT_CLEARED, "FAULT_CLEARED", "<HBH", "fault role person"),
    (EV_SETTING_CHANGED, "SETTING_CHANGED", "<Bii", "setting old_value new_value"),
    (EV_TIME_SET, "TIME_SET", "<II", "old_utc_s new_utc_s"),
    (EV_LID_OPENED, "LID_OPENED", "<", ""),
    (EV_LID_CLOSED, "LID_CLOSED", "<I", "open_ms"),
    (EV_LID_OPENED_UNPOWERED, "LID_OPENED_UNPOWERED", "<", ""),
    (EV_BUTTON_PRESSED, "BUTTON_PRESSED", "<B", "button"),
    (EV_KEY_TURNED, "KEY_TURNED", "<BB", "key position"),
    (EV_NO_MORE_BETS, "NO_MORE_BETS", "<B", "level"),
    (EV_SUPPLY_LOW, "SUPPLY_LOW", "<H", "supply_mv"),
    (EV_SUPPLY_GOOD, "SUPPLY_GOOD", "<H", "supply_mv"),
    (EV_RESTART_ORDERED, "RESTART_ORDERED", "<", ""),
    (EV_POWER_FAILING, "POWER_FAILING", "<H", "supply_mv"),
    # request 0: not a request but a task; file_crc: CRC-32 of the source file's name
    (EV_PROGRAM_ERROR, "PROGRAM_ERROR", "<BBHI", "request error line file_crc"),
)

# event, ring, most at once, seconds for one more (firmware/journal/rations.py)
RATIONS = (
    (EV_TIME_SET, c.EVIDENCE, 16, 300),
    (EV_SELF_TEST_PASSED, c.CHATTER, 16, 60),
    (EV_BUTTON_PRESSED, c.CHATTER, 64, 10),
    (EV_NO_MORE_BETS, c.CHATTER, 64, 20),
    (EV_LID_OPENED, c.EVIDENCE, 32, 300),
    (EV_LID_CLOSED, c.EVIDENCE, 32, 300),
    (EV_KEY_TURNED, c.EVIDENCE, 32, 300),
    (EV_SUPPLY_LOW, c.EVIDENCE, 16, 300),
    (EV_SUPPLY_GOOD, c.EVIDENCE, 16, 300),
    (EV_POWER_FAILING, c.EVIDENCE, 16, 300),
)

# code, name, how bad, who may clear it
FAULTS = (
    (FAULT_SELF_TEST, "SELF_TEST", c.STOP, c.TECHNICIAN),
    (FAULT_SUPPLY_LOW, "SUPPLY_LOW", c.WARNING, c.STAFF),
    (FAULT_LID_OPEN, "LID_OPEN", c.STOP, c.STAFF),
    (FAULT_WATCHDOG_BITE, "WATCHDOG_BITE", c.WARNING, c.STAFF),
    (c.FAULT_ILLEGAL_TRANSITION, "ILLEGAL_TRANSITION", c.STOP, c.TECHNICIAN),
    (FAULT_INPUT_OVERRUN, "INPUT_OVERRUN", c.WARNING, c.STAFF),
    (FAULT_LID_OPENED_UNPOWERED, "LID_OPENED_UNPOWERED", c.STOP, c.INSPECTOR),
    (FAULT_PROGRAM_ERROR, "PROGRAM_ERROR", c.WARNING, c.TECHNICIAN),
)

# id, name, default, least, most, unit
SETTINGS = (
    (CFG_SEATS, "seats", 7, 1, 7, ""),
    (CFG_SUPPLY_WARN_MV, "supply_warn_mv", 4_600, 4_000, 5_000, "mV"),
)

# what stands in a message's tail, one after another
RECORDS = ((MSG_FAULTS, FAULT_RECORD), (MSG_HEALTH, COUNTER_RECORD))

# id, name, direction, who may, rule, answer, struct format, fields (* = the bytes that follow)
MESSAGES = (
    (MSG_STATUS, "STATUS", c.TO_BOARD, c.ANYONE, c.READ, MSG_STATUS_REPLY, "<", ""),
    (MSG_STATUS_REPLY, "STATUS_REPLY", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<BBHIIBHIIIIIIBBBB",
     "state fault_count worst_fault uptime_s utc_s clock supply_mv heap_free_bytes"
     " heap_total_bytes first_event last_event acked_event boot_count"
     " micropython_major micropython_minor micropython_patch reset_cause"),
    (MSG_TIME, "TIME", c.TO_BOARD, c.EVERY_ROLE, c.ONCE, c.MSG_OK, "<I", "utc_s"),
    (MSG_GET_SETTING, "GET_SETTING", c.TO_BOARD, c.ANYONE, c.READ, MSG_SETTING, "<B", "setting"),
    (MSG_SETTING, "SETTING", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<Bi", "setting value"),
    (MSG_SET_SETTING, "SET_SETTING", c.TO_BOARD, c.TECHNICIAN, c.ONCE, c.MSG_OK,
     "<Bi", "setting value"),
    (MSG_GET_FAULTS, "GET_FAULTS", c.TO_BOARD, c.ANYONE, c.READ, MSG_FAULTS, "<B", "first"),
    (MSG_FAULTS, "FAULTS", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<BB", "first count *records"),
    # the fault table narrows it down
    (MSG_CLEAR_FAULT, "CLEAR_FAULT", c.TO_BOARD, c.STAFF | c.WHEN_LOCKED, c.ONCE, c.MSG_OK,
     "<H", "fault"),
    (MSG_GET_HEALTH, "GET_HEALTH", c.TO_BOARD, c.ANYONE, c.READ, MSG_HEALTH, "<B", "first"),
    (MSG_HEALTH, "HEALTH", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<BB", "first count *counters"),
    (MSG_RESTART, "RESTART", c.TO_BOARD, c.SUPERVISOR | c.TECHNICIAN, c.ONCE, c.MSG_OK, "<", ""),
)
