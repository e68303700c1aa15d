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
    "GET_CHANGE", "GET_AUDIT", "GET_AUDIT_LINES", "GET_ENROLMENT",
    "GET_JACKPOT", "GET_METERS", "GET_HIT", "GET_EVIDENCE", "SEAL_EVIDENCE", "GET_DEFERRED",
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
    "GET_DEED": ROLES,  # tagged: what a person is shown comes from the board
    "ALLOW_ONE_CAMERA": ("technician",),  # and a second role confirms it
    "SEAL": ("technician",),
    "ENTER_SERVICE": ("technician",),
    "RESET_STORE": ("technician",),
    "SET_SIGNER": ("technician",),
    "UPDATE_BEGIN": ("technician",),
    "UPDATE_DATA": ("technician",),
    "UPDATE_FINISH": ("technician",),
    # a census is begun with each new pack, and on order (CSP 3.4, 3.8); all of it is recorded
    "AUDIT_BEGIN": ROLES,
    "AUDIT_END": ROLES,
    "FEED_AGAIN": ROLES,
    "ENROL_BEGIN": ("technician",),
    "ENROL_END": ("technician",),
    "GET_FRAME_INFO": ("technician", "supervisor"),
    "GET_FRAME": ("technician", "supervisor"),
    # rulings: what was ruled is no secret; facts that decide one are the supervisor's to say
    # (RULES S7), a finding may come from whoever watches the table
    "GET_RULING": EVERYBODY,
    "GET_DAMAGED": EVERYBODY,
    "ANSWER": ("supervisor",),
    "MARK_DAMAGED": ("supervisor",),
    "REPORT_FINDING": ("table", "supervisor", "inspector"),
    # a ruling is taken back, and odds change, by a supervisor (TCB 14.8); steps by who does them
    "WITHDRAW_RULING": ("supervisor",),
    "CHANGE_ODDS": ("supervisor",),
    "RULING_DONE": ("table", "supervisor", "inspector"),
    # The round is the table software's; what gives money back may be a supervisor's order too.
    "TELL_ANTES": ("table",),
    "FREEZE": ("table",),
    "TELL_HANDS": ("table",),
    "CLAIM": ("table", "supervisor"),
    "VOID_HAND": ("table", "supervisor"),
    "VOID_ROUND": ("table", "supervisor"),
    "REOPEN_WAGERS": ("table", "supervisor"),
    # Money leaves or enters a pool only by two: the supervisor asks, the inspector confirms.
    "CONFIRM_HIT": ("supervisor",),
    "CANCEL_HIT": ("supervisor",),
    "ADJUST_POOL": ("supervisor",),
    "LOAD_TABLES": ("supervisor",),
    "LOAD_BOOK": ("supervisor",),
    "SET_TERMS": ("supervisor",),  # what the jackpot takes and pays: no technician's business
    "SET_LINK_KEY": ("technician",),
}

# The shuffling device: the table orders shuffles and packets; counting is a supervisor's or an
# inspector's order (TCP/FCP/CSP 3.8, LDB 3.9); everybody with a session may stop a machine.
MAY.update(
    {
        "SHUFFLE": ("table", "supervisor"),
        "DELIVER": ("table", "supervisor"),
        "ABORT_CYCLE": ROLES,
        "COUNT_CARDS": ("supervisor", "inspector"),
        "WAY_CLEARED": ("supervisor", "inspector", "technician"),
        "OPEN_GATE": ("supervisor",),
        "GET_CYCLE": EVERYBODY,
        "GET_TRENDS": EVERYBODY,
    }
)

# Tables and rounds: wagers and cards are the table's business, a void round is a casino
# supervisor's (FCP 12.9, TCB 12.6, LDB 10.8); how a round stands may be seen by everybody, a hand
# that lies face down by table software, supervisor and inspector (`hole-cards` tries the others).
MAY.update(
    {
        "OPEN_TABLE": ("table", "supervisor"),
        "SET_AREAS": ("table", "supervisor"),
        "PACK_LOADED": ("table", "supervisor"),
        "TELL_ROUND": ("table", "supervisor"),
        "DECIDE": ("table",),
        "END_ROUND": ("table", "supervisor", "inspector"),
        "GET_TABLE": EVERYBODY,
    }
)

# These decide by themselves, not by the sender's role; attacks of their own try them.
BY_OTHER_MEANS = ("PROVISION", "OPEN_SESSION", "LINK_POLL", "LINK_REPLY")

# Faults that only one role may clear (CSP 14.15, NS 1.18.2): LID_OPENED_UNPOWERED is 16.
CLEARS_LID_FAULT = ("inspector",)
