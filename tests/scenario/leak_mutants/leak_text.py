"""Leaks on purpose: `ver` names the next cards, for the maker's convenience."""

from firmware.cards.codes import name_of
from firmware.shuffler import room


class Leaking(room.Shuffler):
    def event(self, event):
        super().event(event)
        s = self
        last = min(s.position + 6, s.plan.count)
        names = [name_of(s.pack.codes[s.plan.index_at(p)]) for p in range(s.position, last)]
        self.board.name = " ".join(names)


room.Shuffler = Leaking
