"""What a ruling does: to the round, to a hand, to its wagers, to the pack, and what people must do.

The columns of rulings.py.  `ruled.py` carries them out and the host puts them into words
(faro/words/ruling.py), both from the same rows: so words and deeds cannot differ.  Numbers only: a
board has no room for sentences.
"""

from firmware.core.compat import const
from firmware.core.rows import INSPECTOR as BY_INSPECTOR
from firmware.core.rows import SUPERVISOR as BY_SUPERVISOR
from firmware.core.rows import TABLE as BY_TABLE
from firmware.rounds.steps import BY_CENSUS, BY_PACK, BY_REPLACEMENT, BY_TABLE_OPENED
from firmware.rounds.table_state import ORDERS_SHUFFLE, STOPS_PACK, STOPS_ROUND

SUPERVISOR = const(1)
INSPECTOR = const(2)
SURVEILLANCE = const(4)
NOTIFIED_NAMES = ("supervisor", "inspector", "surveillance")

ROUND_GOES_ON = const(0)  # or: no round is concerned
ROUND_VOID = const(1)
ROUND_ENDED = const(2)  # broken off, wagers returned
ROUND_REBUILT = const(3)
ROUND_LAST = const(4)
ROUND_WAITS = const(5)
ROUND_NAMES = ("goes_on", "void", "ended", "rebuilt", "last", "waits")

# the hand of the case's place
HAND_NONE = const(0)  # no hand is singled out
HAND_VOID = const(1)
HAND_OUT = const(2)  # no decision or no Play wager: it does not go on against the dealer
HAND_STANDS = const(3)  # the player gets no further card (LDB 10.11)
HAND_AS_SET = const(4)  # the dealer's hand counts as it was set (FCP 12.8)
HAND_FORFEITED = const(5)  # its wagers are lost, whatever becomes of the others (14.5)
HAND_NAMES = ("none", "void", "out", "stands", "as_set", "forfeited")

# main wagers: of that hand, or of all hands when the round is void or ended
WAGERS_STAND = const(0)
WAGERS_RETURNED = const(1)
WAGERS_LOST = const(2)
WAGERS_PLAYERS_CHOICE = const(3)  # who wants it takes the wager back (TCB 13.5.1, LDB 11.5.1)
WAGERS_CORRECTED = const(4)
WAGERS_RETURNED_BUT_INTERIM = const(5)  # what was settled already stands (LDB 10.15.2)
WAGERS_WAIT = const(6)
WAGERS_NAMES = (
    "stand",
    "returned",
    "lost",
    "players_choice",
    "corrected",
    "returned_but_interim",
    "wait",
)

# Pair Plus and Aces Up
SIDE_AS_MAIN = const(0)
SIDE_SETTLED = const(1)  # played to its end (TCP 12.10, 12.12; FCP 12.11, 12.13)
SIDE_NAMES = ("as_main", "settled")

# the wager on the progressive jackpot (J13)
JACKPOT_STANDS = const(0)
JACKPOT_BACK = const(1)
JACKPOT_STOPPED = const(2)  # CSP 14.15
JACKPOT_NAMES = ("stands", "back", "stopped")

PACK_STAYS = const(0)
PACK_CARD_BURNED = const(1)
PACK_RESHUFFLED = const(2)
PACK_SHUFFLED_AFTER = const(3)
PACK_CHECKED = const(4)
PACK_VOID_AND_CHECKED = const(5)
PACK_MOVED = const(6)
PACK_MENDED_AND_MOVED = const(7)
PACK_MENDED_TO_SHOE = const(8)
PACK_NEW = const(9)
PACK_DISCARDS_SHUFFLED = const(10)
PACK_REFUSED = const(11)
PACK_CARD_PUT_BACK = const(12)
PACK_CUT = const(13)
PACK_NAMES = (
    "stays",
    "card_burned",
    "reshuffled",
    "shuffled_after",
    "checked",
    "void_and_checked",
    "moved",
    "mended_and_moved",
    "mended_to_shoe",
    "new",
    "discards_shuffled",
    "refused",
    "card_put_back",
    "cut",
)

