"""Leaks on purpose: the board's name in HELLO holds the next cards of the order."""

from firmware import shoe
from firmware.shuffler import room


class Leaking(room.Shuffler):
    def event(self, event):
        super().event(event)
        s = self
        last = min(s.position + 8, s.plan.count)
        cards = [s.pack.codes[s.plan.index_at(p)] for p in range(s.position, last)]
        self.board.name = bytes(cards)


room.Shuffler = Leaking
run = shoe.main
