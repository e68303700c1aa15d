"""Settings of tables and rounds (28 to 39): id, name, default, least, most, unit."""

CFG_LOW_LIMIT = 28
CFG_EVEN_MONEY = 29
CFG_TCP_ANTE_BONUS = 30
CFG_TCP_PAIR_PLUS = 31
CFG_FCP_ANTE_BONUS = 32
CFG_FCP_ACES_UP = 33
CFG_SETTLE_LEAST_MS = 34
CFG_DEAL_PAUSE_MS = 35

SETTINGS = (
    (CFG_LOW_LIMIT, "low_limit", 0, 0, 1, ""),  # TCP 6.7.2, FCP 6.6.2
    (CFG_EVEN_MONEY, "even_money", 0, 0, 1, ""),  # TCB 10, 11.2
    # which of the game's schedules is on the sign (TCP 10.3, 10.5; FCP 10.3, 10.5)
    (CFG_TCP_ANTE_BONUS, "tcp_ante_bonus", 0, 0, 1, ""),
    (CFG_TCP_PAIR_PLUS, "tcp_pair_plus", 0, 0, 2, ""),
    (CFG_FCP_ANTE_BONUS, "fcp_ante_bonus", 0, 0, 0, ""),
    (CFG_FCP_ACES_UP, "fcp_aces_up", 0, 0, 1, ""),
    (CFG_SETTLE_LEAST_MS, "settle_least_ms", 4_000, 1_000, 60_000, "ms"),
    (CFG_DEAL_PAUSE_MS, "deal_pause_ms", 20_000, 3_000, 120_000, "ms"),
)
