"""The jackpot: events, faults, settings, messages (CSP 11 to 13).

Amounts in micro-cents (_uc) are those after the movement.  The settings in TERMS decide about
money: two roles set them together by SET_TERMS (CSP 11.6), linked tables have them in common
(CSP 11.9), and they change only between jackpots (STANDARDS 23).
"""

from firmware.core import rows as c

EV_BET_PLACED = 15
EV_BET_REMOVED = 16
EV_POOL_STARTED = 150
EV_ROUND_FROZEN = 151
EV_WAGER_REFUSED = 152
EV_WAGER_LATE = 153
EV_SEAT_TROUBLE = 154
EV_SEAT_WELL = 155
EV_HANDS_READ = 156
EV_CLAIMED = 157
EV_CLAIM_REFUSED = 158
EV_HIT_PENDING = 159
EV_PAID = 160
EV_HIT_CLOSED = 161
EV_HIT_CANCELLED = 162
EV_HAND_VOIDED = 163
EV_ROUND_VOIDED = 164
EV_WAGERS_REOPENED = 165
EV_METERS_STATED = 167
EV_POOL_ADJUSTED = 168
EV_ANTES_TOLD = 169
EV_WIN_SHOWN = 170
EV_TABLE_JOINED = 171
EV_TABLE_REFUSED = 172
EV_LINK_LOST = 173
EV_LINK_RESTORED = 174
EV_LINKED_IN = 175
EV_LINKED_HIT = 176
EV_LINKED_DONE = 177
EV_TAKEN_OVER = 178
EV_LINK_KEY_SET = 180  # 179 was another one: numbers are never used again
EV_TERMS_STATED = 181
EV_TERMS_SET = 182  # 166 was another one
EV_TABLE_OUT = 183

FAULT_EXPANDER_LOST = 8
FAULT_DISPLAY_LOST = 9
FAULT_LEDGER = 70
FAULT_FREEZE_DISAGREES = 71
FAULT_SEAT_SENSOR = 72
FAULT_LINK_LOST = 73
FAULT_TERMS_DIFFER = 74
FAULT_RATES = 75
FAULT_ANTE_SENSORS = 76
FAULT_TABLE_OUT = 78

CFG_LAMP_BRIGHTNESS = 6
CFG_WAGER_CENTS = 40
CFG_POOL_PPM = 41
CFG_RESERVE_PPM = 42
CFG_BONUS_PPM = 43
CFG_SEED_CENTS = 44
CFG_LIMIT_CENTS = 45
CFG_BONUS_SOURCE = 46
CFG_ROYAL_CENTS = 47
CFG_STRAIGHT_CENTS = 48
CFG_FOUR_CENTS = 49
CFG_FULL_CENTS = 50
CFG_FLUSH_CENTS = 51
CFG_ANTE_SOURCE = 52
CFG_FREEZE_SOURCES = 53
CFG_LINK_ROLE = 54
CFG_LINK_TABLES = 55
CFG_LINK_FIRST = 56
CFG_WIN_SHOWN_S = 58  # 57 was another one: numbers are never used again
CFG_ALONE_CENTS = 59

MSG_TELL_ANTES = 98
MSG_FREEZE = 99
MSG_TELL_HANDS = 100
MSG_CLAIM = 101
MSG_CONFIRM_HIT = 102
MSG_CANCEL_HIT = 103
MSG_VOID_HAND = 104
MSG_VOID_ROUND = 105
MSG_REOPEN_WAGERS = 106
MSG_GET_JACKPOT = 107
MSG_JACKPOT = 108
MSG_GET_METERS = 109
MSG_METERS = 110
MSG_GET_HIT = 111
MSG_HIT = 112
MSG_GET_EVIDENCE = 113
MSG_EVIDENCE = 114
MSG_SEAL_EVIDENCE = 115
MSG_EVIDENCE_SEAL = 116
MSG_ADJUST_POOL = 117
MSG_GET_DEFERRED = 118
MSG_DEFERRED = 119
MSG_LINK_POLL = 120
MSG_LINK_REPLY = 121
MSG_SET_LINK_KEY = 122
MSG_LOAD_TABLES = 123
MSG_LOAD_BOOK = 124
MSG_SET_TERMS = 127

