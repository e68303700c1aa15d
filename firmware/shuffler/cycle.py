"""The cycle of the shuffling device as a table: load, feed, check, ready, deliver, unload.

Fed orders from the link and what came of each step; the shuffler carries the actions out.
"""

ST_EMPTY = 0
ST_HOMING = 1
ST_FEEDING = 2  # cards go in, each is read on its way
ST_EMPTYING = 3  # between two passes, or stirring: back to the feed tray
ST_CHECKING = 4
ST_READY = 5  # the pack is in the carousel, verified
ST_DELIVERING = 6
ST_OFFERED = 7  # a packet lies behind the open gate
ST_COUNTING = 8
ST_REFUSED = 9  # the pack is in the carousel and not fit for a game
ST_UNLOADING = 10
ST_UNLOADED = 11  # the cards lie behind the locked gate, not to be dealt
ST_CALLING = 12  # a person is needed

STATE_NAMES = (
    "empty", "homing", "feeding", "between passes", "checking", "ready", "delivering",
    "offered", "counting", "refused", "unloading", "unloaded", "calling",
)

CEV_START = 0  # a pack is in the feed tray: shuffle, sort or verify it
CEV_HOMED = 1
CEV_FED_FIRST = 2  # first pass of two is done
CEV_FED_AGAIN = 3  # all cards are back in the feed tray
CEV_FED_ALL = 4
CEV_GOOD = 5  # the verdict on the pack
CEV_BAD = 6
CEV_DELIVER = 7
CEV_PACKET = 8  # a packet lies behind the gate, verified
CEV_TAKEN = 9  # and more cards are in the carousel
CEV_TAKEN_LAST = 10
CEV_COUNT = 11  # count and verify where it lies (RULES C4)
CEV_UNLOAD = 12  # abort, or a pack that nobody wants
CEV_ALL_OUT = 13
CEV_OUTPUT_EMPTY = 14  # somebody took the cards out
CEV_TROUBLE = 15  # retries are used up, a fault, or the lid
CEV_CLEARED = 16  # a person did what the call asked for
CEV_FEED_MORE = 17  # continuous: discards lie in the feed tray
CEV_STIR = 18  # continuous: some compartments are to be emptied and fed in anew
CEV_STIRRED = 19  # their cards are in the feed tray

ACT_NONE = 0
ACT_HOME = 1
ACT_FEED = 2
ACT_EMPTY = 3
ACT_CHECK = 4
ACT_READY = 5
ACT_DELIVER = 6
ACT_OFFER = 7
ACT_LOCK = 8
ACT_END = 9
ACT_COUNT = 10
ACT_UNLOAD = 11
ACT_UNLOADED = 12
ACT_CALL = 13
ACT_REFUSE = 14
ACT_FEED_MORE = 15
ACT_STIR = 16

