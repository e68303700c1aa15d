"""The shuffling machine and its proofs: events (70–109), faults (30–59), messages (68–82)."""

from firmware.core import rows as c

EV_CYCLE_STARTED = 70
EV_STEP_DONE = 71
EV_CYCLE_READY = 72
EV_PACKET_OFFERED = 73
EV_PACKET_TAKEN = 74
EV_CYCLE_ENDED = 75
EV_ABORTED = 76
EV_JAM_FOUND = 77
EV_RETRIED = 78
EV_CALLED = 79
EV_PACK_VERDICT = 80
EV_CARD_FINDING = 81
EV_CARD_DAMAGED = 82
EV_GATE_OPENED = 83
EV_GATE_OVERRIDDEN = 84
EV_MIXING_STOPPED = 85
EV_STEP_OVERDUE = 86
EV_OUTPUT_DIFFERED = 87
EV_CYCLE_INTERRUPTED = 88
EV_TREND_WARNING = 89
EV_PACK_COUNTED = 90
EV_CLEARED_BY_PERSON = 91
EV_BOX_DEALT = 92
EV_SHUFFLE_COMMITTED = 95
EV_CARDS_DEALT = 96

FAULT_JAM = 30
FAULT_NOT_MIXING = 31
FAULT_CYCLE_INCOMPLETE = 32
FAULT_FEED_FAILED = 33
FAULT_CAROUSEL_LOST = 34
FAULT_DOUBLE_FEED = 35
FAULT_FEED_MOTOR = 36
FAULT_EJECT_FAILED = 38
FAULT_CYCLE_INTERRUPTED = 39
FAULT_OUTPUT_DIFFERS = 40
FAULT_UNREAD = 41
FAULT_GATE_DOUBT = 42
FAULT_PACK_REFUSED = 43
FAULT_SERVICE_DUE = 44

MSG_SHUFFLE = 68
MSG_DELIVER = 69
MSG_ABORT_CYCLE = 70
MSG_COUNT_CARDS = 71
MSG_WAY_CLEARED = 72
MSG_OPEN_GATE = 73
MSG_GET_CYCLE = 74
MSG_CYCLE = 75
MSG_GET_TRENDS = 76
MSG_TRENDS = 77
MSG_GET_COMMITMENT = 78
MSG_COMMITMENT = 79
MSG_GET_PROOF = 80
MSG_PROOF = 81

CARDS_PER_EVENT = 60  # what fits a record; unused places are NO_CARD
NO_CARD = 0xFF

# id, name, struct format, fields with their units
EVENTS = (
    (EV_CYCLE_STARTED, "CYCLE_STARTED", "<BBI", "mode decks cycle"),
    (EV_STEP_DONE, "STEP_DONE", "<BHI", "step cards duration_ms"),
    (EV_CYCLE_READY, "CYCLE_READY", "<HBI", "cards is_shuffled duration_ms"),
    (EV_PACKET_OFFERED, "PACKET_OFFERED", "<HH", "first_position cards"),
    (EV_PACKET_TAKEN, "PACKET_TAKEN", "<HH", "first_position cards"),
    (EV_CYCLE_ENDED, "CYCLE_ENDED", "<I", "cycle"),
    (EV_ABORTED, "ABORTED", "<BHB", "step cards role"),
    (EV_JAM_FOUND, "JAM_FOUND", "<BBBHHH", "step evidence gates travel_mm speed_mm_s current_ma"),
    (EV_RETRIED, "RETRIED", "<BBB", "trouble attempt remedy"),
    (EV_CALLED, "CALLED", "<BBH", "step trouble cards_inside"),
    (EV_PACK_VERDICT, "PACK_VERDICT", "<BHBBBB",
     "is_good cards missing_cards extra_cards strange_cards unread_cards"),
    (EV_CARD_FINDING, "CARD_FINDING", "<BBB", "kind card count"),
    (EV_CARD_DAMAGED, "CARD_DAMAGED", "<BB", "card trouble"),
    (EV_GATE_OPENED, "GATE_OPENED", "<B", "reason"),
    (EV_GATE_OVERRIDDEN, "GATE_OVERRIDDEN", "<BBB", "asked_by confirmed_by step"),
    (EV_MIXING_STOPPED, "MIXING_STOPPED", "<BBhh", "source statistic value limit"),
    (EV_STEP_OVERDUE, "STEP_OVERDUE", "<BIH", "step elapsed_ms cards"),
    (EV_OUTPUT_DIFFERED, "OUTPUT_DIFFERED", "<BH", "kind position"),
    (EV_CYCLE_INTERRUPTED, "CYCLE_INTERRUPTED", "<BHHB",
     "step cards_in_carousel cards_delivered cards_in_way"),
    (EV_TREND_WARNING, "TREND_WARNING", "<BHI", "trend value forecast_cards"),
    (EV_PACK_COUNTED, "PACK_COUNTED", "<BHH", "is_good cards differing_cards"),
    (EV_CLEARED_BY_PERSON, "CLEARED_BY_PERSON", "<BB", "trouble role"),
    (EV_BOX_DEALT, "BOX_DEALT", "<IB10s", "cycle count box_cards"),
    (EV_SHUFFLE_COMMITTED, "SHUFFLE_COMMITTED", "<IH32s", "shuffle cards root"),
    (EV_CARDS_DEALT, "CARDS_DEALT", "<IHB60s", "shuffle first_position count dealt_cards"),
)

