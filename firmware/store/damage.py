"""What the store can find out about itself, by number; words for people are in damage_words."""

from firmware.core.compat import const

F_COPY_REPAIRED = const(1)
F_COPY_CAUGHT_UP = const(2)
F_COMMIT_FINISHED = const(3)
F_INTENT_REPAIRED = const(4)
F_MARK_REPAIRED = const(5)
F_CHIP_DEAD = const(6)
F_CHIP_REBUILT = const(7)
F_CELL_LOST = const(8)
F_CELL_CONFLICT = const(9)
F_CELL_ADDED = const(10)
F_RAM_REPAIRED = const(11)
F_SPLIT = const(12)
F_STORE_LOST = const(13)
F_FORMAT_UNFINISHED = const(14)
