"""Where everything lies in the two FRAM chips; docs/storage.md shows the same as a map.

Both halves of both chips have the same plan.  Chip 0 holds copies 0 and 2 (low and high half,
16 kB apart, so that no single address line or cell array defect takes both), chip 1 copy 1.
"""

from firmware.core.compat import const

HALF_BYTES = const(0x4000)
MARK_AT = const(0x0000)  # chip mark, in both halves of both chips
HEAD_AT = const(0x0040)  # heads of the journal's rings, low half of both chips
HEAD_PLACES = const(2)  # for each ring
HEAD_PLACE_BYTES = const(0x30)
HEADS_BYTES = const(0xC0)
HOME_AT = const(0x0100)  # cells at home
INTENT_AT = const(0x2000)  # header, then the slots of the last commit
TRACK_AT = const(0x3100)  # one row for each card in the shuffler, low half of both chips
HISTORY_AT = const(0x3080)  # the meter's last 100 hits, 36 bytes each, behind any intent
AREA_END = const(0x4000)

COPY_COUNT = const(3)
COPY_CHIP = (0, 1, 0)
COPY_BASE = (0x0000, 0x0000, 0x4000)

# Slot: id, layout, payload size, version, payload, CRC-32 seeded with the store's id.
SLOT_ID = const(0)
SLOT_LAYOUT = const(1)
SLOT_SIZE = const(2)
SLOT_VERSION = const(4)
SLOT_PAYLOAD = const(8)
SLOT_EXTRA_BYTES = const(12)
SLOT_MAX_BYTES = const(256)  # one I2C transfer: 6 ms at 400 kHz

# Intent header: tag, count, 2 spare, sequence, 16 cell ids, 16 slot CRCs, 4 spare, CRC-32.
INTENT_TAG = const(0x49)
INTENT_COUNT = const(1)
INTENT_SEQUENCE = const(4)
INTENT_IDS = const(8)
INTENT_CRCS = const(24)
INTENT_MAX_CELLS = const(16)
INTENT_HEADER_BYTES = const(96)
INTENT_SLOTS_AT = const(0x2060)  # INTENT_AT + INTENT_HEADER_BYTES

# Mark: "FARO", layout, cells formatted, who went on alone, spare, epoch, store id, CRC-32.
MARK_LAYOUT = const(4)
MARK_CELLS = const(5)
MARK_ALONE = const(6)
MARK_EPOCH = const(8)
MARK_ID = const(12)
MARK_BYTES = const(24)
STORE_ID_BYTES = const(8)
