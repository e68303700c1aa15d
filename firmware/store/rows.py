"""What the store reports and what can be wrong with it."""

from firmware.core.rows import EVIDENCE, LOCK, TECHNICIAN, WARNING

EV_STORE_FINDING = 22
EV_STORE_FORMATTED = 24

FAULT_FRAM_A_LOST = 4
FAULT_FRAM_B_LOST = 5
FAULT_STORE_LOST = 6

# id, name, struct format, fields with their units
EVENTS = (
    (EV_STORE_FINDING, "STORE_FINDING", "<BII", "finding a b"),
    (EV_STORE_FORMATTED, "STORE_FORMATTED", "<", ""),
)

# event, ring, most at once, seconds for one more (firmware/journal/rations.py)
RATIONS = (
    (EV_STORE_FINDING, EVIDENCE, 64, 300),
)

# code, name, how bad, who may clear it
FAULTS = (
    (FAULT_FRAM_A_LOST, "FRAM_A_LOST", WARNING, TECHNICIAN),
    (FAULT_FRAM_B_LOST, "FRAM_B_LOST", WARNING, TECHNICIAN),
    (FAULT_STORE_LOST, "STORE_LOST", LOCK, TECHNICIAN),
)