# fmt: off
ROWS = (
    (ST_EMPTY, CEV_START, ST_HOMING, ACT_HOME),
    (ST_HOMING, CEV_HOMED, ST_FEEDING, ACT_FEED),
    (ST_FEEDING, CEV_FED_FIRST, ST_EMPTYING, ACT_EMPTY),
    (ST_EMPTYING, CEV_FED_AGAIN, ST_FEEDING, ACT_FEED),
    (ST_FEEDING, CEV_FED_ALL, ST_CHECKING, ACT_CHECK),
    (ST_CHECKING, CEV_GOOD, ST_READY, ACT_READY),
    (ST_CHECKING, CEV_BAD, ST_REFUSED, ACT_REFUSE),
    (ST_READY, CEV_DELIVER, ST_DELIVERING, ACT_DELIVER),
    (ST_DELIVERING, CEV_PACKET, ST_OFFERED, ACT_OFFER),
    (ST_OFFERED, CEV_TAKEN, ST_READY, ACT_LOCK),
    (ST_OFFERED, CEV_TAKEN_LAST, ST_EMPTY, ACT_END),
    (ST_READY, CEV_COUNT, ST_COUNTING, ACT_COUNT),
    (ST_COUNTING, CEV_GOOD, ST_READY, ACT_READY),
    (ST_COUNTING, CEV_BAD, ST_REFUSED, ACT_REFUSE),
    (ST_UNLOADING, CEV_ALL_OUT, ST_UNLOADED, ACT_UNLOADED),
    (ST_UNLOADED, CEV_OUTPUT_EMPTY, ST_EMPTY, ACT_END),
    (ST_CALLING, CEV_CLEARED, ST_UNLOADING, ACT_UNLOAD),
    (ST_FEEDING, CEV_BAD, ST_REFUSED, ACT_REFUSE),
    (ST_READY, CEV_FEED_MORE, ST_FEEDING, ACT_FEED_MORE),
    (ST_FEEDING, CEV_GOOD, ST_READY, ACT_READY),
    (ST_READY, CEV_STIR, ST_EMPTYING, ACT_STIR),
    (ST_EMPTYING, CEV_STIRRED, ST_FEEDING, ACT_FEED_MORE),
    # an abort works at every step and leaves every card in the machine or the locked output tray
    (ST_HOMING, CEV_UNLOAD, ST_UNLOADING, ACT_UNLOAD),
    (ST_FEEDING, CEV_UNLOAD, ST_UNLOADING, ACT_UNLOAD),
    (ST_EMPTYING, CEV_UNLOAD, ST_UNLOADING, ACT_UNLOAD),
    (ST_CHECKING, CEV_UNLOAD, ST_UNLOADING, ACT_UNLOAD),
    (ST_READY, CEV_UNLOAD, ST_UNLOADING, ACT_UNLOAD),
    (ST_DELIVERING, CEV_UNLOAD, ST_UNLOADING, ACT_UNLOAD),
    (ST_OFFERED, CEV_UNLOAD, ST_UNLOADING, ACT_UNLOAD),
    (ST_COUNTING, CEV_UNLOAD, ST_UNLOADING, ACT_UNLOAD),
    (ST_REFUSED, CEV_UNLOAD, ST_UNLOADING, ACT_UNLOAD),
    # whatever goes wrong while cards are inside: a call; nothing is delivered any more
    (ST_EMPTY, CEV_TROUBLE, ST_EMPTY, ACT_NONE),
    (ST_HOMING, CEV_TROUBLE, ST_CALLING, ACT_CALL),
    (ST_FEEDING, CEV_TROUBLE, ST_CALLING, ACT_CALL),
    (ST_EMPTYING, CEV_TROUBLE, ST_CALLING, ACT_CALL),
    (ST_CHECKING, CEV_TROUBLE, ST_CALLING, ACT_CALL),
    (ST_READY, CEV_TROUBLE, ST_CALLING, ACT_CALL),
    (ST_DELIVERING, CEV_TROUBLE, ST_CALLING, ACT_CALL),
    (ST_OFFERED, CEV_TROUBLE, ST_CALLING, ACT_CALL),
    (ST_COUNTING, CEV_TROUBLE, ST_CALLING, ACT_CALL),
    (ST_REFUSED, CEV_TROUBLE, ST_CALLING, ACT_CALL),
    (ST_UNLOADING, CEV_TROUBLE, ST_CALLING, ACT_CALL),
    (ST_UNLOADED, CEV_TROUBLE, ST_UNLOADED, ACT_LOCK),
    (ST_CALLING, CEV_TROUBLE, ST_CALLING, ACT_NONE),
    # the output tray may be emptied through the open lid at any time
    (ST_EMPTY, CEV_OUTPUT_EMPTY, ST_EMPTY, ACT_NONE),
    (ST_HOMING, CEV_OUTPUT_EMPTY, ST_HOMING, ACT_NONE),
    (ST_FEEDING, CEV_OUTPUT_EMPTY, ST_FEEDING, ACT_NONE),
    (ST_EMPTYING, CEV_OUTPUT_EMPTY, ST_EMPTYING, ACT_NONE),
    (ST_CHECKING, CEV_OUTPUT_EMPTY, ST_CHECKING, ACT_NONE),
    (ST_READY, CEV_OUTPUT_EMPTY, ST_READY, ACT_NONE),
    (ST_DELIVERING, CEV_OUTPUT_EMPTY, ST_DELIVERING, ACT_NONE),
    (ST_COUNTING, CEV_OUTPUT_EMPTY, ST_COUNTING, ACT_NONE),
    (ST_REFUSED, CEV_OUTPUT_EMPTY, ST_REFUSED, ACT_NONE),
    (ST_UNLOADING, CEV_OUTPUT_EMPTY, ST_UNLOADING, ACT_NONE),
    (ST_CALLING, CEV_OUTPUT_EMPTY, ST_CALLING, ACT_NONE),
)
# fmt: on


class Cycle:
    """Walks the table; `on_illegal(state, event)` hears of a pair that is not in it."""

    def __init__(self, on_illegal):
        self.state = ST_EMPTY
        self._on_illegal = on_illegal

    def may(self, event):
        """Whether an order fits the present state."""
        return self._row(event) is not None

    def handle(self, event):
        """Take one event; gives back the action to carry out."""
        row = self._row(event)
        if row is None:
            self._on_illegal(self.state, event)
            return ACT_NONE
        self.state = row[2]
        return row[3]

    def restore(self, state):
        """After a power cut: go on as the store says."""
        self.state = state

    def _row(self, event):
        for row in ROWS:
            if row[0] == self.state and row[1] == event:
                return row
        return None
