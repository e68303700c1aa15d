"""Settings of a board, one table: id, name, default, least, most, unit."""

CFG_ADDRESS = 1
CFG_LINK_DOWN_MS = 2
CFG_SEATS = 3
CFG_SUPPLY_WARN_MV = 4
CFG_GATE_STUCK_MS = 5
CFG_LAMP_BRIGHTNESS = 6

SETTINGS = (
    (CFG_ADDRESS, "address", 0, 0, 0xFE, ""),  # 0: the board's own default
    # told within 5 s (NS 1.28.1): this long and at most one heartbeat more
    (CFG_LINK_DOWN_MS, "link_down_ms", 4_000, 1_000, 4_000, "ms"),
    (CFG_SEATS, "seats", 7, 1, 7, ""),
    (CFG_SUPPLY_WARN_MV, "supply_warn_mv", 4_600, 4_000, 5_000, "mV"),
    (CFG_GATE_STUCK_MS, "gate_stuck_ms", 2_000, 500, 10_000, "ms"),
    (CFG_LAMP_BRIGHTNESS, "lamp_brightness", 12, 0, 15, ""),
)
