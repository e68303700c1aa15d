"""Counters that show how the board is doing; they only go up, and wrap at 32 bit.

Anybody may read them at any time: none counts what moves inside the shuffling device, and none
tells how long the loop was kept.
"""

from array import array

FRAMES_IN = 0
FRAMES_BAD = 1
REQUESTS = 2
REPLAYS = 3
ERRORS_SENT = 4
EVENTS_SENT = 5
TEXT_LINES = 6
INPUT_DROPS = 7
I2C_ERRORS = 8
CARDS_PASSED = 9
FRAMES_UNSENT = 10

COUNTERS = (
    "frames_in",
    "frames_bad",
    "requests",
    "replays",
    "errors_sent",
    "events_sent",
    "text_lines",
    "input_drops",
    "i2c_errors",
    "cards_passed",
    "frames_unsent",
)


class Health:
    """One array of counters, in the order of COUNTERS."""

    def __init__(self):
        self.counters = array("I", (0 for _ in COUNTERS))

    def count(self, counter, amount=1):
        self.counters[counter] = (self.counters[counter] + amount) & 0xFFFFFFFF
