"""The words that rows are written in: directions, roles, rules, how bad a fault is."""

WARNING = 0  # told, the board works on
STOP = 1  # the machine stops until somebody cleared it
LOCK = 2  # only identity and reading are left
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
STAFF = 14  # supervisor, inspector, technician
KNOWING = 7  # may know cards that lie face down: table software, supervisor, inspector

# a state table met what it does not know; its row is the board's
FAULT_ILLEGAL_TRANSITION = 12

# answers that every room gives; their rows are the link's and trust's
MSG_OK = 12
MSG_ERROR = 13
MSG_PENDING = 28
