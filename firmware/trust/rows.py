"""Keys, sessions, seals and the second role: events, faults, messages."""

from firmware.core import rows as c

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

FAULT_ENTROPY = 17

MSG_PROVISION = 23
MSG_CONFIRM = 27
MSG_SEAL = 29
MSG_ENTER_SERVICE = 30
MSG_RESET_STORE = 31
MSG_GET_DEED = 38
MSG_DEED = 39
MSG_SET_SIGNER = 53

# id, name, struct format, fields with their units
EVENTS = (
    (EV_PROVISIONED, "PROVISIONED", "<B", "is_again"),
    (EV_SESSION_OPENED, "SESSION_OPENED", "<BBH", "port role person"),
    (EV_AUTH_FAILED, "AUTH_FAILED", "<BBB", "port role failures"),
    (EV_SEALED, "SEALED", "<B", "is_sealed"),
    (EV_SEAL_REFUSED, "SEAL_REFUSED", "<B", "role"),
    (EV_REPL_ATTEMPT, "REPL_ATTEMPT", "<B", "port"),
    (EV_SERVICE_ENTERED, "SERVICE_ENTERED", "<", ""),
    # the parameters are the request's payload; zeros follow
    (EV_TWO_ROLES_ASKED, "TWO_ROLES_ASKED", "<BIBH60s", "request number role person parameters"),
    (EV_TWO_ROLES_DONE, "TWO_ROLES_DONE", "<BIBH", "request number role person"),
    (EV_SIGNER_SET, "SIGNER_SET", "<I", "key_crc"),
)

# event, ring, most at once, seconds for one more (firmware/journal/rations.py)
RATIONS = (
    (EV_SESSION_OPENED, c.CHATTER, 64, 60),
    (EV_AUTH_FAILED, c.CHATTER, 64, 60),
    (EV_SEAL_REFUSED, c.CHATTER, 16, 60),
    (EV_REPL_ATTEMPT, c.CHATTER, 16, 60),
)

# code, name, how bad, who may clear it
FAULTS = (
    (FAULT_ENTROPY, "ENTROPY", c.STOP, c.TECHNICIAN),
)

# id, name, direction, who may, rule, answer, struct format, fields (* = the bytes that follow)
MESSAGES = (
    # from anyone: a board without keys, its lid open, on USB; otherwise the technician, and another
    # role confirms: PENDING, with the number 0 where nobody has to
    (MSG_PROVISION, "PROVISION", c.TO_BOARD, c.ANYONE, c.ONCE, c.MSG_PENDING,
     "<32s32s32s32s32s", "device_key table_key supervisor_key inspector_key technician_key"),
    (MSG_CONFIRM, "CONFIRM", c.TO_BOARD, c.EVERY_ROLE | c.WHEN_LOCKED, c.ONCE, c.MSG_OK,
     "<I16s", "number digest"),
    (MSG_GET_DEED, "GET_DEED", c.TO_BOARD, c.EVERY_ROLE, c.READ, MSG_DEED, "<", ""),
    (MSG_DEED, "DEED", c.TO_HOST, c.ANYONE, c.PUSH, 0,
     "<BIBHH", "request number role person left_s *parameters"),
    (c.MSG_PENDING, "PENDING", c.TO_HOST, c.ANYONE, c.PUSH, 0,
     "<BIBH", "request number roles limit_s"),
    (MSG_SEAL, "SEAL", c.TO_BOARD, c.TECHNICIAN, c.ONCE, c.MSG_OK, "<B", "is_sealed"),
    (MSG_ENTER_SERVICE, "ENTER_SERVICE", c.TO_BOARD, c.TECHNICIAN, c.ONCE, c.MSG_OK, "<", ""),
    (MSG_RESET_STORE, "RESET_STORE", c.TO_BOARD, c.TECHNICIAN | c.WHEN_LOCKED, c.ONCE,
     c.MSG_PENDING, "<", ""),
    (MSG_SET_SIGNER, "SET_SIGNER", c.TO_BOARD, c.TECHNICIAN, c.ONCE, c.MSG_OK,
     "<60s", "public_key"),
)
