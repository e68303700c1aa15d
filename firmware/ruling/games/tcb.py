"""Three Card Baccarat: the rows of rulings, straight from its rules; read by ruling/engine.py.

Row: finding or findings, when it came to light, equipment, facts that must be so, facts that must
not be so, ruling, rule, another rule with it (12_13_2 is rule 12.13.2).  Of the rows that fit one
counts, whatever the facts; what no rule speaks of is in tests/helpers/no_rule.py.
"""

from firmware.rounds import findings as f
from firmware.ruling import findings_told as t
from firmware.ruling import rulings as r
from firmware.ruling import vocabulary as v

_EARLY = v.DEAL | v.DECIDE  # a player may not have touched the cards yet: 12.1
_BEGUN = v.BETWEEN | v.IN_ROUND  # rounds were dealt from this shuffle
_BAD_CARD = (f.FND_FOREIGN_CARD, f.FND_MISSING_CARD)
_STOPS = (t.FND_JAM, t.FND_INTERMIXING_STOPPED, t.FND_CYCLE_INCOMPLETE)
_BROKEN = _STOPS + (t.FND_DEVICE_FAILED,)
_TRANSFER = v.SPARE | v.PRACTICABLE

ROWS = (
    # misdeals and hands of a wrong size
    (t.FND_DEALT_WRONG, _EARLY, v.ANY, 0, v.HANDLED, r.MISDEAL_COUP, 12_01_0, 12_03_0),
    (t.FND_DEALT_WRONG, _EARLY, v.ANY, v.HANDLED | v.DEALERS, v.COUNT_RIGHT, r.MISDEAL_COUP,
     12_02_0, 12_03_0),
    (t.FND_DEALT_WRONG, _EARLY, v.ANY, v.HANDLED, v.COUNT_RIGHT | v.DEALERS, r.HAND_VOID,
     12_05_0, 0),
    (t.FND_DEALT_WRONG, v.SETTLE, v.ANY, v.DEALERS, v.COUNT_RIGHT, r.MISDEAL_COUP,
     12_02_0, 12_03_0),
    (t.FND_DEALT_WRONG, v.SETTLE, v.ANY, 0, v.COUNT_RIGHT | v.DEALERS, r.HAND_VOID, 12_05_0, 0),
    (f.FND_DEALER_COUNT, v.IN_ROUND, v.ANY, 0, 0, r.MISDEAL_COUP, 12_02_0, 12_03_0),
    (f.FND_HAND_COUNT, _EARLY, v.ANY, 0, v.HANDLED, r.MISDEAL_COUP, 12_01_0, 12_03_0),
    (f.FND_HAND_COUNT, _EARLY, v.ANY, v.HANDLED, v.DEALERS, r.HAND_VOID, 12_05_0, 0),
    (f.FND_HAND_COUNT, v.SETTLE, v.ANY, 0, v.DEALERS, r.HAND_VOID, 12_05_0, 0),
    (f.FND_HAND_COUNT, _EARLY, v.ANY, v.HANDLED | v.DEALERS, 0, r.MISDEAL_COUP, 12_02_0, 12_03_0),
    (f.FND_HAND_COUNT, v.SETTLE, v.ANY, v.DEALERS, 0, r.MISDEAL_COUP, 12_02_0, 12_03_0),
    (f.FND_DEALER_EXTRA_CARD, v.IN_ROUND, v.ANY, 0, 0, r.MISDEAL_COUP, 12_02_0, 12_03_0),
    (f.FND_COUNT_WRONG, _EARLY, v.ANY, 0, v.HANDLED, r.MISDEAL_COUP, 12_01_0, 12_03_0),
    (f.FND_COUNT_WRONG, _EARLY, v.ANY, v.HANDLED | v.DEALERS, 0, r.MISDEAL_COUP, 12_02_0, 12_03_0),
    (f.FND_COUNT_WRONG, _EARLY, v.ANY, v.HANDLED, v.DEALERS, r.HAND_VOID, 12_05_0, 0),
    (f.FND_COUNT_WRONG, v.SETTLE, v.ANY, v.DEALERS, 0, r.MISDEAL_COUP, 12_02_0, 12_03_0),
    (f.FND_COUNT_WRONG, v.SETTLE, v.ANY, 0, v.DEALERS, r.HAND_VOID, 12_05_0, 0),
    (f.FND_TWO_CARDS, v.IN_ROUND, v.ANY, v.COUNT_RIGHT, 0, r.CARD_NAMED, 0, 0),
    (f.FND_TWO_CARDS, _EARLY, v.ANY, 0, v.COUNT_RIGHT | v.HANDLED, r.MISDEAL_COUP,
     12_01_0, 12_03_0),
    (f.FND_TWO_CARDS, _EARLY, v.ANY, v.HANDLED | v.DEALERS, v.COUNT_RIGHT, r.MISDEAL_COUP,
     12_02_0, 12_03_0),
    (f.FND_TWO_CARDS, _EARLY, v.ANY, v.HANDLED, v.COUNT_RIGHT | v.DEALERS, r.HAND_VOID,
     12_05_0, 0),
    (f.FND_TWO_CARDS, v.SETTLE, v.ANY, v.DEALERS, v.COUNT_RIGHT, r.MISDEAL_COUP, 12_02_0, 12_03_0),
    (f.FND_TWO_CARDS, v.SETTLE, v.ANY, 0, v.COUNT_RIGHT | v.DEALERS, r.HAND_VOID, 12_05_0, 0),
    (f.FND_HAND_WITHOUT_WAGER, _EARLY, v.ANY, 0, v.HANDLED, r.MISDEAL_COUP, 12_01_0, 12_03_0),
    (f.FND_HAND_WITHOUT_WAGER, _EARLY, v.ANY, v.HANDLED, 0, r.HAND_DISCARDED, 12_04_0, 0),
    (f.FND_HAND_WITHOUT_WAGER, v.SETTLE, v.ANY, 0, 0, r.HAND_DISCARDED, 12_04_0, 0),
    (t.FND_RESULT_WRONG, v.BETWEEN | v.SETTLE, v.ANY, v.REBUILT, 0, r.CORRECTED, 12_06_0, 0),
    (t.FND_RESULT_WRONG, v.BETWEEN | v.SETTLE, v.ANY, v.SEAT_NAMED, v.REBUILT, r.HAND_NOT_REBUILT,
     12_06_0, 0),
    (t.FND_RESULT_WRONG, v.BETWEEN | v.SETTLE, v.ANY, 0, v.REBUILT | v.SEAT_NAMED,
     r.COUP_NOT_REBUILT, 12_06_0, 0),
    # cards face up
    (t.FND_FIRST_DISCLOSED, v.IDLE, v.ANY, 0, 0, r.CARD_BURNED, 12_08_0, 0),
    (f.FND_FACE_UP_FIRST, v.IDLE | v.DEAL, v.SHOE, 0, 0, r.CARD_BURNED, 12_08_0, 0),
    (f.FND_FACE_UP_FIRST, v.IDLE | v.DEAL, v.DEVICE, 0, 0, r.CARD_BURNED_CHECK, 12_08_0, 12_09_1),
    (f.FND_FACE_UP_LATER, v.IN_ROUND, v.SHOE, 0, 0, r.CARD_PLAYED, 12_09_0, 0),
    (f.FND_FACE_UP_LATER, v.IN_ROUND, v.DEVICE, 0, 0, r.CARD_PLAYED_CHECK, 12_09_0, 12_09_1),
    (f.FND_FACE_UP_BURNED, v.ALWAYS, v.ANY, 0, 0, r.CARD_BURNED, 4_11_3, 0),
    # the cutting card, and cards that run out (1.1: whatever cards are dealt from is a card shoe)
    (f.FND_CUT_CARD_FIRST, v.IDLE | v.DEAL, v.ANY, 0, 0, r.LAST_ROUND, 4_08_0, 4_01_2),
    (f.FND_CUT_CARD_LATER, v.IN_ROUND, v.ANY, 0, 0, r.FINISH_THEN_SHUFFLE, 4_07_0, 4_01_2),
    # as the first card of a coup it begins that coup, which 12.10 too lets the dealer complete
    (f.FND_CUT_MISPLACED, v.IDLE, v.SHOE, 0, 0, r.CUT_WRONG_LAST, 12_10_0, 4_08_0),
    (f.FND_CUT_MISPLACED, v.IN_ROUND, v.SHOE, 0, 0, r.CUT_WRONG, 12_10_0, 4_06_0),
    (f.FND_NOT_ENOUGH_CARDS, v.IN_ROUND, v.ANY, 0, 0, r.NOT_ENOUGH_VOID, 12_07_0, 4_01_2),
    # forgotten: shuffle, cut, burn
    (f.FND_NOT_SHUFFLED, v.FRESH, v.ANY, 0, 0, r.SHUFFLE_FIRST, 4_01_1, 0),
    (f.FND_NOT_SHUFFLED, v.BETWEEN, v.ANY, 0, 0, r.SHUFFLE_FIRST, 12_12_0, 4_01_2),
    (f.FND_NOT_SHUFFLED, v.IN_ROUND, v.ANY, 0, 0, r.FINISH_THEN_SHUFFLE_LATE, 12_12_0, 0),
    (f.FND_NOT_CUT, v.FRESH, v.SHOE, 0, 0, r.CUT_FIRST, 4_03_0, 4_04_0),
    (f.FND_NOT_CUT, v.BETWEEN, v.SHOE, 0, 0, r.SHUFFLE_FIRST, 12_10_0, 0),
    (f.FND_NOT_CUT, v.IN_ROUND, v.SHOE, 0, 0, r.FINISH_THEN_SHUFFLE_LATE, 12_10_0, 0),
    (f.FND_NOT_CUT, v.ALWAYS, v.DEVICE, 0, 0, r.NO_CUT, 4_09_0, 0),
    (f.FND_NOT_BURNED, v.FRESH, v.ANY, 0, 0, r.BURN_FIRST, 4_11_0, 0),
    (f.FND_NOT_BURNED, _BEGUN, v.ANY, 0, 0, r.PLAY_ON, 12_11_0, 0),
    (t.FND_NOT_INTERMIXED, v.FRESH, v.ANY, 0, 0, r.SHUFFLE_FIRST, 4_01_1, 0),
    (t.FND_NOT_INTERMIXED, _BEGUN, v.ANY, v.ORDERED, 0, r.SHUFFLE_ORDERED, 4_01_3, 0),
    (t.FND_NOT_INTERMIXED, _BEGUN, v.ANY, 0, v.ORDERED, r.NOT_ORDERED, 4_01_3, 0),
    # the cards themselves
    (_BAD_CARD, v.IN_ROUND, v.ANY, 0, 0, r.SHOE_BAD, 12_13_2, 12_13_3),
    (f.FND_DOUBLED_CARD, v.IN_ROUND, v.ANY, 0, v.MISREAD, r.SHOE_BAD, 12_13_2, 12_13_3),
    (_BAD_CARD, v.IDLE, v.ANY, 0, 0, r.SHOE_BAD_IDLE, 12_13_3, 12_13_1),
    (f.FND_DOUBLED_CARD, v.IDLE, v.ANY, 0, v.MISREAD, r.SHOE_BAD_IDLE, 12_13_3, 12_13_1),
    # a card that came twice may have been misread: somebody looks at it
    (f.FND_DOUBLED_CARD, v.ALWAYS, v.ANY, v.MISREAD, 0, r.CARD_NAMED, 0, 0),
    (f.FND_UNREADABLE_CARD, v.ALWAYS, v.ANY, 0, 0, r.CARD_NAMED, 0, 0),
    (t.FND_CARD_UNFIT, v.IDLE, v.ANY, v.ORDERED, 0, r.CARDS_REPLACED, 3_10_0, 4_01_0),
    (t.FND_CARD_UNFIT, v.IN_ROUND, v.ANY, v.ORDERED, 0, r.CARDS_REPLACED_AFTER, 3_10_0, 4_01_0),
    (t.FND_CARD_UNFIT, v.ALWAYS, v.ANY, 0, v.ORDERED, r.CARDS_STAY, 3_10_0, 0),
    # the shuffling device between rounds: section 13 asks for cards out
    (_STOPS, v.FRESH, v.DEVICE, 0, 0, r.SHUFFLE_FIRST, 4_01_1, 0),
    (_STOPS, v.BETWEEN, v.DEVICE, v.ORDERED, 0, r.SHUFFLE_ORDERED, 4_01_3, 0),
    (_STOPS, v.BETWEEN, v.DEVICE, 0, v.ORDERED, r.NOT_ORDERED, 4_01_3, 0),
    # the shuffling device with cards out: four facts, one at a time
    (_BROKEN, v.IN_ROUND, v.DEVICE, v.WORKS_AGAIN, 0, r.DEVICE_WORKS, 13_01_2, 0),
    (_BROKEN, v.IN_ROUND, v.DEVICE, v.DISADVANTAGED, v.WORKS_AGAIN, r.ROUND_ENDED, 13_04_0, 0),
    (
        _BROKEN, v.IN_ROUND, v.DEVICE,
        0, v.WORKS_AGAIN | v.DISADVANTAGED | v.SPARE,
        r.FINISH_FROM_SHOE, 13_05_0, 13_01_4,
    ),
    (
        _BROKEN, v.IN_ROUND, v.DEVICE,
        v.SPARE, v.WORKS_AGAIN | v.DISADVANTAGED | v.PRACTICABLE,
        r.FINISH_FROM_SHOE, 13_05_0, 13_01_5,
    ),
    (
        _BROKEN, v.IN_ROUND, v.DEVICE,
        _TRANSFER | v.DAMAGED, v.WORKS_AGAIN | v.DISADVANTAGED,
        r.TRANSFER_MENDED, 13_03_0, 13_01_0,
    ),
    (
        _BROKEN, v.IN_ROUND, v.DEVICE,
        _TRANSFER, v.WORKS_AGAIN | v.DISADVANTAGED | v.DAMAGED,
        r.TRANSFER, 13_02_0, 13_01_0,
    ),
    # what a casino supervisor invalidates; the wager of a named seat is forfeited
    (t.FND_OUTCOME_INVALID, v.BETWEEN | v.IN_ROUND, v.ANY, 0, v.SEAT_NAMED, r.OUTCOME_VOID,
     14_04_0, 14_05_0),
    (t.FND_OUTCOME_INVALID, v.BETWEEN | v.IN_ROUND, v.ANY, v.SEAT_NAMED, 0, r.OUTCOME_VOID_FORFEIT,
     14_05_0, 14_04_0),
    (f.FND_DEALT_WHILE_STOPPED, v.ALWAYS, v.ANY, 0, 0, r.STOPPED_DEALT, 0, 0),
)
