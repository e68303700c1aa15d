"""What a ruling can do to the round, the pack and the wagers, who hears of it, what comes next.

Numbers only: a board has no room for sentences, the host has them (faro/ruling/words.py).
"""

from firmware.core.compat import const

SUPERVISOR = const(1)
INSPECTOR = const(2)
SURVEILLANCE = const(4)
NOTIFIED_NAMES = ("supervisor", "inspector", "surveillance")

ROUND_GOES_ON = const(0)  # or: no round is concerned
ROUND_VOID = const(1)
ROUND_ENDED = const(2)  # broken off, wagers returned
ROUND_HAND_VOID = const(3)  # one hand; the others play on
ROUND_REBUILT = const(4)
ROUND_LAST = const(5)
ROUND_WAITS = const(6)
ROUND_NAMES = ("goes_on", "void", "ended", "hand_void", "rebuilt", "last", "waits")

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

WAGERS_STAND = const(0)
WAGERS_RETURNED = const(1)
WAGERS_OF_HAND_RETURNED = const(2)
WAGERS_PLAYERS_CHOICE = const(3)
WAGERS_ANTE_RETURNED = const(4)
WAGERS_CORRECTED = const(5)
WAGERS_RETURNED_BUT_INTERIM = const(6)
WAGERS_WAIT = const(7)
WAGERS_NAMES = (
    "stand",
    "returned",
    "of_hand_returned",
    "players_choice",
    "ante_returned",
    "corrected",
    "returned_but_interim",
    "wait",
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
DO_SHUFFLE = const(10)
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
STEP_COUNT = const(42)
