"""What a fault of the shuffling device is to the game rules (S1, S2)."""

from firmware.rounds.findings import FND_MISSING_CARD
from firmware.ruling import findings_told as t
from firmware.shuffler import rows as shuffler_rows

# the card path stands still, the cards are not mixed, the cycle has no end, or a part can't do its
# work any more
FAULT_FINDINGS = (
    (shuffler_rows.FAULT_JAM, t.FND_JAM),
    (shuffler_rows.FAULT_FEED_FAILED, t.FND_JAM),
    (shuffler_rows.FAULT_DOUBLE_FEED, t.FND_JAM),
    (shuffler_rows.FAULT_EJECT_FAILED, t.FND_JAM),
    (shuffler_rows.FAULT_NOT_MIXING, t.FND_INTERMIXING_STOPPED),
    (shuffler_rows.FAULT_CYCLE_INCOMPLETE, t.FND_CYCLE_INCOMPLETE),
    (shuffler_rows.FAULT_CYCLE_INTERRUPTED, t.FND_CYCLE_INCOMPLETE),
    (shuffler_rows.FAULT_UNREAD, t.FND_CYCLE_INCOMPLETE),
    (shuffler_rows.FAULT_CAROUSEL_LOST, t.FND_DEVICE_FAILED),
    (shuffler_rows.FAULT_FEED_MOTOR, t.FND_DEVICE_FAILED),
    (shuffler_rows.FAULT_OUTPUT_DIFFERS, t.FND_DEVICE_FAILED),
    (shuffler_rows.FAULT_GATE_DOUBT, t.FND_DEVICE_FAILED),
    (shuffler_rows.FAULT_PACK_REFUSED, FND_MISSING_CARD),
)


def finding_of(fault):
    """The finding that a fault is; 0 where the rules do not speak of it."""
    for code, finding in FAULT_FINDINGS:
        if code == fault:
            return finding
    return 0
