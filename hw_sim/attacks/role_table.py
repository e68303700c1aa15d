"""Who may send what, written by hand from the rules: the yardstick for the role matrix.

Not taken from firmware/link/messages.py on purpose: a slip there must show here.  Sources:
RULES A1 (only the named role may do what the rules reserve for it), A3 (anyone may read the
record), STANDARDS 17 (anyone may verify the program) and 18 (only the technician updates it),
issue 4 (reads that leak nothing need no session).
"""

from __future__ import annotations

NOBODY = "nobody"  # no session
ROLES = ("table", "supervisor", "inspector", "technician")
EVERYBODY = (NOBODY, *ROLES)

# Reading identity, state, record and program: for everybody, surveillance included.
READS = (
    "HELLO", "DESCRIBE", "STATUS", "POLL", "GET_SETTING", "GET_FAULTS", "GET_HEALTH",
    "GET_JOURNAL", "READ_JOURNAL", "SEAL_JOURNAL", "GET_UPDATE", "ATTEST", "GET_ATTESTATION",
    "GET_ATTESTED_FILE", "GET_CHANGE",
    "GET_JACKPOT", "GET_METERS", "GET_HIT", "GET_EVIDENCE", "SEAL_EVIDENCE", "GET_DEFERRED",
)  # fmt: skip

MAY: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(READS, EVERYBODY),
    "ACK": ("table",),  # whoever acks says that the record is safe elsewhere
    "TIME": ROLES,
    "SET_SETTING": ("technician",),
    "CLEAR_FAULT": ("supervisor", "inspector", "technician"),
    "RESTART": ("supervisor", "technician"),
    "CLOSE_SESSION": ROLES,
    "CONFIRM": ROLES,
    "SEAL": ("technician",),
    "ENTER_SERVICE": ("technician",),
    "RESET_STORE": ("technician",),
    "SET_SIGNER": ("technician",),
    "UPDATE_BEGIN": ("technician",),
    "UPDATE_FILE": ("technician",),
    "UPDATE_DATA": ("technician",),
    "UPDATE_FINISH": ("technician",),
    # The round is the table software's; what gives money back may be a supervisor's order too.
    "TELL_ANTES": ("table",),
    "FREEZE": ("table",),
    "TELL_HANDS": ("table",),
    "CLAIM": ("table", "supervisor"),
    "VOID_HAND": ("table", "supervisor"),
    "VOID_ROUND": ("table", "supervisor"),
    "END_ROUND": ("table", "supervisor"),
    # Money leaves or enters a pool only by two: the supervisor asks, the inspector confirms.
    "CONFIRM_HIT": ("supervisor",),
    "CANCEL_HIT": ("supervisor",),
    "ADJUST_POOL": ("supervisor",),
    "LOAD_TABLES": ("supervisor",),
    "LOAD_BOOK": ("supervisor",),
    "SET_LINK_KEY": ("technician",),
}

# These decide by themselves, not by the sender's role; attacks of their own try them.
BY_OTHER_MEANS = ("PROVISION", "OPEN_SESSION", "LINK_POLL", "LINK_REPLY")

# Faults that only one role may clear (CSP 14.15, NS 1.18.2): LID_OPENED_UNPOWERED is 16.
CLEARS_LID_FAULT = ("inspector",)
