"""Settings of the jackpot: money, approved rates, and how the table is wired (CSP 11; RULES 4).

The first block is what linked tables must have in common (CSP 11.9); it changes only between
jackpots (STANDARDS 23).
"""

CFG_WAGER_CENTS = 40
CFG_POOL_PPM = 41
CFG_RESERVE_PPM = 42
CFG_BONUS_PPM = 43
CFG_SEED_CENTS = 44
CFG_LIMIT_CENTS = 45
CFG_BONUS_SOURCE = 46
CFG_ROYAL_CENTS = 47
CFG_STRAIGHT_CENTS = 48
CFG_FOUR_CENTS = 49
CFG_FULL_CENTS = 50
CFG_FLUSH_CENTS = 51
CFG_ANTE_SOURCE = 52
CFG_FREEZE_SOURCES = 53
CFG_LINK_ROLE = 54
CFG_LINK_TABLES = 55
CFG_LINK_FIRST = 56
CFG_WIN_SHOWN_S = 58  # 57 was another one: numbers are never used again
CFG_ALONE_CENTS = 59

MONEY_FIRST = CFG_WAGER_CENTS
MONEY_LAST = CFG_FLUSH_CENTS
MOST_CENTS = 2_000_000_000

ANTE_BY_HOST = 0
ANTE_BY_SENSOR = 1

LINK_NONE = 0
LINK_HOLDER = 1
LINK_MEMBER = 2

SETTINGS = (
    (CFG_WAGER_CENTS, "wager_cents", 100, 1, 100_000, "cents"),  # 5.3: the one right denomination
    (CFG_POOL_PPM, "pool_ppm", 710_000, 0, 1_000_000, "ppm"),  # 11.6
    (CFG_RESERVE_PPM, "reserve_ppm", 20_000, 0, 1_000_000, "ppm"),
    (CFG_BONUS_PPM, "bonus_ppm", 0, 0, 1_000_000, "ppm"),  # of a second pool (11.5)
    (CFG_SEED_CENTS, "seed_cents", 5_000_000, 0, MOST_CENTS, "cents"),
    (CFG_LIMIT_CENTS, "limit_cents", 0, 0, MOST_CENTS, "cents"),  # 0: none
    (CFG_BONUS_SOURCE, "bonus_source", 0, 0, 2, ""),  # house, pool, second pool
    (CFG_ROYAL_CENTS, "royal_cents", 5_000_000, 0, MOST_CENTS, "cents"),  # 12.1
    (CFG_STRAIGHT_CENTS, "straight_cents", 500_000, 0, MOST_CENTS, "cents"),
    (CFG_FOUR_CENTS, "four_cents", 50_000, 0, MOST_CENTS, "cents"),
    (CFG_FULL_CENTS, "full_cents", 15_000, 0, MOST_CENTS, "cents"),
    (CFG_FLUSH_CENTS, "flush_cents", 10_000, 0, MOST_CENTS, "cents"),
    (CFG_ANTE_SOURCE, "ante_source", 0, 0, 1, ""),  # table software, or sensors of its own (11.1)
    (CFG_FREEZE_SOURCES, "freeze_sources", 3, 1, 3, ""),  # 1 the shoe's line, 2 the message
    (CFG_LINK_ROLE, "link_role", 0, 0, 2, ""),  # alone, holds the pool, contributes to it
    (CFG_LINK_TABLES, "link_tables", 0, 0, 31, ""),  # holder: so many other tables …
    (CFG_LINK_FIRST, "link_first", 0xB1, 0x90, 0xFE, ""),  # … at addresses from here on
    (CFG_WIN_SHOWN_S, "win_shown_s", 60, 30, 600, "s"),
    (CFG_ALONE_CENTS, "alone_cents", 0, 0, MOST_CENTS, "cents"),  # up to here one role pays
)
