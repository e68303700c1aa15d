"""Images, updates and attestation: events and messages."""

from firmware.core.rows import ANYONE, MSG_OK, ONCE, PUSH, READ, TECHNICIAN, TO_BOARD, TO_HOST

EV_UPDATE_STAGED = 40
EV_UPDATE_ACTIVATED = 41
EV_UPDATE_FAILED = 42
EV_IMAGE_REFUSED = 43
EV_RUNS_UNSIGNED = 44
EV_SLOT_RENEWED = 45

MSG_UPDATE_BEGIN = 40
MSG_UPDATE_DATA = 42
MSG_UPDATE_FINISH = 43
MSG_GET_UPDATE = 44
MSG_UPDATE_STATE = 45
MSG_ATTEST = 46
MSG_GET_ATTESTATION = 47
MSG_ATTESTATION = 48
MSG_GET_CHANGE = 51
MSG_CHANGE = 52

# id, name, struct format, fields with their units
EVENTS = (
    (EV_UPDATE_STAGED, "UPDATE_STAGED", "<IB", "counter slot"),
    (EV_UPDATE_ACTIVATED, "UPDATE_ACTIVATED", "<IB", "counter slot"),
    (EV_UPDATE_FAILED, "UPDATE_FAILED", "<IBB", "counter slot result"),
    (EV_IMAGE_REFUSED, "IMAGE_REFUSED", "<IBB", "counter slot code"),
    (EV_RUNS_UNSIGNED, "RUNS_UNSIGNED", "<B", "reason"),
    (EV_SLOT_RENEWED, "SLOT_RENEWED", "<IB", "counter slot"),
)

# id, name, direction, who may, rule, answer, struct format, fields (* = the bytes that follow)
MESSAGES = (
    (MSG_UPDATE_BEGIN, "UPDATE_BEGIN", TO_BOARD, TECHNICIAN, ONCE, MSG_OK, "<I", "total_bytes"),
    (MSG_UPDATE_DATA, "UPDATE_DATA", TO_BOARD, TECHNICIAN, ONCE, MSG_OK, "<I", "offset *data"),
    (MSG_UPDATE_FINISH, "UPDATE_FINISH", TO_BOARD, TECHNICIAN, ONCE, MSG_OK, "<", ""),
    (MSG_GET_UPDATE, "GET_UPDATE", TO_BOARD, ANYONE, READ, MSG_UPDATE_STATE, "<", ""),
    (MSG_UPDATE_STATE, "UPDATE_STATE", TO_HOST, ANYONE, PUSH, 0, "<BBIIBBIB",
     "state code done_bytes total_bytes active_slot pending_slot minimum_counter spare_state"),
    (MSG_ATTEST, "ATTEST", TO_BOARD, ANYONE, ONCE, MSG_OK, "<16s", "nonce"),
    (MSG_GET_ATTESTATION, "GET_ATTESTATION", TO_BOARD, ANYONE, READ, MSG_ATTESTATION, "<", ""),
    (MSG_ATTESTATION, "ATTESTATION", TO_HOST, ANYONE, PUSH, 0, "<BBIB32s32s32s32s",
     "state percent hashed_bytes slot code_hash settings_hash base_hash mac"),
    (MSG_GET_CHANGE, "GET_CHANGE", TO_BOARD, ANYONE, READ, MSG_CHANGE, "<B", "age"),
    (MSG_CHANGE, "CHANGE", TO_HOST, ANYONE, PUSH, 0, "<BBI8sIBBB",
     "age count counter build time_s result slot is_utc"),
)