# records: format, fields
METER_RECORD = ("<q", "value")
DEFERRED_RECORD = ("<Bi", "setting new_value")
EVIDENCE_PART_BYTES = 121  # half of it: the whole does not fit into one frame
# what linked tables say to each other
LINK_POLL = "<8s8sIIB8sIIHq"
LINK_REPLY = "<II8s8s8sIIHB7s"
MOST_CENTS = 2_000_000_000
ANTE_BY_HOST = 0
ANTE_BY_SENSOR = 1
LINK_NONE = 0
LINK_HOLDER = 1
LINK_MEMBER = 2
_ROUND = c.TABLE | c.SUPERVISOR
# the settings that decide about money, in the order of SET_TERMS and of their digest
TERMS = (
    CFG_WAGER_CENTS,
    CFG_POOL_PPM,
    CFG_RESERVE_PPM,
    CFG_BONUS_PPM,
    CFG_SEED_CENTS,
    CFG_LIMIT_CENTS,
    CFG_BONUS_SOURCE,
    CFG_ROYAL_CENTS,
    CFG_STRAIGHT_CENTS,
    CFG_FOUR_CENTS,
    CFG_FULL_CENTS,
    CFG_FLUSH_CENTS,
    CFG_ALONE_CENTS,
)
TERMS_FORM = "<iiiiiiiiiiiii"

# id, name, struct format, fields with their units
EVENTS = (
    (EV_BET_PLACED, "BET_PLACED", "<B", "seat"),
    (EV_BET_REMOVED, "BET_REMOVED", "<B", "seat"),
    (EV_POOL_STARTED, "POOL_STARTED", "<q", "pool_uc"),
    (EV_ROUND_FROZEN, "ROUND_FROZEN", "<IBBIqq",
     "round seats source wager_cents pool_uc reserve_uc"),
    (EV_WAGER_REFUSED, "WAGER_REFUSED", "<BB", "seat reason"),
    (EV_WAGER_LATE, "WAGER_LATE", "<B", "seat"),
    (EV_SEAT_TROUBLE, "SEAT_TROUBLE", "<BB", "seat trouble"),
    (EV_SEAT_WELL, "SEAT_WELL", "<B", "seat"),
    (EV_HANDS_READ, "HANDS_READ", "<IB35sII16s", "round seats cards shoe_first shoe_last digest"),
    (EV_CLAIMED, "CLAIMED", "<IBB", "round seat hand_class"),
    (EV_CLAIM_REFUSED, "CLAIM_REFUSED", "<IBBBB",
     "round seat hand_class actual has_wager"),
    (EV_HIT_PENDING, "HIT_PENDING", "<IBqqqq", "round seats taken_uc seeded_uc pool_uc reserve_uc"),
    (EV_PAID, "PAID", "<IBBqqq", "round seat hand_class pool_cents bonus_cents house_cents"),
    (EV_HIT_CLOSED, "HIT_CLOSED", "<IBBIq", "round asked_by confirmed_by hits pool_uc"),
    (EV_HIT_CANCELLED, "HIT_CANCELLED", "<IBBqq", "round asked_by confirmed_by pool_uc reserve_uc"),
    (EV_HAND_VOIDED, "HAND_VOIDED", "<IBqq", "round seat pool_uc reserve_uc"),
    (EV_ROUND_VOIDED, "ROUND_VOIDED", "<IBqq", "round seats pool_uc reserve_uc"),
    (EV_WAGERS_REOPENED, "WAGERS_REOPENED", "<I", "round"),
    (EV_METERS_STATED, "METERS_STATED", "<B64s", "part values"),
    (EV_POOL_ADJUSTED, "POOL_ADJUSTED", "<qqBB", "amount_uc pool_uc asked_by confirmed_by"),
    (EV_ANTES_TOLD, "ANTES_TOLD", "<BB", "antes wagers"),
    (EV_WIN_SHOWN, "WIN_SHOWN", "<IqI", "round amount_uc after_ms"),
    (EV_TABLE_JOINED, "TABLE_JOINED", "<BIIH", "address accepted voided number"),
    (EV_TABLE_REFUSED, "TABLE_REFUSED", "<B", "address"),
    (EV_LINK_LOST, "LINK_LOST", "<BI", "address silence_ms"),
    (EV_LINK_RESTORED, "LINK_RESTORED", "<B", "address"),
    (EV_LINKED_IN, "LINKED_IN", "<BIIIqq", "address number accepted voided pool_uc reserve_uc"),
    (EV_LINKED_HIT, "LINKED_HIT", "<BI7sqqq",
     "address number classes seeded_uc pool_uc reserve_uc"),
    (EV_LINKED_DONE, "LINKED_DONE", "<BIBqqq", "address number what paid_uc pool_uc reserve_uc"),
    (EV_TAKEN_OVER, "TAKEN_OVER", "<BBB32s8s",
     "address asked_by confirmed_by purses tables_digest"),
    (EV_LINK_KEY_SET, "LINK_KEY_SET", "<", ""),
    (EV_TERMS_STATED, "TERMS_STATED", "<52s", "values"),
    (EV_TERMS_SET, "TERMS_SET", "<52s8sBBB", "values digest is_waiting asked_by confirmed_by"),
    (EV_TABLE_OUT, "TABLE_OUT", "<BIIHB", "address accepted voided number kind"),
)

