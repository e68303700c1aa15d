"""What no rule of a game speaks of: with the ROWS of its ruling table every situation, once.

Not in the image, where a finding without a row goes to the supervisor.  Written down, so that a
hole in a table is an oversight that a test sees, never a silent decision.
Row: finding or findings, when, equipment, facts that must be so, facts that must not be so.
"""

from __future__ import annotations

from firmware.rounds import findings as f
from firmware.ruling import findings_told as t
from firmware.ruling import vocabulary as v

Row = tuple[int | tuple[int, ...], int, int, int, int]

_EARLY = v.DEAL | v.DECIDE
_STOPS = (t.FND_JAM, t.FND_INTERMIXING_STOPPED, t.FND_CYCLE_INCOMPLETE)
_BROKEN = (*_STOPS, t.FND_DEVICE_FAILED)
_COUNTS = (f.FND_DEALER_COUNT, f.FND_HAND_COUNT, f.FND_COUNT_WRONG)
_MISDEALT = (t.FND_DEALT_WRONG, *_COUNTS, f.FND_HAND_WITHOUT_WAGER)
_EXPOSED = (f.FND_EXPOSED_ONE, f.FND_EXPOSED_MORE, f.FND_EXPOSED_DEALER)

_TO_HANDS: tuple[Row, ...] = (  # wherever players have hands of their own
    (t.FND_DEALT_WRONG, _EARLY, v.ANY, v.HANDLED | v.COUNT_RIGHT, 0),
    (t.FND_DEALT_WRONG, v.SETTLE, v.ANY, v.COUNT_RIGHT, 0),
    (t.FND_DEALT_WRONG, v.IDLE, v.ANY, 0, 0),
    (f.FND_TWO_CARDS, v.IDLE, v.ANY, 0, 0),
    (_COUNTS, v.IDLE, v.ANY, 0, 0),
    ((f.FND_HAND_WITHOUT_WAGER, f.FND_NOT_ENOUGH_CARDS), v.IDLE, v.ANY, 0, 0),
    (f.FND_CARD_UNCALLED, v.ALWAYS, v.ANY, 0, 0),
    (f.FND_DEALER_EXTRA_CARD, v.IDLE, v.ANY, 0, 0),
    (t.FND_DEVICE_FAILED, v.IDLE, v.DEVICE, 0, 0),
)
_POKER: tuple[Row, ...] = (
    *_TO_HANDS,
    (_EXPOSED, v.IDLE | v.SETTLE, v.ANY, 0, 0),
    (f.FND_FACE_UP_LATER, v.IDLE, v.ANY, 0, 0),
    # nothing is burned, and the cutting card lies under the deck
    ((f.FND_FACE_UP_BURNED, f.FND_NOT_BURNED, t.FND_BURNED_IN_ERROR), v.ALWAYS, v.ANY, 0, 0),
    ((f.FND_CUT_CARD_FIRST, f.FND_CUT_CARD_LATER, f.FND_CUT_MISPLACED), v.ALWAYS, v.ANY, 0, 0),
    ((f.FND_CARD_WITHOUT_TABLE, t.FND_FIRST_DISCLOSED), v.ALWAYS, v.ANY, 0, 0),
    (f.FND_NOT_CUT, v.IN_ROUND, v.SHOE, 0, 0),
    ((f.FND_NOT_SHUFFLED, t.FND_NOT_INTERMIXED), v.IN_ROUND, v.ANY, 0, 0),
    (_STOPS, v.ALWAYS, v.SHOE, 0, 0),
    ((t.FND_DEVICE_FAILED, t.FND_SAME_BACKS), v.ALWAYS, v.SHOE, 0, 0),
    (t.FND_NO_DECISION, v.IDLE | v.DEAL | v.SETTLE, v.ANY, 0, 0),
    (t.FND_VACANT, v.IN_ROUND, v.ANY, 0, 0),
    (t.FND_OUTCOME_INVALID, v.FRESH, v.ANY, 0, 0),
)
_EXPOSED_LATE: tuple[Row, ...] = (  # TCP and CSP rule on the dealer's cards (12.6, 14.7)
    (f.FND_EXPOSED_ONE, v.DECIDE, v.ANY, 0, v.IN_DEAL),
    (f.FND_EXPOSED_MORE, v.DECIDE, v.ANY, 0, v.IN_DEAL | v.DEALERS),
)

