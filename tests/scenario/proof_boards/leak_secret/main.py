"""Leaks on purpose: the secret of the nonces is in the board's name; it opens every leaf."""

import harness


class Leaking(harness.DealingShoe):
    def tick(self, now_ms):
        super().tick(now_ms)
        pack = self.book.newest(0)
        if pack:
            self.base.name_bytes = bytes(pack.secret[5:21])


harness.main(Leaking)
