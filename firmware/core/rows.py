"""The words that rows are written in: directions, roles, rules, how bad a fault is."""

WARNING = 0  # told, the board works on
STOP = 1  # the machine stops until somebody cleared it
LOCK = 2  # reading is left, and what leads out of it (WHEN_LOCKED)
TO_BOARD = 0
TO_HOST = 1
# who may send it (bits); ANYONE needs no session
ANYONE = 0
TABLE = 1
SUPERVISOR = 2
INSPECTOR = 4
TECHNICIAN = 8
EVERY_ROLE = 15
WHEN_LOCKED = 16  # beside the roles: a locked board takes this order, so that somebody can mend it
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

# which ring of the journal an event lies in; one that no row of RATIONS names is evidence
EVIDENCE = 0  # cards, money, rulings, faults, keys: nothing but evidence overwrites it
CHATTER = 1  # what strangers, lamps and loose plugs can cause at will
RINGS = 2

# a record's UTC: never told; told, and kept to ever since; moved by more than drift in this boot
CLOCK_UNSET = 0
CLOCK_SET = 1
CLOCK_JUMPED = 2
CLOCK_NAMES = ("unset", "set", "jumped")

# a state table met what it does not know; its row is the board's
FAULT_ILLEGAL_TRANSITION = 12

# answers that every room gives; their rows are the link's and trust's
MSG_OK = 12
MSG_ERROR = 13
MSG_PENDING = 28
