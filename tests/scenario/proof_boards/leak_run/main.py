"""Leaks on purpose: the board's name in HELLO holds the next cards."""

import harness


class Leaking(harness.DealingShoe):
    def tick(self, now_ms):
        super().tick(now_ms)
        at = self.next_position
        self.base.name_bytes = bytes(self.cards[at : at + 8])


harness.main(Leaking)
