"""Lucky Draw Baccarat: the rows of rulings, straight from its rules; read by ruling/engine.py.

Row: finding or findings, when it came to light, equipment, facts that must be so, facts that must
not be so, ruling, rule, another rule with it (10_15_2 is rule 10.15.2).  Of the rows that fit one
counts, whatever the facts; what no rule speaks of is in tests/helpers/no_rule.py.
"""

from firmware.rounds import findings as f
from firmware.ruling import findings_told as t
from firmware.ruling import rulings as r
from firmware.ruling import vocabulary as v

_BEGUN = v.BETWEEN | v.IN_ROUND  # rounds were dealt from this shuffle
_BAD_CARD = (f.FND_FOREIGN_CARD, f.FND_MISSING_CARD)
_STOPS = (t.FND_JAM, t.FND_INTERMIXING_STOPPED, t.FND_CYCLE_INCOMPLETE)
_BROKEN = _STOPS + (t.FND_DEVICE_FAILED,)
_TRANSFER = v.SPARE | v.PRACTICABLE
_MISDEALT = (
    t.FND_DEALT_WRONG,
    f.FND_DEALER_COUNT,
    f.FND_HAND_COUNT,
    f.FND_COUNT_WRONG,
    f.FND_HAND_WITHOUT_WAGER,
)
_FACE_UP = (f.FND_FACE_UP_FIRST, f.FND_FACE_UP_LATER, f.FND_FACE_UP_BURNED)