NO_RULE: dict[str, tuple[Row, ...]] = {
    "tcp": (
        *_POKER,
        *_EXPOSED_LATE,
        (t.FND_SHOE_AT_LOW_LIMIT, v.ALWAYS, v.DEVICE, 0, 0),
        (t.FND_WAGER_SHORT, v.IDLE | v.DEAL | v.SETTLE, v.ANY, 0, 0),
        ((t.FND_BET_WRONG, t.FND_DEALER_SET_WRONG, t.FND_RESULT_WRONG), v.ALWAYS, v.ANY, 0, 0),
        (t.FND_JACKPOT_FAILED, v.ALWAYS, v.ANY, 0, 0),
    ),
    "fcp": (
        *_POKER,
        (_EXPOSED, v.DECIDE, v.ANY, 0, v.IN_DEAL),
        (t.FND_SHOE_AT_LOW_LIMIT, v.ALWAYS, v.DEVICE, 0, 0),
        (t.FND_WAGER_SHORT, v.IDLE | v.DEAL | v.SETTLE, v.ANY, 0, 0),
        (t.FND_DEALER_SET_WRONG, v.IDLE | v.DEAL | v.DECIDE, v.ANY, 0, 0),
        (t.FND_RESULT_WRONG, v.FRESH | v.DEAL | v.DECIDE, v.ANY, 0, 0),
        ((t.FND_BET_WRONG, t.FND_JACKPOT_FAILED), v.ALWAYS, v.ANY, 0, 0),
    ),
    "csp": (
        *_POKER,
        *_EXPOSED_LATE,
        ((t.FND_SHOE_AT_LOW_LIMIT, t.FND_WAGER_SHORT), v.ALWAYS, v.ANY, 0, 0),
        (t.FND_BET_WRONG, v.IDLE | v.DEAL, v.ANY, 0, 0),
        ((t.FND_DEALER_SET_WRONG, t.FND_RESULT_WRONG), v.ALWAYS, v.ANY, 0, 0),
    ),
    "tcb": (
        *_TO_HANDS,
        (t.FND_RESULT_WRONG, v.FRESH | v.DEAL | v.DECIDE, v.ANY, 0, 0),
        (t.FND_FIRST_DISCLOSED, v.IN_ROUND, v.ANY, 0, 0),
        ((f.FND_FACE_UP_FIRST, f.FND_CUT_CARD_FIRST), v.DECIDE | v.SETTLE, v.ANY, 0, 0),
        ((f.FND_FACE_UP_LATER, f.FND_CUT_CARD_LATER), v.IDLE, v.ANY, 0, 0),
        # section 12 does not speak of cards exposed in the deal; 9.2 lets all be dealt face up
        (_EXPOSED, v.ALWAYS, v.ANY, 0, 0),
        (f.FND_CARD_WITHOUT_TABLE, v.ALWAYS, v.ANY, 0, 0),
        (f.FND_CUT_MISPLACED, v.ALWAYS, v.DEVICE, 0, 0),  # its cards are not cut
        (_BROKEN, v.ALWAYS, v.SHOE, 0, 0),
        ((t.FND_NO_DECISION, t.FND_WAGER_SHORT, t.FND_BET_WRONG), v.ALWAYS, v.ANY, 0, 0),
        ((t.FND_DEALER_SET_WRONG, t.FND_BURNED_IN_ERROR, t.FND_SAME_BACKS), v.ALWAYS, v.ANY, 0, 0),
        ((t.FND_SHOE_AT_LOW_LIMIT, t.FND_JACKPOT_FAILED), v.ALWAYS, v.ANY, 0, 0),
        ((t.FND_VACANT, t.FND_COLLUSION), v.ALWAYS, v.ANY, 0, 0),
        (t.FND_OUTCOME_INVALID, v.FRESH, v.ANY, 0, 0),
    ),
    "ldb": (
        (_MISDEALT, v.FRESH, v.ANY, 0, 0),
        (f.FND_DEALER_EXTRA_CARD, v.FRESH, v.ANY, 0, 0),
        (f.FND_TWO_CARDS, v.IDLE, v.ANY, 0, 0),
        (t.FND_NO_DECISION, v.IDLE | v.DEAL | v.SETTLE, v.ANY, 0, 0),
        # section 10 does not speak of cards exposed in the deal
        (_EXPOSED, v.ALWAYS, v.ANY, 0, 0),
        (f.FND_CUT_CARD_FIRST, v.DECIDE | v.SETTLE, v.ANY, 0, 0),
        ((f.FND_CUT_CARD_LATER, f.FND_NOT_ENOUGH_CARDS), v.IDLE, v.ANY, 0, 0),
        (f.FND_CARD_WITHOUT_TABLE, v.ALWAYS, v.ANY, 0, 0),
        (f.FND_CUT_MISPLACED, v.ALWAYS, v.DEVICE, 0, 0),  # its cards are not cut
        (_BROKEN, v.ALWAYS, v.SHOE, 0, 0),
        (t.FND_DEVICE_FAILED, v.IDLE, v.DEVICE, 0, 0),
        ((t.FND_WAGER_SHORT, t.FND_BET_WRONG, t.FND_DEALER_SET_WRONG), v.ALWAYS, v.ANY, 0, 0),
        ((t.FND_RESULT_WRONG, t.FND_SAME_BACKS, t.FND_SHOE_AT_LOW_LIMIT), v.ALWAYS, v.ANY, 0, 0),
        ((t.FND_JACKPOT_FAILED, t.FND_FIRST_DISCLOSED), v.ALWAYS, v.ANY, 0, 0),
        ((t.FND_VACANT, t.FND_COLLUSION), v.ALWAYS, v.ANY, 0, 0),
        (t.FND_OUTCOME_INVALID, v.FRESH, v.ANY, 0, 0),
    ),
}
