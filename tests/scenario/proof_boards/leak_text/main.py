"""Leaks on purpose: `ver` names the next cards, for the maker's convenience."""

import harness

from firmware.core.cards import name_of


class Leaking(harness.DealingShoe):
    def tick(self, now_ms):
        super().tick(now_ms)
        at = self.next_position
        self.base.version_text = " ".join([name_of(c) for c in self.cards[at : at + 6]])


harness.main(Leaking)
