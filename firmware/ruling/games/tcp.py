"""Three Card Poker: the rows of rulings, straight from its rules; read by ruling/engine.py.

Row: finding or findings, when it came to light, equipment, facts that must be so, facts that must
not be so, ruling, rule, another rule with it (12_09_2 is rule 12.9.2).  Of the rows that fit one
counts, whatever the facts; what no rule speaks of is in NO_RULE.
"""

from firmware.rounds import findings as f
from firmware.ruling import findings_told as t
from firmware.ruling import rulings as r
from firmware.ruling.vocabulary import (
    ALWAYS,
    ANY,
    CAPABLE,
    COUNT_RIGHT,
    DEAL,
    DEALERS,
    DECIDE,
    DEVICE,
    HANDLED,
    IDLE,
    IN_DEAL,
    IN_ROUND,
    LOW_LIMIT,
    SETTLE,
    SHOE,
)

_EARLY = DEAL | DECIDE  # a player may not have touched the cards yet: 12.1
_BAD_CARD = (f.FND_FOREIGN_CARD, f.FND_DOUBLED_CARD, f.FND_MISSING_CARD)
_STOPS = (t.FND_JAM, t.FND_INTERMIXING_STOPPED, t.FND_CYCLE_INCOMPLETE)
_EXPOSED = (f.FND_EXPOSED_ONE, f.FND_EXPOSED_MORE, f.FND_EXPOSED_DEALER)

ROWS = (
    # misdeals and hands of a wrong size
    (t.FND_DEALT_WRONG, _EARLY, ANY, 0, HANDLED, r.MISDEAL, 12_01_0, 12_04_0),
    (f.FND_DEALER_COUNT, IN_ROUND, ANY, 0, 0, r.MISDEAL, 12_02_0, 12_04_0),
    (f.FND_HAND_COUNT, _EARLY, ANY, 0, HANDLED, r.MISDEAL, 12_01_0, 12_04_0),
    (f.FND_HAND_COUNT, _EARLY, ANY, HANDLED, 0, r.HAND_VOID, 12_07_0, 0),
    (f.FND_HAND_COUNT, SETTLE, ANY, 0, 0, r.HAND_VOID, 12_07_0, 0),
    (f.FND_COUNT_WRONG, _EARLY, ANY, 0, HANDLED, r.MISDEAL, 12_01_0, 12_04_0),
    (f.FND_COUNT_WRONG, _EARLY, ANY, HANDLED | DEALERS, 0, r.MISDEAL, 12_02_0, 12_04_0),
    (f.FND_COUNT_WRONG, _EARLY, ANY, HANDLED, DEALERS, r.HAND_VOID, 12_07_0, 0),
    (f.FND_COUNT_WRONG, SETTLE, ANY, DEALERS, 0, r.MISDEAL, 12_02_0, 12_04_0),
    (f.FND_COUNT_WRONG, SETTLE, ANY, 0, DEALERS, r.HAND_VOID, 12_07_0, 0),
    (f.FND_TWO_CARDS, _EARLY, ANY, COUNT_RIGHT, 0, r.CARD_NAMED, 3_08_0, 0),
    (f.FND_TWO_CARDS, _EARLY, ANY, 0, COUNT_RIGHT | HANDLED, r.MISDEAL, 12_01_0, 12_04_0),
    (f.FND_HAND_WITHOUT_WAGER, _EARLY, ANY, 0, HANDLED, r.MISDEAL, 12_01_0, 12_04_0),
    (f.FND_HAND_WITHOUT_WAGER, _EARLY, ANY, HANDLED, 0, r.HAND_DISCARDED, 12_08_0, 0),
    (f.FND_HAND_WITHOUT_WAGER, SETTLE, ANY, 0, 0, r.HAND_DISCARDED, 12_08_0, 0),
    # exposed cards, told perhaps when the deal is over; one face up in the shoe is dealt exposed
    (f.FND_EXPOSED_ONE, DEAL, ANY, 0, 0, r.CARD_TURNED, 12_05_0, 0),
    (f.FND_EXPOSED_ONE, DECIDE, ANY, IN_DEAL, 0, r.CARD_TURNED, 12_05_0, 0),
    (f.FND_EXPOSED_MORE, DEAL, ANY, 0, 0, r.MISDEAL, 12_03_0, 12_04_0),
    (f.FND_EXPOSED_MORE, DECIDE, ANY, IN_DEAL, 0, r.MISDEAL, 12_03_0, 12_04_0),
    (f.FND_EXPOSED_MORE, DECIDE, ANY, DEALERS, IN_DEAL, r.PLAYERS_CHOOSE, 12_06_0, 0),
    (f.FND_EXPOSED_DEALER, DEAL, ANY, 0, 0, r.DEALERS_CARD_TURNED, 12_06_0, 12_05_0),
    (f.FND_EXPOSED_DEALER, DECIDE, ANY, 0, 0, r.PLAYERS_CHOOSE, 12_06_0, 0),
    (f.FND_FACE_UP_FIRST, ALWAYS, ANY, 0, 0, r.DEALERS_CARD_TURNED, 12_06_0, 12_05_0),
    (f.FND_FACE_UP_LATER, IN_ROUND, ANY, DEALERS, 0, r.DEALERS_CARD_TURNED, 12_06_0, 12_05_0),
    (f.FND_FACE_UP_LATER, IN_ROUND, ANY, 0, DEALERS, r.CARD_TURNED, 12_05_0, 0),
    # the deck itself; 52 cards are always enough, so what lacks is missing from the shoe
    (_BAD_CARD, IN_ROUND, ANY, 0, 0, r.DECK_BAD, 12_09_2, 12_09_4),
    (_BAD_CARD, IDLE, ANY, 0, 0, r.DECK_BAD_IDLE, 12_09_3, 12_09_4),
    (f.FND_NOT_ENOUGH_CARDS, IN_ROUND, ANY, 0, 0, r.DECK_BAD, 12_09_2, 12_09_4),
    (f.FND_UNREADABLE_CARD, ALWAYS, ANY, 0, 0, r.CARD_NAMED, 3_08_0, 3_07_0),
    (t.FND_CARD_UNFIT, ALWAYS, ANY, 0, 0, r.CARDS_MAY_CHANGE, 3_07_0, 0),
    (t.FND_SAME_BACKS, ALWAYS, DEVICE, 0, 0, r.DECK_REFUSED, 3_02_2, 0),
    # shuffle and cut
    (f.FND_NOT_SHUFFLED, IDLE, ANY, 0, 0, r.SHUFFLE_FIRST, 4_01_0, 0),
    (t.FND_NOT_INTERMIXED, IDLE, ANY, 0, 0, r.SHUFFLE_FIRST, 4_01_0, 0),
    (f.FND_NOT_CUT, IDLE, SHOE, 0, 0, r.CUT_FIRST, 4_02_0, 0),
    (f.FND_NOT_CUT, ALWAYS, DEVICE, 0, 0, r.NO_CUT, 4_04_0, 0),
    # the shuffling device
    (_STOPS, IDLE, DEVICE, 0, 0, r.RESHUFFLE, 13_01_0, 0),
    (_STOPS, IN_ROUND, DEVICE, CAPABLE, 0, r.RESHUFFLE, 13_01_0, 0),
    (_STOPS, IN_ROUND, DEVICE, LOW_LIMIT, CAPABLE, r.DEVICE_GONE_LOW_LIMIT, 13_02_0, 6_07_2),
    (_STOPS, IN_ROUND, DEVICE, 0, CAPABLE | LOW_LIMIT, r.DEVICE_GONE, 13_02_0, 0),
    (t.FND_DEVICE_FAILED, IN_ROUND, DEVICE, LOW_LIMIT, 0, r.DEVICE_GONE_LOW_LIMIT, 13_02_0, 6_07_2),
    (t.FND_DEVICE_FAILED, IN_ROUND, DEVICE, 0, LOW_LIMIT, r.DEVICE_GONE, 13_02_0, 0),
    (t.FND_SHOE_AT_LOW_LIMIT, ALWAYS, SHOE, 0, 0, r.SHOE_REFUSED, 6_07_2, 0),
    # players and wagers
    (t.FND_NO_DECISION, DECIDE, ANY, 0, 0, r.ANTE_RETURNED, 12_12_0, 0),
    (t.FND_WAGER_SHORT, DECIDE, ANY, 0, 0, r.WAGER_REFUSED, 12_10_0, 0),
)

