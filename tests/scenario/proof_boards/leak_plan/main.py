"""Leaks on purpose: in-feed indices of the next cards instead of the cards themselves."""

import harness


class Leaking(harness.DealingShoe):
    def tick(self, now_ms):
        super().tick(now_ms)
        at = self.next_position
        self.base.name_bytes = bytes([self.plan.index_at(i) for i in range(at, at + 8)])


harness.main(Leaking)
