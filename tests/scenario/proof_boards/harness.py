"""The shoe's application with a pack inside that was shuffled and committed at boot."""

import in_feed

from firmware import app_shoe
from firmware.link.proof_commands import ProofCommands
from firmware.shuffler.plan import Plan
from firmware.trust.proof_book import ProofBook

SHUFFLE = 7


class DealingShoe(app_shoe.ShoeApp):
    """Each card that passes the mouth gate is the next one of the order."""

    def __init__(self):
        super().__init__()
        base = self.base
        self.plan = Plan(base.generator.draw_below)
        self.book = ProofBook(base.unique_id, base.record, base.generator.random_bytes)
        self.commands = ProofCommands(base.node, self.book)
        self.cards = bytearray(len(in_feed.CARDS))
        self.next_position = 0

    def tick(self, now_ms):
        super().tick(now_ms)
        if self.plan.count == 0:
            self.shuffle()

    def shuffle(self):
        count = len(self.cards)
        if self.plan.begin(count):
            for position in range(count):
                self.cards[position] = in_feed.CARDS[self.plan.index_at(position)]
            self.book.commit(SHUFFLE, self.cards, count)

    def _card_passed(self):
        super()._card_passed()
        self.book.deal(SHUFFLE, self.next_position, 1)
        self.next_position += 1


def main(shoe=DealingShoe):
    app = shoe()
    app.base.run(type(app.base).run_self_test, app.watch, app.tick)
