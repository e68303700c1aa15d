"""Caribbean Stud Poker: the rows of rulings, straight from its rules; read by ruling/engine.py.

Row: finding or findings, when it came to light, equipment, facts that must be so, facts that must
not be so, ruling, rule, another rule with it (14_09_2 is rule 14.9.2).  Of the rows that fit one
counts, whatever the facts; what no rule speaks of is in tests/helpers/no_rule.py.
"""

from firmware.rounds import findings as f
from firmware.ruling import findings_told as t
from firmware.ruling import rulings as r
from firmware.ruling import vocabulary as v

_EARLY = v.DEAL | v.DECIDE  # a player may not have touched the cards yet: 14.1
_BAD_CARD = (f.FND_FOREIGN_CARD, f.FND_MISSING_CARD)
_STOPS = (t.FND_JAM, t.FND_INTERMIXING_STOPPED, t.FND_CYCLE_INCOMPLETE)

ROWS = (
    # misdeals and hands of a wrong size
    (t.FND_DEALT_WRONG, _EARLY, v.ANY, 0, v.HANDLED, r.MISDEAL, 14_01_0, 14_04_0),
    (t.FND_DEALT_WRONG, _EARLY, v.ANY, v.HANDLED | v.DEALERS, v.COUNT_RIGHT, r.MISDEAL,
     14_02_0, 14_04_0),
    (t.FND_DEALT_WRONG, _EARLY, v.ANY, v.HANDLED, v.COUNT_RIGHT | v.DEALERS, r.HAND_VOID,
     14_08_0, 0),
    (t.FND_DEALT_WRONG, v.SETTLE, v.ANY, v.DEALERS, v.COUNT_RIGHT, r.MISDEAL, 14_02_0, 14_04_0),
    (t.FND_DEALT_WRONG, v.SETTLE, v.ANY, 0, v.COUNT_RIGHT | v.DEALERS, r.HAND_VOID, 14_08_0, 0),
    (f.FND_DEALER_COUNT, v.IN_ROUND, v.ANY, 0, 0, r.MISDEAL, 14_02_0, 14_04_0),
    (f.FND_HAND_COUNT, _EARLY, v.ANY, 0, v.HANDLED, r.MISDEAL, 14_01_0, 14_04_0),
    (f.FND_HAND_COUNT, _EARLY, v.ANY, v.HANDLED, v.DEALERS, r.HAND_VOID, 14_08_0, 0),
    (f.FND_HAND_COUNT, v.SETTLE, v.ANY, 0, v.DEALERS, r.HAND_VOID, 14_08_0, 0),
    (f.FND_HAND_COUNT, _EARLY, v.ANY, v.HANDLED | v.DEALERS, 0, r.MISDEAL, 14_02_0, 14_04_0),
    (f.FND_HAND_COUNT, v.SETTLE, v.ANY, v.DEALERS, 0, r.MISDEAL, 14_02_0, 14_04_0),
    (f.FND_DEALER_EXTRA_CARD, v.IN_ROUND, v.ANY, 0, 0, r.MISDEAL, 14_02_0, 14_04_0),
    (f.FND_COUNT_WRONG, _EARLY, v.ANY, 0, v.HANDLED, r.MISDEAL, 14_01_0, 14_04_0),
    (f.FND_COUNT_WRONG, _EARLY, v.ANY, v.HANDLED | v.DEALERS, 0, r.MISDEAL, 14_02_0, 14_04_0),
    (f.FND_COUNT_WRONG, _EARLY, v.ANY, v.HANDLED, v.DEALERS, r.HAND_VOID, 14_08_0, 0),
    (f.FND_COUNT_WRONG, v.SETTLE, v.ANY, v.DEALERS, 0, r.MISDEAL, 14_02_0, 14_04_0),
    (f.FND_COUNT_WRONG, v.SETTLE, v.ANY, 0, v.DEALERS, r.HAND_VOID, 14_08_0, 0),
    (f.FND_TWO_CARDS, v.IN_ROUND, v.ANY, v.COUNT_RIGHT, 0, r.CARD_NAMED, 0, 0),
    (f.FND_TWO_CARDS, _EARLY, v.ANY, 0, v.COUNT_RIGHT | v.HANDLED, r.MISDEAL, 14_01_0, 14_04_0),
    (f.FND_TWO_CARDS, _EARLY, v.ANY, v.HANDLED | v.DEALERS, v.COUNT_RIGHT, r.MISDEAL,
     14_02_0, 14_04_0),
    (f.FND_TWO_CARDS, _EARLY, v.ANY, v.HANDLED, v.COUNT_RIGHT | v.DEALERS, r.HAND_VOID,
     14_08_0, 0),
    (f.FND_TWO_CARDS, v.SETTLE, v.ANY, v.DEALERS, v.COUNT_RIGHT, r.MISDEAL, 14_02_0, 14_04_0),
    (f.FND_TWO_CARDS, v.SETTLE, v.ANY, 0, v.COUNT_RIGHT | v.DEALERS, r.HAND_VOID, 14_08_0, 0),
    (f.FND_HAND_WITHOUT_WAGER, _EARLY, v.ANY, 0, v.HANDLED, r.MISDEAL, 14_01_0, 14_04_0),
    (f.FND_HAND_WITHOUT_WAGER, _EARLY, v.ANY, v.HANDLED, 0, r.HAND_DISCARDED, 14_10_0, 0),
    (f.FND_HAND_WITHOUT_WAGER, v.SETTLE, v.ANY, 0, 0, r.HAND_DISCARDED, 14_10_0, 0),
    # exposed cards, told perhaps when the deal is over; one face up in the shoe is dealt exposed
    (f.FND_EXPOSED_ONE, v.DEAL, v.ANY, 0, 0, r.CARD_TURNED, 14_05_0, 0),
    (f.FND_EXPOSED_ONE, v.DECIDE, v.ANY, v.IN_DEAL, 0, r.CARD_TURNED, 14_05_0, 0),
    (f.FND_EXPOSED_MORE, v.DEAL, v.ANY, 0, 0, r.MISDEAL, 14_03_0, 14_04_0),
    (f.FND_EXPOSED_MORE, v.DECIDE, v.ANY, v.IN_DEAL, 0, r.MISDEAL, 14_03_0, 14_04_0),
    (f.FND_EXPOSED_MORE, v.DECIDE, v.ANY, v.DEALERS, v.IN_DEAL, r.PLAYERS_CHOOSE, 14_07_0, 0),
    (f.FND_EXPOSED_DEALER, v.DEAL, v.ANY, 0, 0, r.DEALERS_CARD_LEFT_UP, 14_06_0, 14_07_0),
    (f.FND_EXPOSED_DEALER, v.DECIDE, v.ANY, 0, 0, r.PLAYERS_CHOOSE, 14_07_0, 0),
    (f.FND_FACE_UP_FIRST, v.ALWAYS, v.ANY, 0, 0, r.DEALERS_CARD_LEFT_UP, 14_06_0, 14_07_0),
    (f.FND_FACE_UP_LATER, v.IN_ROUND, v.ANY, v.DEALERS, v.UP_CARD, r.DEALERS_CARD_LEFT_UP,
     14_06_0, 14_07_0),
    # the dealer's fifth card is turned face up
    (f.FND_FACE_UP_LATER, v.IN_ROUND, v.SHOE, v.DEALERS | v.UP_CARD, 0, r.UP_CARD_ANYWAY,
     7_03_3, 0),
    (f.FND_FACE_UP_LATER, v.IN_ROUND, v.DEVICE, v.DEALERS | v.UP_CARD, 0, r.UP_CARD_ANYWAY,
     7_04_1, 0),
    (f.FND_FACE_UP_LATER, v.IN_ROUND, v.ANY, 0, v.DEALERS, r.CARD_TURNED, 14_05_0, 0),
    # the deck itself; 52 cards are always enough, so what lacks is missing from the shoe
    (_BAD_CARD, v.IN_ROUND, v.ANY, 0, 0, r.DECK_BAD, 14_09_2, 14_09_4),
    (f.FND_DOUBLED_CARD, v.IN_ROUND, v.ANY, 0, v.MISREAD, r.DECK_BAD, 14_09_2, 14_09_4),
    (_BAD_CARD, v.IDLE, v.ANY, 0, 0, r.DECK_BAD_IDLE, 14_09_3, 14_09_4),
    (f.FND_DOUBLED_CARD, v.IDLE, v.ANY, 0, v.MISREAD, r.DECK_BAD_IDLE, 14_09_3, 14_09_4),
    # a card that came twice may have been misread: somebody looks at it
    (f.FND_DOUBLED_CARD, v.ALWAYS, v.ANY, v.MISREAD, 0, r.CARD_NAMED, 0, 0),
    (f.FND_NOT_ENOUGH_CARDS, v.IN_ROUND, v.ANY, 0, 0, r.DECK_BAD, 14_09_2, 14_09_4),
    (f.FND_UNREADABLE_CARD, v.ALWAYS, v.ANY, 0, 0, r.CARD_NAMED, 0, 0),
    (t.FND_CARD_UNFIT, v.IDLE, v.ANY, v.ORDERED, 0, r.CARDS_REPLACED, 3_07_0, 4_01_0),
    (t.FND_CARD_UNFIT, v.IN_ROUND, v.ANY, v.ORDERED, 0, r.CARDS_REPLACED_AFTER, 3_07_0, 4_01_0),
    (t.FND_CARD_UNFIT, v.ALWAYS, v.ANY, 0, v.ORDERED, r.CARDS_STAY, 3_07_0, 0),
    (t.FND_SAME_BACKS, v.ALWAYS, v.DEVICE, 0, 0, r.DECK_REFUSED, 3_02_2, 0),
    # shuffle and cut
    (f.FND_NOT_SHUFFLED, v.IDLE, v.ANY, 0, 0, r.SHUFFLE_FIRST, 4_01_0, 0),
    (t.FND_NOT_INTERMIXED, v.IDLE, v.ANY, 0, 0, r.SHUFFLE_FIRST, 4_01_0, 0),
    (t.FND_VACANT, v.IDLE, v.ANY, 0, 0, r.SHUFFLE_FIRST, 4_01_3, 0),
    (f.FND_NOT_CUT, v.IDLE, v.SHOE, 0, 0, r.CUT_FIRST, 4_02_0, 0),
    (f.FND_NOT_CUT, v.ALWAYS, v.DEVICE, 0, 0, r.NO_CUT, 4_04_0, 0),
    # the shuffling device
    (_STOPS, v.IDLE, v.DEVICE, 0, 0, r.RESHUFFLE, 15_01_0, 0),
    (_STOPS, v.IN_ROUND, v.DEVICE, v.CAPABLE, 0, r.RESHUFFLE, 15_01_0, 0),
    (_STOPS, v.IN_ROUND, v.DEVICE, 0, v.CAPABLE, r.DEVICE_GONE, 15_02_0, 0),
    (t.FND_DEVICE_FAILED, v.IN_ROUND, v.DEVICE, 0, 0, r.DEVICE_GONE, 15_02_0, 0),
    # players and wagers
    (t.FND_NO_DECISION, v.DECIDE, v.ANY, 0, 0, r.HAND_VOID_ALL_BACK, 14_14_0, 0),
    (t.FND_BET_WRONG, v.DECIDE, v.ANY, 0, v.DEALER_SHOWN, r.BET_CORRECTED, 14_11_0, 5_05_0),
    (t.FND_BET_WRONG, v.DECIDE, v.ANY, v.DEALER_SHOWN, 0, r.BET_TO_LIMIT, 14_12_0, 5_05_0),
    (t.FND_BET_WRONG, v.SETTLE, v.ANY, 0, 0, r.BET_TO_LIMIT, 14_12_0, 5_05_0),
    (t.FND_JACKPOT_FAILED, v.ALWAYS, v.ANY, 0, 0, r.INSPECTOR_DECIDES, 14_15_0, 0),
    (t.FND_COLLUSION, v.ALWAYS, v.ANY, 0, 0, r.MEASURE_TAKEN, 14_13_0, 0),
    # what a casino supervisor invalidates; the wager of a named seat is forfeited
    (t.FND_OUTCOME_INVALID, v.BETWEEN | v.IN_ROUND, v.ANY, 0, v.SEAT_NAMED, r.OUTCOME_VOID,
     16_04_0, 16_05_0),
    (t.FND_OUTCOME_INVALID, v.BETWEEN | v.IN_ROUND, v.ANY, v.SEAT_NAMED, 0, r.OUTCOME_VOID_FORFEIT,
     16_05_0, 16_04_0),
    (f.FND_DEALT_WHILE_STOPPED, v.ALWAYS, v.ANY, 0, 0, r.STOPPED_DEALT, 0, 0),
)
