"""Everything a board can report, one table: id, name, struct format, fields with their units."""

EV_BOOTED = 1
EV_SELF_TEST_PASSED = 2
EV_SELF_TEST_FAILED = 3
EV_FAULT_RAISED = 4
EV_FAULT_CLEARED = 5
EV_LINK_UP = 6
EV_LINK_DOWN = 7
EV_SETTING_CHANGED = 8
EV_TIME_SET = 9
EV_LID_OPENED = 10
EV_LID_CLOSED = 11
EV_LID_OPENED_UNPOWERED = 12
EV_BUTTON_PRESSED = 13
EV_CARD_PASSED = 14
EV_BET_PLACED = 15
EV_BET_REMOVED = 16
EV_KEY_TURNED = 17
EV_NO_MORE_BETS = 18
EV_SUPPLY_LOW = 19
EV_SUPPLY_GOOD = 20
EV_RESTART_ORDERED = 21
EV_STORE_FINDING = 22
EV_JOURNAL_VERDICT = 23
EV_STORE_FORMATTED = 24
EV_POWER_FAILING = 25
EV_PROVISIONED = 26
EV_SESSION_OPENED = 27
EV_AUTH_FAILED = 28
EV_SEALED = 29
EV_SEAL_REFUSED = 30
EV_REPL_ATTEMPT = 31
EV_SERVICE_ENTERED = 32
EV_TWO_ROLES_ASKED = 33
EV_TWO_ROLES_DONE = 34
EV_SIGNER_SET = 35
EV_UPDATE_STAGED = 40
EV_UPDATE_ACTIVATED = 41
EV_UPDATE_FAILED = 42
EV_IMAGE_REFUSED = 43
EV_RUNS_UNSIGNED = 44
EV_SLOT_RENEWED = 45
EV_EVENTS_OVERWRITTEN = 0xF0  # written by the journal itself
EV_JOURNAL_GAP = 0xF1  # written by the journal itself

EVENTS = (
    (EV_BOOTED, "BOOTED", "<IB", "boot_count reset_cause"),
    (EV_SELF_TEST_PASSED, "SELF_TEST_PASSED", "<BI", "checks duration_ms"),
    (EV_SELF_TEST_FAILED, "SELF_TEST_FAILED", "<Bi", "check detail"),
    (EV_FAULT_RAISED, "FAULT_RAISED", "<Hi", "fault detail"),
    (EV_FAULT_CLEARED, "FAULT_CLEARED", "<HB", "fault role"),
    (EV_LINK_UP, "LINK_UP", "<B", "port"),
    (EV_LINK_DOWN, "LINK_DOWN", "<BI", "port silence_ms"),
    (EV_SETTING_CHANGED, "SETTING_CHANGED", "<Bii", "setting old_value new_value"),
    (EV_TIME_SET, "TIME_SET", "<II", "old_utc_s new_utc_s"),
    (EV_LID_OPENED, "LID_OPENED", "<", ""),
    (EV_LID_CLOSED, "LID_CLOSED", "<I", "open_ms"),
    (EV_LID_OPENED_UNPOWERED, "LID_OPENED_UNPOWERED", "<", ""),
    (EV_BUTTON_PRESSED, "BUTTON_PRESSED", "<B", "button"),
    (EV_CARD_PASSED, "CARD_PASSED", "<IH", "card_count pass_ms"),
    (EV_BET_PLACED, "BET_PLACED", "<B", "seat"),
    (EV_BET_REMOVED, "BET_REMOVED", "<B", "seat"),
    (EV_KEY_TURNED, "KEY_TURNED", "<BB", "key position"),
    (EV_NO_MORE_BETS, "NO_MORE_BETS", "<B", "level"),
    (EV_SUPPLY_LOW, "SUPPLY_LOW", "<H", "supply_mv"),
    (EV_SUPPLY_GOOD, "SUPPLY_GOOD", "<H", "supply_mv"),
    (EV_RESTART_ORDERED, "RESTART_ORDERED", "<", ""),
    (EV_STORE_FINDING, "STORE_FINDING", "<BII", "finding a b"),
    (EV_JOURNAL_VERDICT, "JOURNAL_VERDICT", "<BI", "verdict last_number"),
    (EV_STORE_FORMATTED, "STORE_FORMATTED", "<", ""),
    (EV_POWER_FAILING, "POWER_FAILING", "<H", "supply_mv"),
    (EV_PROVISIONED, "PROVISIONED", "<B", "is_again"),
    (EV_SESSION_OPENED, "SESSION_OPENED", "<BB", "port role"),
    (EV_AUTH_FAILED, "AUTH_FAILED", "<BBB", "port role failures"),
    (EV_SEALED, "SEALED", "<B", "is_sealed"),
    (EV_SEAL_REFUSED, "SEAL_REFUSED", "<B", "role"),
    (EV_REPL_ATTEMPT, "REPL_ATTEMPT", "<B", "port"),
    (EV_SERVICE_ENTERED, "SERVICE_ENTERED", "<", ""),
    (EV_TWO_ROLES_ASKED, "TWO_ROLES_ASKED", "<BIB", "request number role"),
    (EV_SIGNER_SET, "SIGNER_SET", "<I", "key_crc"),
    (EV_TWO_ROLES_DONE, "TWO_ROLES_DONE", "<BIB", "request number role"),
    (EV_UPDATE_STAGED, "UPDATE_STAGED", "<IB", "counter slot"),
    (EV_UPDATE_ACTIVATED, "UPDATE_ACTIVATED", "<IB", "counter slot"),
    (EV_UPDATE_FAILED, "UPDATE_FAILED", "<IBB", "counter slot result"),
    (EV_IMAGE_REFUSED, "IMAGE_REFUSED", "<IBB", "counter slot code"),
    (EV_RUNS_UNSIGNED, "RUNS_UNSIGNED", "<B", "reason"),
    (EV_SLOT_RENEWED, "SLOT_RENEWED", "<IB", "counter slot"),
    (EV_EVENTS_OVERWRITTEN, "EVENTS_OVERWRITTEN", "<III", "first_lost last_lost total_lost"),
    (EV_JOURNAL_GAP, "JOURNAL_GAP", "<IIB", "first_dropped last_dropped verdict"),
)
