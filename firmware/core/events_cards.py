"""What reading, census, enrolment and service report; same rows as in event_table."""

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

# flags of CARD_READ
FLAG_FED_AGAIN = 1  # refused before, this is its second way through
FLAG_ONE_CAMERA = 2  # read by one camera alone, as a signed setting allows
FLAG_NO_BACK = 4  # the colour of its back is not known

NO_FRAME = 0xFF  # in place of a number in the service file

EVENTS = (
    (EV_CARD_READ, "CARD_READ", "<HBBB", "position card back flags"),
    (EV_CARD_REFUSED, "CARD_REFUSED", "<HBBBB", "position reading reason_a reason_b frame"),
    (EV_CARD_STRANGE, "CARD_STRANGE", "<HBBB", "position reading back card"),
    (EV_CONTRADICTION, "CONTRADICTION", "<BHHB", "card position earlier_position frame"),
    (EV_CARD_PULLED_BACK, "CARD_PULLED_BACK", "<HH", "drawn_mm pass_ms"),
    (EV_CARD_FED_AGAIN, "CARD_FED_AGAIN", "<H", "unread"),
    (EV_AUDIT_BEGUN, "AUDIT_BEGUN", "<BBB", "decks back role"),
    (EV_AUDIT_PASSED, "AUDIT_PASSED", "<BHB", "decks cards back"),
    (
        EV_AUDIT_FAILED,
        "AUDIT_FAILED",
        "<BHHHHH",
        "decks cards missing_cards extra_cards strange_cards unread_cards",
    ),
    (EV_AUDIT_FINDING, "AUDIT_FINDING", "<BBBHH", "line reading count position other_position"),
    (EV_ENROL_BEGUN, "ENROL_BEGUN", "<BB", "order role"),
    (EV_ENROLLED, "ENROLLED", "<HIBB", "version crc reads close_pairs"),
    (EV_ENROL_REFUSED, "ENROL_REFUSED", "<BHBB", "why position card reason"),
    (EV_CAMERA_TREND, "CAMERA_TREND", "<BBBB", "camera trend level_percent dirty_pixels"),
    (EV_FRAMES_READ, "FRAMES_READ", "<B", "frames"),
    (EV_AUDIT_RESTORED, "AUDIT_RESTORED", "<HH", "cards reads"),
)
