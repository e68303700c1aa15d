"""Watches the mixing: order statistics, running statistics, the provable shuffle.

Called by the shuffler as its cycle goes on: a pack that is ready is committed before any card of
it can be dealt; a packet that was taken is shown card by card; a pack dealt to the end joins the
statistics.  What is shown goes on to `rounds.packet` and `rounds.box`, after its event.
"""

from firmware.shuffler import rows
from firmware.shuffler.cycle import ST_OFFERED
from firmware.shuffler.health.continuous_watch import ContinuousWatch
from firmware.shuffler.health.order_stats import OrderStats
from firmware.shuffler.health.running_stats import RunningStats
from firmware.shuffler.modes import FROM_READINGS
from firmware.shuffler.passes import CAPACITY_CARDS
from firmware.shuffler.proof_book import ProofBook

_MOST_CARDS = 416
_MOST_I16 = 32767


class Mixing:
    """Judges orders and proves them; knows a shuffler only while it is called."""

    def __init__(self, board, rounds):
        self._board = board
        self._rounds = rounds
        self.stats = OrderStats()
        self.running = RunningStats()
        self.watch = ContinuousWatch()
        self._is_together = False  # cards come out of continuous mode as they went in
        self.book = ProofBook(board.unique_id, self._record, board.generator.random_bytes)
        self._box = bytearray(CAPACITY_CARDS)
        self._pulled = 0  # of the compartment behind the mouth
        self._cards = bytearray(_MOST_CARDS)
        self._taken_ms = 0  # when the packet that is shown was taken

    def begin(self):
        """A cycle has started."""
        self.watch.begin()
        self._is_together = False

    def is_mixed(self, order, count, source):
        """False, with an event, when the order is none that a shuffle gives (RULES S1)."""
        stats = self.stats
        found = stats
        if stats.measure(order, count) and stats.judge() == 0:
            if not self.running.has_come_before(order, count):
                return True
            found = self.running
        self._stopped(source, found)
        return False

    def went_in(self, index):
        """Continuous mode: a card was fed, for the first time or as a discard."""
        self.watch.fed(index)

    def came_out(self, index):
        """Continuous mode: a card is in the packet; told once that is dealt."""
        self._is_together = self.watch.dealt(index) or self._is_together

    def commit(self, shuffler):
        """Before the first card of a ready pack can be asked for; False: it must not be dealt."""
        number = shuffler.cycle_number
        if shuffler.is_continuous() or not shuffler.is_dealable() or self.book.find(number):
            return True  # continuous: the order goes on changing, there is nothing to fix
        plan, codes = shuffler.plan, shuffler.pack.codes
        for position in range(plan.count):
            self._cards[position] = codes[plan.index_at(position)]
        is_committed = self.book.commit(number, self._cards, plan.count)
        for position in range(plan.count):
            self._cards[position] = 0
        return is_committed

    def offered(self):
        """A packet lies behind the open gate."""
        self._pulled = 0

    def card_pulled(self, shuffler):
        """A card passed the mouth: in continuous mode they are dealt from there one by one."""
        if shuffler.is_continuous() and shuffler.cycle.state == ST_OFFERED:
            self._box_dealt(shuffler, 1)

    def taken(self, shuffler):
        """The packet behind the gate was taken."""
        self._taken_ms = shuffler.now_ms
        packet = shuffler.packet
        if shuffler.is_continuous():
            self._box_dealt(shuffler, packet.count)
            if self._is_together:
                self._is_together = False
                self._stop(self.watch)
            return
        if not self._rounds.is_from_shoe():  # a pack that goes into a shoe is not dealt yet
            self.book.deal(shuffler.cycle_number, packet.first, packet.size)
        loop = shuffler.loop
        if not loop.is_order_whole() or not self.stats.measure(loop.order, loop.count):
            return
        # as measured on the way out; now that all of it is dealt its figures tell nothing
        if self.running.add(loop.order, self.stats):
            self._stop(self.running)

    def _stop(self, found):
        self._stopped(FROM_READINGS, found)
        self._board.raise_fault(rows.FAULT_NOT_MIXING, found.statistic)

    def _box_dealt(self, shuffler, count):
        """So many more of the compartment's cards, as far as it holds any; no root proves them."""
        packet = shuffler.packet
        count = min(count, packet.count - self._pulled)
        if count < 1:
            return
        for i in range(CAPACITY_CARDS):
            self._box[i] = packet.cards[self._pulled + i] if i < count else rows.NO_CARD
        self._pulled += count
        self._rounds.card_comes(True)
        self._board.record(rows.EV_BOX_DEALT, shuffler.cycle_number, count, self._box)
        self._rounds.box(self._box, count, shuffler.now_ms)

    def _record(self, event, *fields):
        """Of the book: cards that were dealt are told on."""
        if event == rows.EV_CARDS_DEALT:
            self._rounds.card_comes(True)
        number = self._board.record(event, *fields)
        if event == rows.EV_CARDS_DEALT:
            _shuffle, first, count, cards = fields
            self._rounds.packet(first, cards, count, self._taken_ms)
        return number

    def _stopped(self, source, found):
        value = max(-_MOST_I16, min(found.value, _MOST_I16))
        limit = max(-_MOST_I16, min(found.limit, _MOST_I16))
        self._board.record(rows.EV_MIXING_STOPPED, source, found.statistic, value, limit)
