"""Reading, census, enrolment and service pictures: events, faults, settings, messages."""

from firmware.core import rows as c

EV_CARD_PASSED = 14
EV_CARD_READ = 50
EV_CARD_REFUSED = 51
EV_CARD_STRANGE = 52
EV_CONTRADICTION = 53
EV_CARD_PULLED_BACK = 54
EV_CARD_FED_AGAIN = 55
EV_AUDIT_BEGUN = 56
EV_AUDIT_PASSED = 57
EV_AUDIT_FAILED = 58
EV_AUDIT_FINDING = 59
EV_ENROL_BEGUN = 60
EV_ENROLLED = 61
EV_ENROL_REFUSED = 62
EV_CAMERA_TREND = 63
EV_FRAMES_READ = 64
EV_AUDIT_RESTORED = 65
EV_CARD_DOUBLED = 66

FAULT_GATE_STUCK = 14
FAULT_CAMERA_LOST = 20
FAULT_ONE_CAMERA = 21
FAULT_NOT_ENROLLED = 22
FAULT_TEMPLATES_BAD = 23
FAULT_REFUSAL_BURST = 24
FAULT_LIGHT_WEAK = 25
FAULT_GLASS_DIRTY = 26
FAULT_BACK_SENSOR = 27
FAULT_ENCODER = 28
FAULT_PACK_BAD = 29

CFG_GATE_STUCK_MS = 5
CFG_ONE_CAMERA_ALLOWED = 10
CFG_DECKS = 11
CFG_BACK_COLOUR = 12
CFG_BURST_REFUSALS = 13
CFG_LIGHT_WARN_PERCENT = 14
CFG_DIRTY_PIXELS = 15

MSG_AUDIT_BEGIN = 54
MSG_AUDIT_END = 55
MSG_GET_AUDIT = 56
MSG_AUDIT = 57
MSG_GET_AUDIT_LINES = 58
MSG_AUDIT_LINES = 59
MSG_FEED_AGAIN = 60
MSG_ENROL_BEGIN = 61
MSG_ENROL_END = 62
MSG_GET_ENROLMENT = 63
MSG_ENROLMENT = 64
MSG_GET_FRAME = 65
MSG_FRAME = 66
MSG_GET_FRAME_INFO = 67
MSG_ALLOW_ONE_CAMERA = 82

# flags of CARD_READ
FLAG_FED_AGAIN = 1  # refused before, this is its second way through
FLAG_ONE_CAMERA = 2  # read by one camera alone, as a signed setting allows
FLAG_NO_BACK = 4  # the colour of its back is not known
NO_FRAME = 0xFF  # in place of a number in the service file
# a record: format, fields
AUDIT_LINE = ("<BBBHH", "line reading count position other_position")

# id, name, struct format, fields with their units
EVENTS = (
    (EV_CARD_PASSED, "CARD_PASSED", "<IH", "card_count pass_ms"),
    (EV_CARD_READ, "CARD_READ", "<HBBB", "position card back flags"),
    (EV_CARD_REFUSED, "CARD_REFUSED", "<HBBBB", "position reading reason_a reason_b frame"),
    (EV_CARD_STRANGE, "CARD_STRANGE", "<HBBB", "position reading back card"),
    (EV_CONTRADICTION, "CONTRADICTION", "<BHHB", "card position earlier_position frame"),
    (EV_CARD_PULLED_BACK, "CARD_PULLED_BACK", "<HH", "drawn_mm pass_ms"),
    (EV_CARD_FED_AGAIN, "CARD_FED_AGAIN", "<H", "unread"),
    (EV_AUDIT_BEGUN, "AUDIT_BEGUN", "<BBB", "decks back role"),
    (EV_AUDIT_PASSED, "AUDIT_PASSED", "<BHB", "decks cards back"),
    (EV_AUDIT_FAILED, "AUDIT_FAILED", "<BHHHHH",
     "decks cards missing_cards extra_cards strange_cards unread_cards"),
    (EV_AUDIT_FINDING, "AUDIT_FINDING", "<BBBHH", "line reading count position other_position"),
    (EV_ENROL_BEGUN, "ENROL_BEGUN", "<BB", "order role"),
    (EV_ENROLLED, "ENROLLED", "<HIBB", "version crc reads close_pairs"),
    (EV_ENROL_REFUSED, "ENROL_REFUSED", "<BHBB", "why position card reason"),
    (EV_CAMERA_TREND, "CAMERA_TREND", "<BBBB", "camera trend level_percent dirty_pixels"),
    (EV_FRAMES_READ, "FRAMES_READ", "<B", "frames"),
    (EV_AUDIT_RESTORED, "AUDIT_RESTORED", "<HH", "cards reads"),
    (EV_CARD_DOUBLED, "CARD_DOUBLED", "<BHHBBB",
     "card position earlier_position frame doubt earlier_doubt"),
)

# event, ring, most at once, seconds for one more (firmware/journal/rations.py)
RATIONS = (
    (EV_CAMERA_TREND, c.CHATTER, 16, 60),
)

