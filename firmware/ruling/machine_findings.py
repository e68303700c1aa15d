"""What a fault of the shuffling device is to the game rules (S1, S2)."""

from firmware.rounds.findings import FND_MISSING_CARD
from firmware.ruling.findings_told import (
    FND_CYCLE_INCOMPLETE,
    FND_DEVICE_FAILED,
    FND_INTERMIXING_STOPPED,
    FND_JAM,
)
from firmware.shuffler.rows import (
    FAULT_CAROUSEL_LOST,
    FAULT_CYCLE_INCOMPLETE,
    FAULT_CYCLE_INTERRUPTED,
    FAULT_DOUBLE_FEED,
    FAULT_EJECT_FAILED,
    FAULT_FEED_FAILED,
    FAULT_FEED_MOTOR,
    FAULT_GATE_DOUBT,
    FAULT_JAM,
    FAULT_NOT_MIXING,
    FAULT_OUTPUT_DIFFERS,
    FAULT_PACK_REFUSED,
    FAULT_UNREAD,
)

# the card path stands still, the cards are not mixed, the cycle has no end, or a part can't do its
# work any more
FAULT_FINDINGS = (
    (FAULT_JAM, FND_JAM),
    (FAULT_FEED_FAILED, FND_JAM),
    (FAULT_DOUBLE_FEED, FND_JAM),
    (FAULT_EJECT_FAILED, FND_JAM),
    (FAULT_NOT_MIXING, FND_INTERMIXING_STOPPED),
    (FAULT_CYCLE_INCOMPLETE, FND_CYCLE_INCOMPLETE),
    (FAULT_CYCLE_INTERRUPTED, FND_CYCLE_INCOMPLETE),
    (FAULT_UNREAD, FND_CYCLE_INCOMPLETE),
    (FAULT_CAROUSEL_LOST, FND_DEVICE_FAILED),
    (FAULT_FEED_MOTOR, FND_DEVICE_FAILED),
    (FAULT_OUTPUT_DIFFERS, FND_DEVICE_FAILED),
    (FAULT_GATE_DOUBT, FND_DEVICE_FAILED),
    (FAULT_PACK_REFUSED, FND_MISSING_CARD),
)


def finding_of(fault):
    """The finding that a fault is; 0 where the rules do not speak of it."""
    for code, finding in FAULT_FINDINGS:
        if code == fault:
            return finding
    return 0