# event, ring, most at once, seconds for one more (firmware/journal/rations.py)
RATIONS = (
    (EV_BET_PLACED, c.CHATTER, 64, 6),
    (EV_BET_REMOVED, c.CHATTER, 64, 6),
    (EV_SEAT_TROUBLE, c.CHATTER, 16, 60),
    (EV_SEAT_WELL, c.CHATTER, 16, 60),
    (EV_LINK_LOST, c.CHATTER, 32, 60),
    (EV_LINK_RESTORED, c.CHATTER, 32, 60),
    (EV_TABLE_JOINED, c.CHATTER, 32, 60),
    (EV_TABLE_REFUSED, c.CHATTER, 32, 60),
    (EV_WAGER_LATE, c.EVIDENCE, 32, 60),
)

# code, name, how bad, who may clear it
FAULTS = (
    (FAULT_EXPANDER_LOST, "EXPANDER_LOST", c.STOP, c.INSPECTOR),  # CSP 14.15
    (FAULT_DISPLAY_LOST, "DISPLAY_LOST", c.STOP, c.INSPECTOR),  # CSP 14.15
    (FAULT_LEDGER, "LEDGER", c.LOCK, c.INSPECTOR),
    (FAULT_FREEZE_DISAGREES, "FREEZE_DISAGREES", c.WARNING, c.STAFF),
    (FAULT_SEAT_SENSOR, "SEAT_SENSOR", c.STOP, c.INSPECTOR),  # CSP 14.15
    (FAULT_LINK_LOST, "LINK_LOST", c.WARNING, c.STAFF),
    (FAULT_TERMS_DIFFER, "TERMS_DIFFER", c.WARNING, c.STAFF),  # CSP 11.9
    (FAULT_RATES, "RATES", c.STOP, c.INSPECTOR),
    (FAULT_ANTE_SENSORS, "ANTE_SENSORS", c.STOP, c.INSPECTOR),
    (FAULT_TABLE_OUT, "TABLE_OUT", c.WARNING, c.SUPERVISOR | c.INSPECTOR),
)

