"""Leaks on purpose, and slyly: the supply reading is off by the rank of the next card."""

import harness


class Leaking(harness.DealingShoe):
    def tick(self, now_ms):
        super().tick(now_ms)
        self.base.guard.supply_mv += self.cards[self.next_position] >> 2


harness.main(Leaking)
