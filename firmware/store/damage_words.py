"""The store's damage in plain words, for the host: code, sentence, meaning of the two numbers."""

from firmware.store import damage as d

# code, name, sentence, first number, second number, is damage (not just a power cut's trace)
DAMAGE = (
    (d.F_COPY_REPAIRED, "COPY_REPAIRED", "a damaged copy was written again", "cell", "copy", True),
    (d.F_COPY_CAUGHT_UP, "COPY_CAUGHT_UP", "an older copy was brought up", "cell", "copy", False),
    (d.F_COMMIT_FINISHED, "COMMIT_FINISHED", "a cut commit was finished", "cell", "version", False),
    (d.F_INTENT_REPAIRED, "INTENT_REPAIRED", "an intent copy was written again", "copy", "", False),
    (d.F_MARK_REPAIRED, "MARK_REPAIRED", "a chip mark was written again", "chip", "half", True),
    (d.F_CHIP_DEAD, "CHIP_DEAD", "a memory chip does not answer", "chip", "epoch", True),
    (d.F_CHIP_REBUILT, "CHIP_REBUILT", "a memory chip was filled anew", "chip", "epoch", True),
    (d.F_CELL_LOST, "CELL_LOST", "no good copy of a cell is left", "cell", "", True),
    (d.F_CELL_CONFLICT, "CELL_CONFLICT", "two good copies disagree", "cell", "version", True),
    (d.F_CELL_ADDED, "CELL_ADDED", "a cell new to this store was made", "cell", "", False),
    (d.F_RAM_REPAIRED, "RAM_REPAIRED", "the working copy was read again", "cell", "", True),
    (d.F_SPLIT, "SPLIT", "the chips went on without each other", "epoch 0", "epoch 1", True),
    (d.F_STORE_LOST, "STORE_LOST", "the chips hold no readable store", "", "", True),
    (d.F_FORMAT_UNFINISHED, "FORMAT_UNFINISHED", "a format was cut short", "", "", False),
)


def damage_text(code: int, a: int, b: int) -> str:
    """Say what was found damaged."""
    for row in DAMAGE:
        if row[0] == code:
            text = row[2]
            if row[3]:
                text += ", %s %d" % (row[3], a)
            if row[4]:
                text += ", %s %d" % (row[4], b)
            return text
    return "damage %d (%d, %d)" % (code, a, b)
