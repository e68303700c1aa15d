"""Why a request was refused, by number; numbers are never used again."""

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
ERR_OTHER_DEED = 26
ERR_SAME_PERSON = 27
ERR_TOO_OFTEN = 29
ERR_NOT_RUNNING = 30
ERR_NOT_ENROLLED = 31
ERR_WRONG_PHASE = 40
ERR_OUT_OF_TURN = 41
ERR_CARDS_SHORT = 42
ERR_DEVICE_ONLY = 43
ERR_NO_TABLE = 44
ERR_WITHHELD = 45
ERR_STOPPED = 46
ERR_NOT_ANNOUNCED = 47
ERR_INTERNAL = 50
ERR_PAST_END = 51
ERR_WAIT = 52
ERR_NOT_NOW = 53
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
    (ERR_OTHER_DEED, "other_deed"),
    (ERR_SAME_PERSON, "same_person"),
    (ERR_TOO_OFTEN, "too_often"),
    (ERR_NOT_RUNNING, "not_running"),
    (ERR_NOT_ENROLLED, "not_enrolled"),
    (ERR_WRONG_PHASE, "wrong_phase"),
    (ERR_OUT_OF_TURN, "out_of_turn"),
    (ERR_CARDS_SHORT, "cards_short"),
    (ERR_DEVICE_ONLY, "device_only"),
    (ERR_NO_TABLE, "no_table"),
    (ERR_WITHHELD, "withheld"),
    (ERR_STOPPED, "stopped"),
    (ERR_NOT_ANNOUNCED, "not_announced"),
    (ERR_INTERNAL, "internal"),
    (ERR_PAST_END, "past_end"),
    (ERR_WAIT, "wait"),
    (ERR_NOT_NOW, "not_now"),
    (ERR_WRONG_ROUND, "wrong_round"),
    (ERR_NO_WAGER, "no_wager"),
    (ERR_UNPAID, "unpaid"),
    (ERR_CLAIM_REFUSED, "claim_refused"),
)