ROWS = (
    # a card dealt wrong: rebuild the round, else it is void and play goes on with the rest
    (_MISDEALT, _BEGUN, v.ANY, v.REBUILT, 0, r.CORRECTED, 10_08_0, 0),
    (_MISDEALT, _BEGUN, v.ANY, 0, v.REBUILT, r.ROUND_NOT_REBUILT, 10_08_0, 10_09_0),
    (f.FND_TWO_CARDS, v.IN_ROUND, v.ANY, v.COUNT_RIGHT, 0, r.CARD_NAMED, 0, 0),
    (f.FND_TWO_CARDS, v.IN_ROUND, v.ANY, v.REBUILT, v.COUNT_RIGHT, r.CORRECTED, 10_08_0, 0),
    (
        f.FND_TWO_CARDS, v.IN_ROUND, v.ANY,
        0, v.COUNT_RIGHT | v.REBUILT,
        r.ROUND_NOT_REBUILT, 10_08_0, 10_09_0,
    ),
    (f.FND_CARD_UNCALLED, v.ALWAYS, v.ANY, 0, 0, r.AS_NEXT_CARD, 10_03_0, 10_05_0),
    (t.FND_BURNED_IN_ERROR, v.ALWAYS, v.ANY, 0, 0, r.AS_NEXT_CARD, 10_03_0, 10_05_0),
    (f.FND_DEALER_EXTRA_CARD, _BEGUN, v.ANY, v.SEEN, 0, r.CARD_BURNED, 10_06_0, 0),
    (f.FND_DEALER_EXTRA_CARD, _BEGUN, v.ANY, 0, v.SEEN, r.CARD_PUT_BACK, 10_07_0, 0),
    (t.FND_NO_DECISION, v.DECIDE, v.ANY, 0, 0, r.DEEMED_STAND, 10_11_0, 0),
    # cards face up
    (_FACE_UP, v.ALWAYS, v.SHOE, 0, 0, r.CARD_BURNED, 10_01_0, 0),
    (_FACE_UP, v.ALWAYS, v.DEVICE, 0, 0, r.CARD_BURNED_CHECK, 10_01_0, 10_02_0),
    # the cutting card, and cards that run out
    (f.FND_CUT_CARD_FIRST, v.IDLE | v.DEAL, v.ANY, 0, 0, r.SHUFFLE_FIRST, 4_01_2, 4_06_4),
    (f.FND_CUT_CARD_LATER, v.IN_ROUND, v.ANY, 0, 0, r.FINISH_THEN_SHUFFLE, 4_01_3, 4_06_0),
    (f.FND_CUT_MISPLACED, v.IDLE, v.SHOE, 0, 0, r.SHUFFLE_FIRST, 10_12_0, 4_01_2),
    (f.FND_CUT_MISPLACED, v.IN_ROUND, v.SHOE, 0, 0, r.CUT_WRONG, 10_12_0, 4_09_0),
    (f.FND_NOT_ENOUGH_CARDS, v.IN_ROUND, v.ANY, 0, 0, r.DISCARDS_SHUFFLED, 10_10_0, 0),
    # forgotten: shuffle, cut, burn (10.13 names 4.7 for the burn, which stands in 4.10)
    (f.FND_NOT_SHUFFLED, v.FRESH, v.ANY, 0, 0, r.SHUFFLE_FIRST, 4_01_1, 0),
    (f.FND_NOT_SHUFFLED, v.BETWEEN, v.ANY, 0, 0, r.SHUFFLE_FIRST, 10_14_0, 4_01_0),
    (f.FND_NOT_SHUFFLED, v.IN_ROUND, v.ANY, 0, 0, r.FINISH_THEN_SHUFFLE_LATE, 10_14_0, 0),
    (f.FND_NOT_CUT, v.FRESH, v.SHOE, 0, 0, r.CUT_FIRST, 4_06_0, 4_07_0),
    (f.FND_NOT_CUT, v.BETWEEN, v.SHOE, 0, 0, r.SHUFFLE_FIRST, 10_12_0, 0),
    (f.FND_NOT_CUT, v.IN_ROUND, v.SHOE, 0, 0, r.FINISH_THEN_SHUFFLE_LATE, 10_12_0, 0),
    (f.FND_NOT_CUT, v.ALWAYS, v.DEVICE, 0, 0, r.NO_CUT, 4_04_0, 0),
    (f.FND_NOT_BURNED, v.FRESH, v.ANY, 0, 0, r.BURN_FIRST, 4_10_0, 0),
    (f.FND_NOT_BURNED, _BEGUN, v.ANY, 0, 0, r.PLAY_ON, 10_13_0, 4_10_0),
    (t.FND_NOT_INTERMIXED, v.FRESH, v.ANY, 0, 0, r.SHUFFLE_FIRST, 4_01_1, 0),
    (t.FND_NOT_INTERMIXED, _BEGUN, v.ANY, v.ORDERED, 0, r.SHUFFLE_ORDERED, 4_01_4, 0),
    (t.FND_NOT_INTERMIXED, _BEGUN, v.ANY, 0, v.ORDERED, r.NOT_ORDERED, 4_01_4, 0),
    # the cards themselves
    (_BAD_CARD, v.IN_ROUND, v.ANY, 0, 0, r.SHOE_BAD_INTERIM, 10_15_2, 10_15_3),
    (f.FND_DOUBLED_CARD, v.IN_ROUND, v.ANY, 0, v.MISREAD, r.SHOE_BAD_INTERIM, 10_15_2, 10_15_3),
    (_BAD_CARD, v.IDLE, v.ANY, 0, 0, r.SHOE_BAD_IDLE, 10_15_3, 10_15_1),
    (f.FND_DOUBLED_CARD, v.IDLE, v.ANY, 0, v.MISREAD, r.SHOE_BAD_IDLE, 10_15_3, 10_15_1),
    # a card that came twice may have been misread: somebody looks at it
    (f.FND_DOUBLED_CARD, v.ALWAYS, v.ANY, v.MISREAD, 0, r.CARD_NAMED, 0, 0),
    (f.FND_UNREADABLE_CARD, v.ALWAYS, v.ANY, 0, 0, r.CARD_NAMED, 0, 0),
    (t.FND_CARD_UNFIT, v.IDLE, v.ANY, v.ORDERED, 0, r.CARDS_REPLACED, 3_08_0, 4_01_0),
    (t.FND_CARD_UNFIT, v.IN_ROUND, v.ANY, v.ORDERED, 0, r.CARDS_REPLACED_AFTER, 3_08_0, 4_01_0),
    (t.FND_CARD_UNFIT, v.ALWAYS, v.ANY, 0, v.ORDERED, r.CARDS_STAY, 3_08_0, 0),
    # the shuffling device between rounds: section 11 asks for cards out
    (_STOPS, v.FRESH, v.DEVICE, 0, 0, r.SHUFFLE_FIRST, 4_01_1, 0),
    (_STOPS, v.BETWEEN, v.DEVICE, v.ORDERED, 0, r.SHUFFLE_ORDERED, 4_01_4, 0),
    (_STOPS, v.BETWEEN, v.DEVICE, 0, v.ORDERED, r.NOT_ORDERED, 4_01_4, 0),
    # the shuffling device with cards out: four facts, one at a time
    (_BROKEN, v.IN_ROUND, v.DEVICE, v.WORKS_AGAIN, 0, r.DEVICE_WORKS, 11_01_2, 0),
    (_BROKEN, v.IN_ROUND, v.DEVICE, v.DISADVANTAGED, v.WORKS_AGAIN, r.ROUND_ENDED, 11_04_0, 0),
    (
        _BROKEN, v.IN_ROUND, v.DEVICE,
        0, v.WORKS_AGAIN | v.DISADVANTAGED | v.SPARE,
        r.FINISH_FROM_SHOE, 11_05_0, 11_01_4,
    ),
    (
        _BROKEN, v.IN_ROUND, v.DEVICE,
        v.SPARE, v.WORKS_AGAIN | v.DISADVANTAGED | v.PRACTICABLE,
        r.FINISH_FROM_SHOE, 11_05_0, 11_01_5,
    ),
    (
        _BROKEN, v.IN_ROUND, v.DEVICE,
        _TRANSFER | v.DAMAGED, v.WORKS_AGAIN | v.DISADVANTAGED,
        r.TRANSFER_MENDED, 11_03_0, 11_01_0,
    ),
    (
        _BROKEN, v.IN_ROUND, v.DEVICE,
        _TRANSFER, v.WORKS_AGAIN | v.DISADVANTAGED | v.DAMAGED,
        r.TRANSFER, 11_02_0, 11_01_0,
    ),
    # what a casino supervisor invalidates; the wager of a named seat is forfeited
    (t.FND_OUTCOME_INVALID, v.BETWEEN | v.IN_ROUND, v.ANY, 0, v.SEAT_NAMED, r.OUTCOME_VOID,
     12_04_0, 12_05_0),
    (t.FND_OUTCOME_INVALID, v.BETWEEN | v.IN_ROUND, v.ANY, v.SEAT_NAMED, 0, r.OUTCOME_VOID_FORFEIT,
     12_05_0, 12_04_0),
    (f.FND_DEALT_WHILE_STOPPED, v.ALWAYS, v.ANY, 0, 0, r.STOPPED_DEALT, 0, 0),
)