# id, name, default, least, most, unit
SETTINGS = (
    (CFG_LAMP_BRIGHTNESS, "lamp_brightness", 12, 0, 15, ""),
    (CFG_WAGER_CENTS, "wager_cents", 100, 1, 10_000, "cents"),  # 5.3: the one right denomination
    (CFG_POOL_PPM, "pool_ppm", 710_000, 0, 1_000_000, "ppm"),  # 11.6
    (CFG_RESERVE_PPM, "reserve_ppm", 20_000, 0, 1_000_000, "ppm"),
    (CFG_BONUS_PPM, "bonus_ppm", 0, 0, 1_000_000, "ppm"),  # of a second pool (11.5)
    (CFG_SEED_CENTS, "seed_cents", 5_000_000, 0, MOST_CENTS, "cents"),
    (CFG_LIMIT_CENTS, "limit_cents", 0, 0, MOST_CENTS, "cents"),  # 0: none
    (CFG_BONUS_SOURCE, "bonus_source", 0, 0, 2, ""),  # house, pool, second pool
    (CFG_ROYAL_CENTS, "royal_cents", 5_000_000, 0, MOST_CENTS, "cents"),  # 12.1
    (CFG_STRAIGHT_CENTS, "straight_cents", 500_000, 0, MOST_CENTS, "cents"),
    (CFG_FOUR_CENTS, "four_cents", 50_000, 0, MOST_CENTS, "cents"),
    (CFG_FULL_CENTS, "full_cents", 15_000, 0, MOST_CENTS, "cents"),
    (CFG_FLUSH_CENTS, "flush_cents", 10_000, 0, MOST_CENTS, "cents"),
    (CFG_ANTE_SOURCE, "ante_source", 0, 0, 1, ""),  # table software, or sensors of its own (11.1)
    (CFG_FREEZE_SOURCES, "freeze_sources", 3, 1, 3, ""),  # 1 the shoe's line, 2 the message
    (CFG_LINK_ROLE, "link_role", 0, 0, 2, ""),  # alone, holds the pool, contributes to it
    (CFG_LINK_TABLES, "link_tables", 0, 0, 31, ""),  # holder: so many other tables …
    (CFG_LINK_FIRST, "link_first", 0xB1, 0x90, 0xFE, ""),  # … at addresses from here on
    (CFG_WIN_SHOWN_S, "win_shown_s", 60, 30, 600, "s"),
    (CFG_ALONE_CENTS, "alone_cents", 0, 0, MOST_CENTS, "cents"),  # up to here one role pays
)

# what stands in a message's tail, one after another
RECORDS = ((MSG_METERS, METER_RECORD), (MSG_DEFERRED, DEFERRED_RECORD))