# code, name, how bad, who may clear it
FAULTS = (
    (FAULT_GATE_STUCK, "GATE_STUCK", c.STOP, c.STAFF),
    (FAULT_CAMERA_LOST, "CAMERA_LOST", c.STOP, c.TECHNICIAN),
    (FAULT_ONE_CAMERA, "ONE_CAMERA", c.WARNING, c.TECHNICIAN),
    (FAULT_NOT_ENROLLED, "NOT_ENROLLED", c.WARNING, c.TECHNICIAN),
    (FAULT_TEMPLATES_BAD, "TEMPLATES_BAD", c.STOP, c.TECHNICIAN),
    (FAULT_REFUSAL_BURST, "REFUSAL_BURST", c.STOP, c.STAFF),
    (FAULT_LIGHT_WEAK, "LIGHT_WEAK", c.WARNING, c.TECHNICIAN),
    (FAULT_GLASS_DIRTY, "GLASS_DIRTY", c.WARNING, c.STAFF),
    (FAULT_BACK_SENSOR, "BACK_SENSOR", c.WARNING, c.TECHNICIAN),
    (FAULT_ENCODER, "ENCODER", c.STOP, c.TECHNICIAN),
    (FAULT_PACK_BAD, "PACK_BAD", c.STOP, c.SUPERVISOR | c.INSPECTOR),  # CSP 14.9, TCB 12.13
)

# id, name, default, least, most, unit
SETTINGS = (
    (CFG_GATE_STUCK_MS, "gate_stuck_ms", 2_000, 500, 10_000, "ms"),
    # with one camera dead: 1 works on, under the worse bound of docs/recognition.md
    (CFG_ONE_CAMERA_ALLOWED, "one_camera_allowed", 0, 0, 1, ""),
    (CFG_DECKS, "decks", 1, 1, 8, ""),  # 1, 3, 4, 6 or 8: the games have no other packs
    (CFG_BACK_COLOUR, "back_colour", 0, 0, 6, ""),  # 0: that of most cards
    (CFG_BURST_REFUSALS, "burst_refusals", 6, 3, 16, ""),  # of sixteen cards: foreign deck, dirt
    (CFG_LIGHT_WARN_PERCENT, "light_warn_percent", 80, 50, 95, "%"),  # of the light at enrolment
    (CFG_DIRTY_PIXELS, "dirty_pixels", 3, 1, 32, ""),
)

# what stands in a message's tail, one after another
RECORDS = ((MSG_AUDIT_LINES, AUDIT_LINE),)

# id, name, direction, who may, rule, answer, struct format, fields (* = the bytes that follow)
MESSAGES = (
    (MSG_AUDIT_BEGIN, "AUDIT_BEGIN", c.TO_BOARD, c.EVERY_ROLE, c.ONCE, c.MSG_OK,
     "<BB", "decks back"),
    (MSG_AUDIT_END, "AUDIT_END", c.TO_BOARD, c.EVERY_ROLE, c.ONCE, MSG_AUDIT, "<B", "is_whole"),
    (MSG_GET_AUDIT, "GET_AUDIT", c.TO_BOARD, c.ANYONE, c.READ, MSG_AUDIT, "<", ""),
    (MSG_AUDIT, "AUDIT", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<BBBBHHHHHHH",
     "is_running is_good is_enrolled decks back cards reads unread_cards strange_cards"
     " contradictions lines"),
    (MSG_GET_AUDIT_LINES, "GET_AUDIT_LINES", c.TO_BOARD, c.ANYONE, c.READ, MSG_AUDIT_LINES,
     "<H", "first"),
    (MSG_AUDIT_LINES, "AUDIT_LINES", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<HB", "first count *records"),
    (MSG_FEED_AGAIN, "FEED_AGAIN", c.TO_BOARD, c.EVERY_ROLE, c.ONCE, c.MSG_OK, "<", ""),
    (MSG_ALLOW_ONE_CAMERA, "ALLOW_ONE_CAMERA", c.TO_BOARD, c.TECHNICIAN, c.ONCE, c.MSG_PENDING,
     "<", ""),
    (MSG_ENROL_BEGIN, "ENROL_BEGIN", c.TO_BOARD, c.TECHNICIAN, c.ONCE, c.MSG_OK, "<B", "order"),
    (MSG_ENROL_END, "ENROL_END", c.TO_BOARD, c.TECHNICIAN, c.ONCE, MSG_ENROLMENT, "<B", "is_kept"),
    (MSG_GET_ENROLMENT, "GET_ENROLMENT", c.TO_BOARD, c.ANYONE, c.READ, MSG_ENROLMENT, "<", ""),
    (MSG_ENROLMENT, "ENROLMENT", c.TO_HOST, c.ANYONE, c.PUSH, 0,
     "<BBHHHBBBI", "state order cards refused_cards version why card reason crc *close_pairs"),
    (MSG_GET_FRAME_INFO, "GET_FRAME_INFO", c.TO_BOARD, c.TECHNICIAN | c.SUPERVISOR, c.READ,
     MSG_FRAME, "<B", "frame"),
    (MSG_GET_FRAME, "GET_FRAME", c.TO_BOARD, c.TECHNICIAN | c.SUPERVISOR, c.READ, MSG_FRAME,
     "<BH", "frame offset"),
    (MSG_FRAME, "FRAME", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<BH", "frame offset *data"),
)
