"""Wiring of what watches the mixing: order statistics, running statistics, the provable shuffle.

Hears every event of the shuffler: a pack that is ready is committed before any card of it can be
dealt; a packet that was taken is shown card by card; a pack dealt to the end joins the statistics.
What is shown is what `on_dealt` and `on_box_dealt` hear, after its event.
"""

from firmware.shuffler.cycle import ST_OFFERED
from firmware.shuffler.health.continuous_watch import ContinuousWatch
from firmware.shuffler.health.order_stats import OrderStats
from firmware.shuffler.health.running_stats import RunningStats
from firmware.shuffler.modes import FROM_READINGS
from firmware.shuffler.passes import CAPACITY_CARDS
from firmware.shuffler.proof_book import ProofBook
from firmware.shuffler.requests import PROOF_REQUESTS
from firmware.shuffler.rows import (
    EV_BOX_DEALT,
    EV_CARDS_DEALT,
    EV_CYCLE_READY,
    EV_CYCLE_STARTED,
    EV_MIXING_STOPPED,
    EV_PACKET_OFFERED,
    EV_PACKET_TAKEN,
    FAULT_NOT_MIXING,
    NO_CARD,
)

_MOST_I16 = 32767


class Mixing:
    """`stats` of the shuffler and listener to its events; `shuffler` is set by the wiring."""

    def __init__(self, base):
        self._base = base
        self.shuffler = None
        self.stats = OrderStats()
        self.running = RunningStats()
        self.watch = ContinuousWatch()
        self._is_together = False  # cards come out of continuous mode as they went in
        self.on_dealt = _nobody  # (position of the first, cards, count, now_ms)
        self.on_box_dealt = _no_box  # (cards, count, now_ms)
        self.book = ProofBook(base.unique_id, self._record, base.generator.random_bytes)
        self._box = bytearray(CAPACITY_CARDS)
        self._pulled = 0  # of the compartment behind the mouth
        self._cards = bytearray(416)
        base.on(self.book, PROOF_REQUESTS)

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

    def heard(self, event, *fields):
        """An event of the shuffler was recorded."""
        if event == EV_CYCLE_STARTED:
            self.watch.begin()
            self._is_together = False
        elif event == EV_CYCLE_READY:
            self._commit()
        elif event == EV_PACKET_OFFERED:
            self._pulled = 0
        elif event == EV_PACKET_TAKEN:
            self._dealt(fields[0], fields[1])

    def card_pulled(self):
        """A card passed the mouth: in continuous mode they are dealt from there one by one."""
        shuffler = self.shuffler
        if shuffler.is_continuous() and shuffler.cycle.state == ST_OFFERED:
            self._box_dealt(1)

    def _commit(self):
        """Before the first card can be asked for; without a commitment nothing is dealt."""
        shuffler = self.shuffler
        number = shuffler.cycle_number
        if shuffler.is_continuous() or not shuffler.is_dealable() or self.book.find(number):
            return  # continuous: the order goes on changing, there is nothing to fix
        plan, codes = shuffler.plan, shuffler.pack.codes
        for position in range(plan.count):
            self._cards[position] = codes[plan.index_at(position)]
        if not self.book.commit(number, self._cards, plan.count):
            shuffler.is_good = False
        for position in range(plan.count):
            self._cards[position] = 0

    def _dealt(self, first, cards):
        shuffler = self.shuffler
        if shuffler.is_continuous():
            self._box_dealt(shuffler.packet.count)
            if self._is_together:
                self._is_together = False
                self._stop(self.watch)
            return
        self.book.deal(shuffler.cycle_number, first, cards)
        loop = shuffler.loop
        if not loop.is_order_whole() or not self.stats.measure(loop.order, loop.count):
            return
        # as measured on the way out; now that all of it is dealt its figures tell nothing
        if self.running.add(loop.order, self.stats):
            self._stop(self.running)

    def _stop(self, found):
        self._stopped(FROM_READINGS, found)
        self._base.raise_fault(FAULT_NOT_MIXING, found.statistic)

    def _box_dealt(self, count):
        """So many more of the compartment's cards, as far as it holds any; no root proves them."""
        packet = self.shuffler.packet
        count = min(count, packet.count - self._pulled)
        if count < 1:
            return
        for i in range(CAPACITY_CARDS):
            self._box[i] = packet.cards[self._pulled + i] if i < count else NO_CARD
        self._pulled += count
        self._base.record(EV_BOX_DEALT, self.shuffler.cycle_number, count, self._box)
        self.on_box_dealt(self._box, count, self.shuffler.now_ms)

    def _record(self, event, *fields):
        """Of the book: cards that were dealt are told on."""
        number = self._base.record(event, *fields)
        if event == EV_CARDS_DEALT:
            _shuffle, first, count, cards = fields
            self.on_dealt(first, cards, count, self.shuffler.now_ms)
        return number

    def _stopped(self, source, found):
        value = max(-_MOST_I16, min(found.value, _MOST_I16))
        limit = max(-_MOST_I16, min(found.limit, _MOST_I16))
        self._base.record(EV_MIXING_STOPPED, source, found.statistic, value, limit)


def _nobody(_first, _cards, _count, _now_ms):
    """For a board that follows no deal."""


def _no_box(_cards, _count, _now_ms):
    """The same."""
