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
)  # fmt: skip

# Roots are published, and a proof names a card that was dealt (RULES A2, A3).
READS_PROOFS = ("GET_COMMITMENT", "GET_PROOF")

MAY: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(READS, EVERYBODY),
    **dict.fromkeys(READS_PROOFS, EVERYBODY),
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
    # rulings: what was ruled is no secret; facts that decide one are the supervisor's to say
    # (RULES S7), a finding may come from whoever watches the table
    "GET_RULING": EVERYBODY,
    "GET_DAMAGED": EVERYBODY,
    "ANSWER": ("supervisor",),
    "MARK_DAMAGED": ("supervisor",),
    "REPORT_FINDING": ("table", "supervisor", "inspector"),
}

# These decide by themselves, not by the sender's role; attacks of their own try them.
BY_OTHER_MEANS = ("PROVISION", "OPEN_SESSION")

# Faults that only one role may clear (CSP 14.15, NS 1.18.2): LID_OPENED_UNPOWERED is 16.
CLEARS_LID_FAULT = ("inspector",)