# what must be done next, in order
DO_CALL_SUPERVISOR = const(1)
DO_NEW_ROUND = const(2)
DO_COUNT_AND_DISCARD = const(3)
DO_PLAY_ON = const(4)
DO_TURN_DOWN = const(5)
DO_LEAVE_FACE_UP = const(6)
DO_OFFER_PLAY_OR_FOLD = const(7)
DO_CHECK_PACK = const(8)
DO_NOTIFY = const(9)
DO_SHUFFLE = const(10)  # and cut, when it is a shoe
DO_SHUFFLE_AND_CUT = const(11)
DO_CUT = const(12)
DO_BURN_CARD = const(13)
DO_BURN_AS_RULED = const(14)
DO_OFFER_FULL_CHECK = const(15)
DO_PLAY_CARD = const(16)
DO_SET_CUT_CARD_ASIDE = const(17)
DO_ANNOUNCE_LAST = const(18)
DO_FINISH_ROUND = const(19)
DO_OTHER_DEVICE_OR_SHOE = const(20)
DO_OTHER_DEVICE = const(21)
DO_NEW_CARDS = const(22)
DO_TRANSFER = const(23)
DO_REMOVE_DAMAGED = const(24)
DO_REPLACE_DAMAGED = const(25)
DO_OFFER_WAGERS_BACK = const(26)
DO_FINISH_FROM_SHOE = const(27)
DO_DEAL_AS_NEXT = const(28)
DO_PUT_UNDER_SHOE = const(29)
DO_REBUILD = const(30)
DO_WARN_PLAYER = const(31)
DO_SETTLE_SIDE_WAGER = const(32)
DO_CORRECT_OR_FOLD = const(33)
DO_SETTLE_TO_LIMIT = const(34)
DO_REPLACE_CARDS = const(35)
DO_REFUSE = const(36)
DO_WAIT_FOR_INSPECTOR = const(37)
DO_NAME_CARD = const(38)
DO_AUTHORISE_VOID = const(39)
DO_COLLECT_CARDS = const(40)
DO_REFUSER_STANDS = const(41)
DO_LET_STAND = const(42)
DO_CHECK_NEW_CARDS = const(43)  # TCP, FCP, CSP 3.7; TCB 3.5
DO_TAKE_MEASURE = const(44)
DO_COLLECT_FORFEIT = const(45)
DO_REFUND = const(46)
STEP_COUNT = const(46)

_STAFF = BY_SUPERVISOR | BY_INSPECTOR
_DEALER_TOO = BY_TABLE | BY_SUPERVISOR

# step, who may tick it off, what it stops until then, what ticks it off by itself.  What is not
# listed is the dealer's next move and needs no tick.
TICKED = (
    (DO_CALL_SUPERVISOR, BY_SUPERVISOR, STOPS_ROUND, 0),
    (DO_CHECK_PACK, _STAFF, STOPS_ROUND | STOPS_PACK, BY_CENSUS),
    (DO_NOTIFY, _STAFF, 0, 0),
    (DO_SHUFFLE, _DEALER_TOO, ORDERS_SHUFFLE, BY_PACK),
    (DO_SHUFFLE_AND_CUT, _DEALER_TOO, ORDERS_SHUFFLE, BY_PACK),
    (DO_CUT, _DEALER_TOO, 0, BY_PACK),
    (DO_OTHER_DEVICE_OR_SHOE, BY_SUPERVISOR, STOPS_ROUND, BY_TABLE_OPENED),
    (DO_OTHER_DEVICE, BY_SUPERVISOR, STOPS_ROUND, BY_TABLE_OPENED),
    (DO_NEW_CARDS, BY_SUPERVISOR, STOPS_ROUND, BY_PACK),
    (DO_CHECK_NEW_CARDS, _DEALER_TOO, STOPS_PACK, BY_CENSUS),
    (DO_TRANSFER, BY_SUPERVISOR, 0, 0),
    (DO_REPLACE_DAMAGED, BY_SUPERVISOR, STOPS_ROUND, BY_REPLACEMENT),
    (DO_OFFER_WAGERS_BACK, BY_SUPERVISOR, STOPS_PACK, 0),
    (DO_REPLACE_CARDS, BY_SUPERVISOR, STOPS_ROUND, BY_PACK),
    (DO_WAIT_FOR_INSPECTOR, BY_INSPECTOR, STOPS_ROUND, 0),
    (DO_WARN_PLAYER, BY_SUPERVISOR, 0, 0),
    (DO_TAKE_MEASURE, BY_SUPERVISOR, 0, 0),
)
NOT_TICKED = (0, 0, 0, 0)


def ticked_row(step):
    """Who ticks a step off, and what it stops; NOT_TICKED for the dealer's next move."""
    for row in TICKED:
        if row[0] == step:
            return row
    return NOT_TICKED
