"""The journal's events, faults and messages."""

from firmware.core import rows as c

EV_JOURNAL_VERDICT = 23
EV_EVENTS_OVERWRITTEN = 0xF0  # written by the journal itself
EV_JOURNAL_GAP = 0xF1  # written by the journal itself
EV_CHATTER_DROPPED = 0xF2  # written by the recorder

FAULT_JOURNAL_DAMAGED = 7
FAULT_EVENTS_OVERWRITTEN = 15

MSG_GET_JOURNAL = 32
MSG_JOURNAL_INFO = 33
MSG_READ_JOURNAL = 34
MSG_JOURNAL_RECORD = 35
MSG_SEAL_JOURNAL = 36
MSG_JOURNAL_SEAL = 37

# id, name, struct format, fields with their units
EVENTS = (
    (EV_JOURNAL_VERDICT, "JOURNAL_VERDICT", "<BI", "verdict last_number"),
    (EV_EVENTS_OVERWRITTEN, "EVENTS_OVERWRITTEN", "<IIIB", "first_lost last_lost total_lost ring"),
    (EV_JOURNAL_GAP, "JOURNAL_GAP", "<IIBB", "first_dropped last_dropped verdict ring"),
    (EV_CHATTER_DROPPED, "CHATTER_DROPPED", "<BI", "event dropped"),
)

# event, ring, most at once, seconds for one more; core/rows.py says what the rings are for
RATIONS = ((EV_CHATTER_DROPPED, c.CHATTER, 255, 1),)

# code, name, how bad, who may clear it
FAULTS = (
    (FAULT_JOURNAL_DAMAGED, "JOURNAL_DAMAGED", c.WARNING, c.INSPECTOR),
    (FAULT_EVENTS_OVERWRITTEN, "EVENTS_OVERWRITTEN", c.WARNING, c.STAFF),
)

# id, name, direction, who may, rule, answer, struct format, fields (* = the bytes that follow)
MESSAGES = (
    (MSG_GET_JOURNAL, "GET_JOURNAL", c.TO_BOARD, c.ANYONE, c.READ, MSG_JOURNAL_INFO, "<", ""),
    (MSG_JOURNAL_INFO, "JOURNAL_INFO", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<IIIIIIB",
     "evidence_first chatter_first last acked capacity lost_total verdict"),
    (MSG_READ_JOURNAL, "READ_JOURNAL", c.TO_BOARD, c.ANYONE, c.READ, MSG_JOURNAL_RECORD,
     "<I", "number"),
    (MSG_JOURNAL_RECORD, "JOURNAL_RECORD", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<I", "number *record"),
    (MSG_SEAL_JOURNAL, "SEAL_JOURNAL", c.TO_BOARD, c.ANYONE, c.READ, MSG_JOURNAL_SEAL,
     "<16s", "nonce"),
    (MSG_JOURNAL_SEAL, "JOURNAL_SEAL", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<IIIII32s32s32s",
     "epoch evidence_first evidence_last chatter_first chatter_last evidence_head chatter_head"
     " seal"),
)
