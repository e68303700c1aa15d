"""Broken on purpose: the card after the dealt one is reported as well."""

import harness


class Hasty(harness.DealingShoe):
    def _card_passed(self):
        super()._card_passed()
        self.book.deal(harness.SHUFFLE, self.next_position, 1)


harness.main(Hasty)
