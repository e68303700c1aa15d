"""Many cycles together: faults too small for one order to show.

Fed with each measured order and its OrderStats; feeds the finding "stopped intermixing".
Integers only; 5.6 kB whatever the pack.  Looks are few and fixed, so that false alarms can be
stated (`python -m tests.proofs.shuffle.rates` prints them):

    repeated order   every cycle    64 kept of 2**32: 1.5e-8 per cycle
    sums             4 looks        2.3e-5 per window of 2,048 cycles
    positions        4 looks        1e-4 each, 4e-4 per window

After the last look a new window begins.
"""

from array import array
from binascii import crc32

from firmware.shuffler.health.order_stats import STATISTICS
from firmware.shuffler.health.run_moments import is_beyond, mean_of

RUN_OK = 0
RUN_SUM = 1  # a statistic's sum is beyond its limit; `statistic` says which
RUN_POSITIONS = 2  # cards prefer places

# what `statistic` says beside the STAT_ numbers
STAT_POSITIONS = 7
STAT_REPEATED = 8  # the very same order as a short while ago: the generator stands still

BINS = 52
LOOKS_SUM = (32, 128, 512, 2048)
LOOKS_POSITIONS = (256, 512, 1024, 2048)
WINDOW_CYCLES = 2048
KEPT_ORDERS = 64
CHI2_LIMIT = 2877  # chi² with 51² degrees of freedom: beyond it 1e-4


class RunningStats:
    """add() each cycle's order after the pack was dealt or refused; 0 or a RUN_ finding.

    Evidence: `statistic` with `value` and `limit`; of a sum the mean per cycle and what it must be.
    """

    def __init__(self):
        self._cells = array("H", bytes(2 * BINS * BINS))  # in-feed bin × place bin
        self.sums = array("q", bytes(8 * (STATISTICS + 1)))
        self._kept = array("I", bytes(4 * KEPT_ORDERS))
        self._kept_count = 0
        self.cards = 0
        self.cycles = 0  # in this window
        self.statistic = 0
        self.value = self.limit = 0

    def begin(self, cards):
        """A new window, for packs of this size."""
        self.cards = cards
        self.cycles = 0
        self._clear()

    def has_come_before(self, order, count):
        """True if this very order is among the last 64; asked before anything of it is dealt."""
        fingerprint = crc32(memoryview(order)[:count])
        is_repeated = False
        for i in range(min(self._kept_count, KEPT_ORDERS)):
            if self._kept[i] == fingerprint:
                is_repeated = True
                self.statistic = STAT_REPEATED
                self.value = self.limit = 1
        self._kept[self._kept_count % KEPT_ORDERS] = fingerprint
        self._kept_count += 1
        return is_repeated

    def add(self, order, stats):
        """One measured order and the OrderStats that measured it."""
        if stats.count != self.cards:
            self.begin(stats.count)
        elif self.cycles == WINDOW_CYCLES:
            self.cycles = 0
            self._clear()
        self.cycles += 1
        for statistic in range(1, STATISTICS + 1):
            self.sums[statistic] += stats.values[statistic]
        cards = self.cards
        cells = self._cells
        for place in range(cards):
            cells[order[place] * BINS // cards * BINS + place * BINS // cards] += 1
        if self.cycles in LOOKS_SUM and self._look_at_sums():
            return RUN_SUM
        if self.cycles in LOOKS_POSITIONS and self._look_at_positions():
            return RUN_POSITIONS
        return RUN_OK

    def chi2(self):
        """Chi² of the positions, 51² degrees of freedom, rounded down."""
        # cells hold whole orders: with N cards the plain sum is N / (N - 1) times too big
        cards = self.cards
        squares = 0
        for i in range(BINS * BINS):
            squares += self._cells[i] * self._cells[i]
        total = self.cycles * cards
        return (BINS * BINS * squares - total * total) * (cards - 1) // (total * cards)

    def forget_orders(self):
        """Nothing of single orders is kept; the sums of many go on."""
        for i in range(KEPT_ORDERS):
            self._kept[i] = 0
        self._kept_count = 0

    def _look_at_sums(self):
        for statistic in range(1, STATISTICS + 1):
            total = self.sums[statistic]
            if is_beyond(statistic, total, self.cards, self.cycles):
                self.statistic = statistic
                self.value = total // self.cycles
                self.limit = mean_of(statistic, self.cards)
                return True
        return False

    def _look_at_positions(self):
        self.statistic = STAT_POSITIONS
        self.value = self.chi2()
        self.limit = CHI2_LIMIT
        return self.value > CHI2_LIMIT

    def _clear(self):
        for i in range(BINS * BINS):
            self._cells[i] = 0
        for i in range(STATISTICS + 1):
            self.sums[i] = 0