# event, ring, most at once, seconds for one more (firmware/journal/rations.py)
RATIONS = (
    (EV_TREND_WARNING, c.CHATTER, 16, 60),
)

# code, name, how bad, who may clear it
FAULTS = (
    (FAULT_JAM, "JAM", c.STOP, c.STAFF),  # TCP/FCP 13.1, CSP 15.1
    (FAULT_NOT_MIXING, "NOT_MIXING", c.STOP, c.INSPECTOR),  # TCP/FCP 13.1, CSP 15.1
    (FAULT_CYCLE_INCOMPLETE, "CYCLE_INCOMPLETE", c.STOP, c.STAFF),  # TCP/FCP 13.1, CSP 15.1
    (FAULT_FEED_FAILED, "FEED_FAILED", c.STOP, c.STAFF),
    (FAULT_CAROUSEL_LOST, "CAROUSEL_LOST", c.STOP, c.STAFF),
    (FAULT_DOUBLE_FEED, "DOUBLE_FEED", c.STOP, c.STAFF),
    (FAULT_FEED_MOTOR, "FEED_MOTOR", c.STOP, c.TECHNICIAN),
    (FAULT_EJECT_FAILED, "EJECT_FAILED", c.STOP, c.STAFF),
    (FAULT_CYCLE_INTERRUPTED, "CYCLE_INTERRUPTED", c.STOP, c.STAFF),
    (FAULT_OUTPUT_DIFFERS, "OUTPUT_DIFFERS", c.STOP, c.INSPECTOR),
    (FAULT_UNREAD, "UNREAD", c.STOP, c.STAFF),
    (FAULT_GATE_DOUBT, "GATE_DOUBT", c.STOP, c.STAFF),
    (FAULT_PACK_REFUSED, "PACK_REFUSED", c.WARNING, c.STAFF),
    (FAULT_SERVICE_DUE, "SERVICE_DUE", c.WARNING, c.TECHNICIAN),
)

# id, name, direction, who may, rule, answer, struct format, fields (* = the bytes that follow)
MESSAGES = (
    (MSG_SHUFFLE, "SHUFFLE", c.TO_BOARD, c.TABLE | c.SUPERVISOR, c.ONCE, c.MSG_OK,
     "<BB", "mode decks"),
    (MSG_DELIVER, "DELIVER", c.TO_BOARD, c.TABLE | c.SUPERVISOR, c.ONCE, c.MSG_OK, "<H", "cards"),
    (MSG_ABORT_CYCLE, "ABORT_CYCLE", c.TO_BOARD, c.EVERY_ROLE, c.ONCE, c.MSG_OK, "<", ""),
    # TCP/FCP/CSP 3.8, LDB 3.9: on a supervisor's or an inspector's order
    (MSG_COUNT_CARDS, "COUNT_CARDS", c.TO_BOARD, c.SUPERVISOR | c.INSPECTOR, c.ONCE, c.MSG_OK,
     "<", ""),
    (MSG_WAY_CLEARED, "WAY_CLEARED", c.TO_BOARD, c.SUPERVISOR | c.INSPECTOR | c.TECHNICIAN, c.ONCE,
     c.MSG_OK, "<", ""),
    # the supervisor asks, the inspector confirms (STANDARDS 8)
    (MSG_OPEN_GATE, "OPEN_GATE", c.TO_BOARD, c.SUPERVISOR, c.ONCE, c.MSG_PENDING, "<", ""),
    (MSG_GET_CYCLE, "GET_CYCLE", c.TO_BOARD, c.ANYONE, c.READ, MSG_CYCLE, "<", ""),
    (MSG_CYCLE, "CYCLE", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<BBBBBHHHHBBIBBB",
     "state mode decks trouble is_dealable cards_expected cards_read cards_inside"
     " cards_dealt gates is_gate_open cycle has_feed has_output back *inside"),
    (MSG_GET_TRENDS, "GET_TRENDS", c.TO_BOARD, c.ANYONE, c.READ, MSG_TRENDS, "<", ""),
    (MSG_TRENDS, "TRENDS", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<IIHHHHI",
     "cards_fed retries feed_time_us_per_mm roller_um_per_mm current_ma retries_ppm"
     " forecast_cards"),
    (MSG_GET_COMMITMENT, "GET_COMMITMENT", c.TO_BOARD, c.ANYONE, c.READ, MSG_COMMITMENT,
     "<B", "age"),
    (MSG_COMMITMENT, "COMMITMENT", c.TO_HOST, c.ANYONE, c.PUSH, 0,
     "<BIHHB32s", "age shuffle cards dealt depth root"),
    (MSG_GET_PROOF, "GET_PROOF", c.TO_BOARD, c.ANYONE, c.READ, MSG_PROOF,
     "<IHB", "shuffle position height"),
    (MSG_PROOF, "PROOF", c.TO_HOST, c.ANYONE, c.PUSH, 0,
     "<IHBBB16s", "shuffle position height depth card nonce *path"),
)