# id, name, direction, who may, rule, answer, struct format, fields (* = the bytes that follow)
MESSAGES = (
    (MSG_TELL_ANTES, "TELL_ANTES", c.TO_BOARD, c.TABLE, c.ONCE, c.MSG_OK, "<BB", "antes wagers"),
    (MSG_FREEZE, "FREEZE", c.TO_BOARD, c.TABLE, c.ONCE, c.MSG_OK, "<", ""),
    (MSG_TELL_HANDS, "TELL_HANDS", c.TO_BOARD, c.TABLE, c.ONCE, c.MSG_OK,
     "<IB35sII16s", "round seats cards shoe_first shoe_last digest"),
    (MSG_CLAIM, "CLAIM", c.TO_BOARD, _ROUND, c.ONCE, c.MSG_OK, "<IBB", "round seat hand_class"),
    (MSG_CONFIRM_HIT, "CONFIRM_HIT", c.TO_BOARD, c.SUPERVISOR, c.ONCE, c.MSG_PENDING,
     "<I", "round"),
    (MSG_CANCEL_HIT, "CANCEL_HIT", c.TO_BOARD, c.SUPERVISOR, c.ONCE, c.MSG_PENDING, "<I", "round"),
    (MSG_VOID_HAND, "VOID_HAND", c.TO_BOARD, _ROUND, c.ONCE, c.MSG_PENDING, "<IB", "round seat"),
    (MSG_VOID_ROUND, "VOID_ROUND", c.TO_BOARD, _ROUND, c.ONCE, c.MSG_PENDING, "<I", "round"),
    (MSG_REOPEN_WAGERS, "REOPEN_WAGERS", c.TO_BOARD, _ROUND, c.ONCE, c.MSG_OK, "<I", "round"),
    (MSG_GET_JACKPOT, "GET_JACKPOT", c.TO_BOARD, c.ANYONE, c.READ, MSG_JACKPOT, "<", ""),
    (MSG_JACKPOT, "JACKPOT", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<BIBBBBBBqqqq",
     "state round accepted voided claimed winners offered antes"
     " pool_uc pending_uc shown_uc win_uc"),
    (MSG_GET_METERS, "GET_METERS", c.TO_BOARD, c.ANYONE, c.READ, MSG_METERS, "<B", "first"),
    (MSG_METERS, "METERS", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<BB", "first count *values"),
    (MSG_GET_HIT, "GET_HIT", c.TO_BOARD, c.ANYONE, c.READ, MSG_HIT, "<I", "number"),
    (MSG_HIT, "HIT", c.TO_HOST, c.ANYONE, c.PUSH, 0,
     "<IIIBBqqq", "number utc_s round seat hand_class pool_cents bonus_cents house_cents"),
    (MSG_GET_EVIDENCE, "GET_EVIDENCE", c.TO_BOARD, c.ANYONE, c.READ, MSG_EVIDENCE, "<B", "part"),
    (MSG_EVIDENCE, "EVIDENCE", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<BB", "part parts *data"),
    (MSG_SEAL_EVIDENCE, "SEAL_EVIDENCE", c.TO_BOARD, c.ANYONE, c.READ, MSG_EVIDENCE_SEAL,
     "<16s", "nonce"),
    (MSG_EVIDENCE_SEAL, "EVIDENCE_SEAL", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<32s", "mac"),
    (MSG_ADJUST_POOL, "ADJUST_POOL", c.TO_BOARD, c.SUPERVISOR, c.ONCE, c.MSG_PENDING,
     "<q", "amount_uc"),
    (MSG_GET_DEFERRED, "GET_DEFERRED", c.TO_BOARD, c.ANYONE, c.READ, MSG_DEFERRED, "<", ""),
    (MSG_DEFERRED, "DEFERRED", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<B", "count *records"),
    # its own tag says that it comes from the holder; its answer is a message of its own
    (MSG_LINK_POLL, "LINK_POLL", c.TO_BOARD, c.ANYONE, c.SILENT, 0,
     LINK_POLL, "holder_id nonce boot cycle flags terms accepted voided operation pool_uc *rest"),
    (MSG_LINK_REPLY, "LINK_REPLY", c.TO_BOARD, c.ANYONE, c.SILENT, 0, LINK_REPLY,
     "boot cycle unique_id nonce terms accepted voided operation kind classes *tag"),
    (MSG_SET_LINK_KEY, "SET_LINK_KEY", c.TO_BOARD, c.TECHNICIAN, c.ONCE, c.MSG_OK, "<32s", "key"),
    (MSG_LOAD_TABLES, "LOAD_TABLES", c.TO_BOARD, c.SUPERVISOR, c.ONCE, c.MSG_OK,
     "<B", "count *tables"),
    (MSG_LOAD_BOOK, "LOAD_BOOK", c.TO_BOARD, c.SUPERVISOR, c.ONCE, c.MSG_PENDING,
     "<Bqqqq8s", "address pool_uc reserve_uc bonus_uc pending_uc tables_digest"),
    # the supervisor asks, the inspector confirms: no technician's business (CSP 11.6, 12.1)
    (MSG_SET_TERMS, "SET_TERMS", c.TO_BOARD, c.SUPERVISOR, c.ONCE, c.MSG_PENDING, TERMS_FORM,
     "wager_cents pool_ppm reserve_ppm bonus_ppm seed_cents limit_cents bonus_source royal_cents"
     " straight_cents four_cents full_cents flush_cents alone_cents"),
)