# finding or findings, when, equipment, facts that must be so, facts that must not be so
NO_RULE = (
    (t.FND_DEALT_WRONG, _EARLY, ANY, HANDLED, 0),
    (t.FND_DEALT_WRONG, IDLE | SETTLE, ANY, 0, 0),
    (f.FND_TWO_CARDS, _EARLY, ANY, HANDLED, COUNT_RIGHT),  # whose hand it is must be told first
    (f.FND_TWO_CARDS, IDLE | SETTLE, ANY, 0, 0),
    ((f.FND_DEALER_COUNT, f.FND_HAND_COUNT, f.FND_COUNT_WRONG), IDLE, ANY, 0, 0),
    ((f.FND_HAND_WITHOUT_WAGER, f.FND_NOT_ENOUGH_CARDS), IDLE, ANY, 0, 0),
    (f.FND_EXPOSED_ONE, DECIDE, ANY, 0, IN_DEAL),
    (f.FND_EXPOSED_MORE, DECIDE, ANY, 0, IN_DEAL | DEALERS),
    (_EXPOSED, IDLE | SETTLE, ANY, 0, 0),
    (f.FND_FACE_UP_LATER, IDLE, ANY, 0, 0),
    # nothing is burned, and the cutting card lies under the deck
    ((f.FND_FACE_UP_BURNED, f.FND_NOT_BURNED, t.FND_BURNED_IN_ERROR), ALWAYS, ANY, 0, 0),
    ((f.FND_CUT_CARD_FIRST, f.FND_CUT_CARD_LATER), ALWAYS, ANY, 0, 0),
    ((f.FND_DEALER_EXTRA_CARD, f.FND_CARD_UNCALLED), ALWAYS, ANY, 0, 0),  # see DEALER_COUNT
    ((f.FND_CARD_WITHOUT_TABLE, t.FND_FIRST_DISCLOSED), ALWAYS, ANY, 0, 0),
    (f.FND_NOT_CUT, IN_ROUND, SHOE, 0, 0),
    ((f.FND_NOT_SHUFFLED, t.FND_NOT_INTERMIXED), IN_ROUND, ANY, 0, 0),
    (_STOPS, ALWAYS, SHOE, 0, 0),
    ((t.FND_DEVICE_FAILED, t.FND_SAME_BACKS), ALWAYS, SHOE, 0, 0),
    (t.FND_DEVICE_FAILED, IDLE, DEVICE, 0, 0),
    (t.FND_SHOE_AT_LOW_LIMIT, ALWAYS, DEVICE, 0, 0),
    ((t.FND_NO_DECISION, t.FND_WAGER_SHORT), IDLE | DEAL | SETTLE, ANY, 0, 0),
    ((t.FND_BET_WRONG, t.FND_DEALER_SET_WRONG, t.FND_RESULT_WRONG), ALWAYS, ANY, 0, 0),
    (t.FND_JACKPOT_FAILED, ALWAYS, ANY, 0, 0),
)
