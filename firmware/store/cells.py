"""The cells: what a board must not lose, one row each (id, name, layout, payload bytes).

Ids count from 1 without holes and are never used again; a size never changes (addresses follow
from the sizes), so a row is generous at birth and new rows go to the end.  `layout` counts up
when the meaning of the bytes changes; its room migrates by `store.stored_layout(cell)`.
"""

from firmware.core.compat import const

CELL_BOOT = const(1)
CELL_LINK = const(2)
CELL_FAULTS = const(3)
CELL_SETTINGS = const(4)
CELL_SETTINGS_MORE = const(5)
CELL_METERS = const(6)
CELL_POOLS = const(7)
CELL_ROUND = const(8)
CELL_ROUND_MORE = const(9)
CELL_GENERATOR = const(10)
CELL_KEYS = const(11)
CELL_ROLES = const(12)
CELL_CLOCK = const(13)
CELL_SEALS = const(14)
CELL_PACK = const(15)  # on the shoe
CELL_TABLES = const(15)  # on the meter, which has no pack
CELL_TABLES_MORE = const(16)
CELL_LINK_RESULT = const(17)
CELL_EVIDENCE = const(18)
CELL_UPDATES = const(19)
CELL_OUTBOX = const(20)
CELL_CARDS = const(21)
CELL_RULING = const(22)  # on the shoe
CELL_LINK_HITS = const(22)  # on the meter, which rules nothing
CELL_RULED = const(23)

CELLS = (
    (CELL_BOOT, "boot", 1, 28),  # boot count, last reset cause, clean shutdown
    (CELL_LINK, "link", 1, 60),  # acked event number, what each role has recorded
    (CELL_FAULTS, "faults", 1, 244),  # sticky faults with number and detail
    (CELL_SETTINGS, "settings", 1, 244),  # settings by number, 61 x i32
    (CELL_SETTINGS_MORE, "settings_more", 1, 244),  # settings that follow
    (CELL_METERS, "meters", 1, 244),  # meters, 30 x i64
    (CELL_POOLS, "pools", 1, 244),  # jackpot pools in micro-cents with remainders
    (CELL_ROUND, "round", 1, 244),  # state of the round in play
    (CELL_ROUND_MORE, "round_more", 1, 244),  # cards of the round in play
    (CELL_GENERATOR, "generator", 1, 124),  # DRBG key, value, reseed counter
    (CELL_KEYS, "keys", 1, 124),  # device key, identity
    (CELL_ROLES, "roles", 1, 244),  # role keys, failure throttle
    (CELL_CLOCK, "clock", 1, 28),  # UTC when last set, boot and ms of it
    (CELL_SEALS, "seals", 1, 60),  # lid latch, sealed mode, security counters
    (CELL_PACK, "pack_or_tables", 1, 244),  # cards in the shoe; on the meter linked tables
    (CELL_TABLES_MORE, "tables_more", 1, 244),  # linked tables that follow
    (CELL_LINK_RESULT, "link_result", 1, 244),  # what the holder of the pool computed
    (CELL_EVIDENCE, "evidence", 1, 244),  # frozen evidence of a hit
    (CELL_UPDATES, "updates", 1, 244),  # version counter, last ten firmware changes
    (CELL_OUTBOX, "outbox", 1, 92),  # event that belongs to the last commit
    (CELL_CARDS, "cards", 1, 124),  # enrolled deck, census in progress, light at enrolment
    (CELL_RULING, "ruling_or_hits", 1, 244),  # open questions; on the meter hits of linked tables
    (CELL_RULED, "ruled", 1, 244),  # rulings that stand, with what is done of their steps
)
