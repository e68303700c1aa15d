"""What a tracker tells of a round's course, and what it answers to those who tell it something."""

from firmware.core.compat import const

STEP_ROUND_OPENED = const(1)  # detail: its number
STEP_ROUND_DEALT = const(2)  # detail: cards
STEP_ROUND_CLOSED = const(3)  # detail: CLOSED_…
STEP_BURNED = const(4)  # detail: cards
STEP_LAST_ROUND = const(5)
STEP_SHUFFLE_DUE = const(6)
STEP_PLACES_CHANGED = const(7)
STEP_RESULT_CHANGED = const(8)  # by a ruling after the round; detail: CLOSED_…

CLOSED_COMPLETE = const(0)
CLOSED_IRREGULAR = const(1)  # cards too many or too few
CLOSED_VOID = const(2)
CLOSED_NAMES = ("complete", "irregular", "void")

# what does a step of a ruling without a person's word
BY_PACK = const(1)  # shuffled cards come into play
BY_CENSUS = const(2)  # the cards were counted by identity and are right
BY_TABLE_OPENED = const(3)
BY_REPLACEMENT = const(4)  # the last damaged card has been replaced

SEATS_LEARNED = const(0x80)  # in place of the areas: count them from the cards

OK = const(0)
NO_WRONG_TIME = const(1)  # not in this phase
NO_BAD_VALUE = const(2)
NO_OUT_OF_TURN = const(3)
NO_CARDS_SHORT = const(4)  # the deal is not at its end: tell whose card lacks, or end once more
NO_STOPPED = const(6)  # a ruling's steps come first
NO_DEVICE_ONLY = const(5)  # a low-limit table deals from a shuffling device (TCP 6.7.2, FCP 6.6.2)
