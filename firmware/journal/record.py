"""One journal record: 128 bytes, the same in flash, on the wire and in an exported file."""

from firmware.core.bytes_into import get_u32, is_crc_good
from firmware.core.compat import const

RECORD_BYTES = const(128)
REC_NUMBER = const(0)  # u32, from 1
REC_MS = const(4)  # u32, since boot
REC_UTC_S = const(8)  # u32, 0 while nobody has told the time
REC_BOOT = const(12)  # u16
REC_TYPE = const(14)  # u8
REC_LENGTH = const(15)  # u8, bytes of payload in use
REC_PAYLOAD = const(16)
REC_PAYLOAD_MAX_BYTES = const(71)
REC_RING = const(87)  # u8: EVIDENCE or CHATTER (core/rows.py), and above it …
CLOCK_SHIFT = const(1)  # … how far the UTC can be trusted (core/rows.py)
REC_BEFORE = const(88)  # u32, number of the record before in the same ring, 0: none
REC_PREVIOUS = const(92)  # SHA-256 of the whole record before in the same ring
REC_CRC = const(124)  # CRC-32 of the 124 bytes before
HEAD_FORMAT = "<IIIHBB"

# The journal's own records; event types stay below.
TYPE_OVERFLOW = const(0xF0)  # payload <IIIB: first and last number lost unacked, total, ring
TYPE_GAP = const(0xF1)  # payload <IIBB: first and last number that recovery dropped, verdict, ring
# Both speak of their own ring only: what the other one holds between these numbers is there.

GENESIS_LABEL = b"faro-journal-2"
SEAL_LABEL = b"faro-journal-seal-2"
_ERASED = b"\xff" * RECORD_BYTES


def is_blank(buf):
    """Tell whether a slot reads as erased."""
    # The number alone decides nothing: a torn record may have left its first bytes alone.
    return buf == _ERASED


def is_good(buf):
    """Tell whether a slot holds a whole record that has not been struck out."""
    return is_crc_good(buf, RECORD_BYTES, 0) and get_u32(buf, REC_NUMBER) != 0


def is_previous(buf, digest, offset):
    """Tell whether a record names the hash at `offset` of digest as the one before."""
    for i in range(32):
        if buf[REC_PREVIOUS + i] != digest[offset + i]:
            return False
    return True
